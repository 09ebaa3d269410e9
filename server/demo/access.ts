import { sql } from '#server/db/db.ts';
import { mintPortalToken, revokeOnePortalToken } from '#server/portal/portal-token.ts';
import { openPortalSession } from '#server/portal/portal-session.ts';
import { issueToken } from '#server/tokens/issue-token.ts';
import { revokeToken } from '#server/tokens/revoke-token.ts';
import { Random } from './random.ts';
import { amountOf, DAY, DEMO_ACTOR, HOUR, type Scene } from './scene.ts';
import { DESK } from './words.ts';

/**
 * Issues further API tokens, so that their list has content: read-only, of an agent, of a widget, about to expire,
 * unused for long, revoked. No one has them. Returns the ids of all tokens by label; of several with one label, the newest.
 */
export async function issueTokens({ database, site, now, agents }: Scene): Promise<ReadonlyMap<string, bigint>> {
  const { owner } = database;
  const rows = await owner.query<{ label: string; id: bigint }>(
    sql`select label, id from api_token where site_id = ${site.id} order by created_utc, id`,
  );
  const ids = new Map(rows.map(({ label, id }) => [label, id]));
  for (const { label, scopes, days: expiresDays, calls, is_of_agent: isOfAgent, ...token } of DESK.tokens) {
    if (ids.has(label)) continue;
    const context = (daysAgo: number) => ({ actor: DEMO_ACTOR, now: new Date(now - daysAgo * DAY) });
    const request = { label, scopes, expiresDays, agentId: isOfAgent ? (agents[0]?.id ?? null) : null };
    const { tokenId } = await issueToken(owner, site.id, request, context(token.issued_days_ago));
    ids.set(label, tokenId);
    // No client has these tokens, so no real call increases their use.
    await owner.query(sql`
      update api_token set request_count = ${calls},
        last_used_utc = ${context(token.used_days_ago).now.toISOString()}::timestamptz
      where site_id = ${site.id} and id = ${tokenId}`);
    if (token.revoked_days_ago !== null) await revokeToken(owner, site, tokenId, context(token.revoked_days_ago));
  }
  return ids;
}

/** Issues portal links to customers: used, unused, expired, revoked, about to expire. */
export async function issueLinks(scene: Scene): Promise<void> {
  const { database, site, keys, now, seed, tickets } = scene;
  const db = database.forSite(site.id);
  const random = new Random(seed ^ 0x9047);
  const emails = [...new Set(tickets.slice(-400).flatMap(({ person }) => person.email ?? []))];
  const count = Math.min(amountOf(scene, 0.008, 2 * DESK.links.length), emails.length);
  for (let index = 0; index < count; index += 1) {
    const kind = DESK.links[index % DESK.links.length] ?? random.pick(DESK.links);
    const [email = ''] = emails.splice(random.integer(0, emails.length - 1), 1);
    const madeAt = Math.round(now - random.integer(...kind.issued_days_ago) * DAY - random.next() * 6 * HOUR);
    const lifeMs = Math.min(now - madeAt, kind.days * DAY);
    // Opened in the first days, and revoked after that.
    const openings = Array.from({ length: random.integer(...kind.uses) }, () => madeAt + random.next() * lifeMs * 0.6);
    const body = { requester_email: email, expiry_days: kind.days };
    const call = { site, body, keys, actor: DEMO_ACTOR, config: { publicUrl: '' }, isSilent: true };
    const { id, token } = await db.transaction((db) => mintPortalToken({ ...call, db, now: new Date(madeAt) }));
    for (const at of openings.toSorted((a, b) => a - b))
      await openPortalSession({ database, keys, now: new Date(at), lookUp: (_, read) => read() }, { token });
    const revoked = { actor: DEMO_ACTOR, now: new Date(madeAt + lifeMs * 0.8), isSilent: true };
    if (kind.is_revoked) await db.transaction((db) => revokeOnePortalToken(db, site, id, revoked));
  }
}
