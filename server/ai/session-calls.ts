import type { Journey } from '#contract/conversations.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { Site, SiteRef } from '#server/operation/call.ts';
import { hasAiUsage } from './ai-limits.ts';
import { findSessionCosts } from './ai-calls.sql.ts';

/**
 * The cost of each session's AI calls in USD; sessions without calls are absent. Empty for a site without AI usage. See
 * docs/api.md, "Sessions".
 */
export async function getSessionCosts(
  db: Db,
  site: Pick<Site, 'id' | 'undeployed'>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (sessionIds.length === 0 || !hasAiUsage(site)) return new Map();
  const rows = await findSessionCosts(db, site.id, sessionIds);
  return new Map(rows.map(({ session_id, cost_usd }) => [session_id, Number(cost_usd)]));
}

/**
 * Removes the session from at most `limit` calls; their costs stay. Call it inside a transaction. Returns how many it
 * changed.
 */
export async function forgetSessionsOfCalls(
  db: Db,
  site: SiteRef,
  sessionIds: readonly string[],
  limit: number,
): Promise<number> {
  const rows = await db.query(sql`
    update ai_call set session_id = null where site_id = ${site.id} and id = any(array(
      select c.id from ai_call c where c.site_id = ${site.id} and c.session_id = any(${sessionIds}::text[]) limit ${limit}))
    returning 1 as one`);
  return rows.length;
}

type UseOfCalls = Pick<Journey, 'calls' | 'tokens' | 'cost_usd' | 'unpriced_calls'>;

/** The use of the calls of a session and of a ticket, each call once. A ticket has the calls of its sessions too. */
export async function sumCallsOf(
  db: Db,
  site: Pick<Site, 'id' | 'undeployed'>,
  { sessionId, ticketId }: { readonly sessionId: string; readonly ticketId: bigint | null },
): Promise<UseOfCalls> {
  if (!hasAiUsage(site)) return { calls: 0, tokens: 0n, cost_usd: 0, unpriced_calls: 0 };
  const [row] = await db.query<Omit<UseOfCalls, 'cost_usd'> & { cost_usd: string }>(sql`
    select count(*)::integer as calls, coalesce(sum(c.tokens), 0)::bigint as tokens,
      coalesce(sum(c.cost_usd), 0) as cost_usd, (count(*) filter (where not c.is_priced))::integer as unpriced_calls
    from ai_call c where c.site_id = ${site.id} and c.id in (
      select o.id from ai_call o where o.site_id = ${site.id} and o.session_id = ${sessionId}
      union select o.id from ai_call o where o.site_id = ${site.id} and o.ticket_id = ${ticketId}::bigint
      union select o.id from chat_session s join ai_call o on o.site_id = s.site_id and o.session_id = s.session_id
        where s.site_id = ${site.id} and s.ticket_id = ${ticketId}::bigint and o.ticket_id is null)`);
  if (row === undefined) throw new Error('the database returned no sums');
  return { ...row, cost_usd: Number(row.cost_usd) };
}
