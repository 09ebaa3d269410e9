import type { getAiInsights as GetAiInsights } from '#contract/insights.ts';
import type { Handler } from '#server/operation/call.ts';
import { countQuestions, countReasons, countStates, type Counted } from './insights.sql.ts';

const DAY_MS = 86_400_000;

/**
 * GET ai_insights: over whole UTC days that end today. `take` bounds the two top lists; the states are complete.
 * See docs/api.md, "Insights".
 */
export const getAiInsights: Handler<typeof GetAiInsights> = async ({ db, site, now, query }) => {
  const { days, take, format } = query;
  const to = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  const window = { from: new Date(to.getTime() - days * DAY_MS), to };
  const lists = {
    top_questions: await countQuestions(db, site.id, window, take),
    top_handoff_reasons: await countReasons(db, site.id, window, take),
    handoff_status: await countStates(db, site.id, window),
  };
  return format === 'csv' ? { csv: asCsv(lists) } : { ok: true, days, ...lists };
};

async function* asCsv(lists: Readonly<Record<string, readonly Counted[]>>) {
  yield Object.entries(lists).flatMap(([list, rows]) => rows.map((row) => ({ list, ...row })));
}
