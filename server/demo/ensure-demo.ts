import { sql, type Database, type Db } from '#server/db/db.ts';
import { holdLock } from '#server/db/hold-lock.ts';
import type { Site } from '#server/operation/call.ts';
import { createSite, type NewSite } from '#server/site/create-site.ts';
import { findAllSites } from '#server/site/sites.ts';
import { issueToken } from '#server/tokens/issue-token.ts';
import { deriveToken, hashToken } from '#server/tokens/token-format.ts';
import { fillDemo, type DemoContext } from './fill-demo.ts';
import { DEMO_ACTOR } from './scene.ts';
import { DESK, PEOPLE } from './words.ts';

const SEED = 20_251;
const TICKETS = 5_000;
const SMALL_TICKETS = 120;
const MAIN = {
  name: 'Lumen Cycles',
  timeZone: 'Europe/Berlin',
  isDemo: true,
  country: 'DE',
} as const satisfies NewSite;
const SMALL = {
  name: 'Lumen Cycles Outlet',
  timeZone: 'Europe/London',
  country: 'GB',
  isDemo: true,
  undeployed: ['channels', 'ai_usage'],
} as const satisfies NewSite;

export interface Demo {
  readonly site: Site;
  /** Null if this key does not derive the token of the site, or the token was revoked or has expired. */
  readonly token: string | null;
}

/**
 * Creates two demo sites in an empty database, the second one small and without its optional features, and answers the
 * first with its token. The token is derived from the key, so it is the same at each start, and only its hash is
 * stored. When several nodes start at once, one of them creates the demo and the others wait. A demo that an
 * interrupted start left half-filled is filled again; sites that people may have used are never changed.
 * @returns null if the database has no demo site. See docs/operating.md, "Start".
 */
export async function ensureDemo(database: Database, context: DemoContext, tickets = TICKETS): Promise<Demo | null> {
  const free = await holdLock(database.owner, async (db) => {
    if (await tryLockDemo(db)) return true;
    context.report('Another node is creating the demo: waiting for it');
    await db.query(sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`);
    return true;
  });
  try {
    return await makeDemo(database, context, tickets);
  } finally {
    await free?.();
  }
}

async function makeDemo(database: Database, context: DemoContext, tickets: number): Promise<Demo | null> {
  const { owner } = database;
  const sites = await findAllSites(owner);
  for (const { secret } of context.keys.all) {
    for (const site of sites.filter(({ isDemo }) => isDemo)) {
      const token = deriveToken('sck', site.id, secret, 'demo');
      const state = await getTokenState(owner, site.id, hashToken(token), context.now);
      if (state !== undefined) return { site, token: state.is_good ? token : null };
    }
  }
  if (sites.length > 0 && !(await isLeftByStart(owner))) {
    const site = sites.find(({ isDemo }) => isDemo);
    return site === undefined ? null : { site, token: null };
  }
  const main = sites.find(({ name }) => name === MAIN.name) ?? (await createSite(owner, MAIN, context.now));
  const small = sites.find(({ name }) => name === SMALL.name) ?? (await createSite(owner, SMALL, context.now));
  const isAgain = sites.length > 0;
  const fill = (site: Site, count: number, seed: number) =>
    fillDemo(database, site, { tickets: count, seed, reset: isAgain }, context);
  await Promise.all([fill(main, tickets, SEED), fill(small, Math.min(SMALL_TICKETS, tickets), SEED + 1)]);
  const agentId = await findFirstAgent(owner, main.id);
  const token = deriveToken('sck', main.id, context.keys.current.secret, 'demo');
  const request = { label: 'Demo lead', scopes: ['*'], agentId, raw: token };
  await issueToken(owner, main.id, request, { actor: DEMO_ACTOR, now: context.now });
  return { site: main, token };
}

/** Locks the demo until the transaction ends; false if another node holds the lock. */
export async function tryLockDemo(db: Db): Promise<boolean> {
  const [row] = await db.query<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('demo', 0)) as taken`,
  );
  return row?.taken === true;
}

async function findFirstAgent(db: Db, siteId: bigint): Promise<bigint | null> {
  const [row] = await db.query<{ id: bigint }>(
    sql`select id from agent where site_id = ${siteId} and name = ${PEOPLE.agents[0]} order by id limit 1`,
  );
  return row?.id ?? null;
}

async function getTokenState(
  db: Db,
  siteId: bigint,
  hash: Uint8Array,
  now: Date,
): Promise<{ is_good: boolean } | undefined> {
  const [row] = await db.query<{ is_good: boolean }>(sql`
    select revoked_utc is null and coalesce(expires_utc > ${now.toISOString()}::timestamptz, true) as is_good
    from api_token where site_id = ${siteId} and token_hash = ${hash}`);
  return row;
}

/**
 * Whether the database holds only demo sites that an interrupted start left. The demo's token is issued last, and
 * without their own token or an admin command people cannot have written anything. The story's tokens exist only as hashes.
 */
async function isLeftByStart(db: Db): Promise<boolean> {
  const [row] = await db.query<{ is_left: boolean }>(sql`
    select not exists (select from site where not is_demo or name <> all(${[MAIN.name, SMALL.name]}::text[]))
      and not exists (select from api_token where label <> all(${DESK.tokens.map(({ label }) => label)}::text[]))
      and not exists (select from audit_log where actor_kind = 'admin' and action <> 'site.create') as is_left`);
  return row?.is_left ?? false;
}
