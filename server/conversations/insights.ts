import type { InsightList } from '#contract/ai-reports.ts';
import { HANDOFF_STATUSES } from '#contract/conversations.ts';
import type { getAiInsights as GetAiInsights } from '#contract/insights.ts';
import type { Handler } from '#server/operation/call.ts';
import { countLabels } from './label-counts.sql.ts';

const DAY_MS = 86_400_000;

/**
 * GET ai_insights: whole UTC days, today included. `take` limits the two top lists; the list of states is complete. See
 * docs/api.md, "Insights".
 */
export const getAiInsights: Handler<typeof GetAiInsights> = async ({ db, site, now, query }) => {
  const { days, take, format } = query;
  const to = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  const from = new Date(to.getTime() - days * DAY_MS).toISOString();
  const window = { from, to: to.toISOString(), previousFrom: from };
  const count = async (list: InsightList, limit: number): Promise<LabelCount[]> => {
    const { rows } = await countLabels(db, site.id, { list, ...window }, { limit, skip: 0 });
    return rows.map((row) => ({ label: row.label, count: row.count }));
  };
  const lists = {
    top_questions: await count('question', take),
    top_handoff_reasons: await count('reason', take),
    handoff_status: await count('status', HANDOFF_STATUSES.length),
  };
  return format === 'csv' ? { csv: asCsv(lists) } : { ok: true, days, ...lists };
};

async function* asCsv(lists: Readonly<Record<string, readonly LabelCount[]>>) {
  yield Object.entries(lists).flatMap(([list, rows]) => rows.map((row) => ({ list, ...row })));
}

interface LabelCount {
  readonly label: string;
  readonly count: number;
}
