import { type InsightList, listInsights, summarizeDrafts } from '#contract/ai-reports.ts';
import { listConversationStarters } from '#contract/conversations.ts';
import { getAiInsights } from '#contract/insights.ts';
import type { Reply } from '#contract/operation.ts';
import { call } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import { POLL_MS } from '#src/conversations/queries.ts';
import type { ReadPage } from '#src/list-export/list-file.ts';
import type { DayWindow } from '#src/panels/day-window.ts';
import type { ChangeList } from './changes.ts';

type Days = Pick<DayWindow, 'from' | 'to'>;

/** Rows of a list that are compared; a list that is longer says so. */
export const MAX_COMPARED = 200;
/** The most that `ai_insights` answers. */
const DOCUMENT_ROWS = 50;

export function insightsOptions(list: InsightList, { from, to }: Days) {
  return { ...read(listInsights, { list, from, to, limit: MAX_COMPARED }), refetchInterval: POLL_MS };
}

export function draftsOptions({ from, to }: Days) {
  return { ...read(summarizeDrafts, { from, to }), refetchInterval: POLL_MS };
}

/** The list that the API document has: of the last days alone, and without those before. */
export function documentOptions({ days }: Pick<DayWindow, 'days'>) {
  return { ...read(getAiInsights, { days, take: DOCUMENT_ROWS }), refetchInterval: POLL_MS };
}

export function startersOptions() {
  return { ...read(listConversationStarters, { limit: 200 }), staleTime: POLL_MS };
}

type Insights = Reply<typeof listInsights>;

export function changeList({ items, total, previous_total: previousTotal }: Insights): ChangeList {
  const rows = items.map(({ label, count, previous_count: previous, sessions }) => ({
    label,
    count,
    previous,
    sessions,
  }));
  return { rows, total, previousTotal };
}

/** All rows of a list, for its file. */
export function insightPages(
  list: InsightList,
  { from, to }: Days,
): ReadPage<Insights['items'][number] & { readonly id: string }> {
  return async (skip, limit, signal) => {
    const query = { list, from, to, skip, limit };
    const { items, total_count } = await call(listInsights, { query, priority: 'background', signal });
    return { items: items.map((item) => ({ ...item, id: item.label })), total_count };
  };
}
