import type { Database } from '#server/db/db.ts';
import { holdLock } from '#server/db/hold-lock.ts';
import type { Site } from '#server/operation/call.ts';
import { createSite, type NewSite } from '#server/site/create-site.ts';
import { issueToken } from '#server/tokens/issue-token.ts';
import { deriveToken, hashToken } from '#server/tokens/token-format.ts';
import { findAgentIds, findSites, getTokenState, isLeftByStart, lockDemo, tryLockDemo } from './demo.sql.ts';
import { DEMO_TOKEN_LABELS } from './seed/seed-tokens.ts';
import { fillDemo, type DemoContext } from './fill-demo.ts';
import { DEMO_ACTOR } from './write-silently.ts';

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
const DEMO_NAMES = [MAIN.name, SMALL.name];

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
    await lockDemo(db);
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
  const sites = await findSites(owner);
  for (const { secret } of context.keys.all) {
    for (const site of sites.filter(({ isDemo }) => isDemo)) {
      const token = deriveToken('sck', site.id, secret, 'demo');
      const state = await getTokenState(owner, site.id, hashToken(token), context.now);
      if (state !== undefined) return { site, token: state.is_good ? token : null };
    }
  }
  if (sites.length > 0 && !(await isLeftByStart(owner, DEMO_NAMES, DEMO_TOKEN_LABELS))) {
    const site = sites.find(({ isDemo }) => isDemo);
    return site === undefined ? null : { site, token: null };
  }
  const main = sites.find(({ name }) => name === MAIN.name) ?? (await createSite(owner, MAIN, context.now));
  const small = sites.find(({ name }) => name === SMALL.name) ?? (await createSite(owner, SMALL, context.now));
  const isAgain = sites.length > 0;
  const fill = (site: Site, count: number, seed: number) =>
    fillDemo(database, site, { tickets: count, seed, reset: isAgain }, context);
  await Promise.all([fill(main, tickets, SEED), fill(small, Math.min(SMALL_TICKETS, tickets), SEED + 1)]);
  const [agentId = null] = (await findAgentIds(owner, main.id)).values();
  const token = deriveToken('sck', main.id, context.keys.current.secret, 'demo');
  const request = { label: 'Demo lead', scopes: ['*'], agentId, raw: token };
  await issueToken(owner, main.id, request, { actor: DEMO_ACTOR, now: context.now });
  return { site: main, token };
}
