import { useQuery } from '@tanstack/react-query';
import { type InsightList, listHandoffDays, listInsights, summarizeDrafts } from '#contract/ai-reports.ts';
import { listConversationStarters } from '#contract/conversations.ts';
import { getAiInsights } from '#contract/insights.ts';
import type { Reply } from '#contract/operation.ts';
import { read } from '#src/api/read.ts';
import { POLL_MS, useHasSessions } from '#src/conversations/queries.ts';
import type { DayWindow } from '#src/panels/day-window.ts';

type Days = Pick<DayWindow, 'from' | 'to'>;

/** Rows of a list; one that is longer says so. */
export const MAX_LISTED = 200;
/** The most that `ai_insights` answers. */
const DOCUMENT_ROWS = 50;

export function insightsOptions(list: InsightList, { from, to }: Days) {
  return { ...read(listInsights, { list, from, to, limit: MAX_LISTED }), refetchInterval: POLL_MS };
}

export function handoffDaysOptions({ from, to }: Days) {
  return { ...read(listHandoffDays, { from, to }), refetchInterval: POLL_MS };
}

export function draftsOptions({ from, to }: Days) {
  return { ...read(summarizeDrafts, { from, to }), refetchInterval: POLL_MS };
}

export function startersOptions() {
  return { ...read(listConversationStarters, { limit: 200 }), staleTime: POLL_MS };
}

/** A question, a reason or a state. */
export interface InsightRow {
  readonly label: string;
  readonly count: number;
  /** In as many days before; null where the service does not say it. */
  readonly previous: number | null;
  /** Sessions that started in the window; null where the service does not say it. */
  readonly sessions: number | null;
}

export interface Insights {
  readonly rows: readonly InsightRow[];
  /** Sums over all rows, also those beyond the list. */
  readonly total: number;
  readonly previousTotal: number | null;
  /** How many rows there are. */
  readonly rowCount: number;
}

/** A list, the most frequent first. The API document has the last days alone, without those before. */
export function useInsights(list: InsightList, window: DayWindow) {
  const isWhole = useHasSessions();
  const whole = useQuery({ ...insightsOptions(list, window), enabled: isWhole, select: insightsOf });
  const { days } = window;
  const document = useQuery({
    ...read(getAiInsights, { days, take: DOCUMENT_ROWS }),
    refetchInterval: POLL_MS,
    enabled: !isWhole,
    select: (answer) => documentInsights(answer[DOCUMENT_LISTS[list]]),
  });
  return isWhole ? whole : document;
}

const DOCUMENT_LISTS = { question: 'top_questions', reason: 'top_handoff_reasons', status: 'handoff_status' } as const;

function insightsOf(answer: Reply<typeof listInsights>): Insights {
  return {
    rows: answer.items.map(({ previous_count: previous, ...row }) => ({ ...row, previous })),
    total: answer.total,
    previousTotal: answer.previous_total,
    rowCount: answer.total_count,
  };
}

function documentInsights(items: readonly Pick<InsightRow, 'label' | 'count'>[]): Insights {
  return {
    rows: items.map((item) => ({ ...item, previous: null, sessions: null })),
    total: items.reduce((sum, { count }) => sum + count, 0),
    previousTotal: null,
    rowCount: items.length,
  };
}

/** The row that grew most; undefined where none grew. */
export function grownMost(rows: readonly InsightRow[]): InsightRow | undefined {
  const growth = ({ count, previous }: InsightRow) => count - (previous ?? count);
  const [most] = rows.toSorted((a, b) => growth(b) - growth(a));
  return most === undefined || growth(most) <= 0 ? undefined : most;
}
