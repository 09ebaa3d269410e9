import type { summarizeDrafts as SummarizeDrafts } from '#contract/ai-reports.ts';
import { hasAiUsage } from '#server/ai/ai-limits.ts';
import { sql } from '#server/db/db.ts';
import type { Handler } from '#server/operation/call.ts';
import { readDays } from './report-parameters.ts';

/** GET ai_reports with `report=drafts`. See docs/api.md, "Copilot". @throws ApiError bad_field */
export const summarizeDrafts: Handler<typeof SummarizeDrafts> = async ({ db, site, query, now }) => {
  const { from, to } = readDays(query, now);
  const none = { drafts: 0, as_is: 0, edited: 0, discarded: 0 };
  if (!hasAiUsage(site)) return none;
  const [row] = await db.query<typeof none>(sql`
    select
      (select coalesce(sum(d.calls - d.errors), 0)::integer from ai_usage_day d
        where d.site_id = ${site.id} and d.feature = 'copilot' and d.day >= ${from}::date and d.day < ${to}::date) as drafts,
      count(*) filter (where u.use = 'as_is')::integer as as_is, count(*) filter (where u.use = 'edited')::integer as edited,
      count(*) filter (where u.use = 'discarded')::integer as discarded
    from draft_use u join ai_call c on c.site_id = ${site.id} and c.id = u.call_id
    where u.site_id = ${site.id} and c.created_utc >= ${`${from}T00:00:00.000Z`}::timestamptz
      and c.created_utc < ${`${to}T00:00:00.000Z`}::timestamptz`);
  return row ?? none;
};
