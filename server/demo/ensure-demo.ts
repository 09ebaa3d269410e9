import type { Database } from '#server/db/db.ts';
import { holdLock } from '#server/db/hold-lock.ts';
import type { Site } from '#server/operation/call.ts';
import { AppKeys } from '#server/secrets/app-keys.ts';
import { createSite, type NewSite } from '#server/site/create-site.ts';
import { issueToken } from '#server/tokens/issue-token.ts';
import { deriveToken, hashToken } from '#server/tokens/token-format.ts';
import { findAgentIds, findSites, getTokenState, lockDemo, tryLockDemo } from './demo.sql.ts';
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

export interface EnsureDemoOptions {
  /** The service's secret: the token is derived from it, so it is the same at each start and stored as a hash alone. */
  readonly key: string | Uint8Array;
  readonly tickets?: number;
}

interface Demo {
  readonly site: Site;
  readonly token: string;
}

type Surroundings = Omit<DemoContext, 'keys'>;

/**
 * Makes two demo sites in an empty database, the second one small and without its optional features, and answers the
 * first with its token. A start that was cut off half-way is done again; of nodes that start at once one makes the
 * demo, and the others wait for it. Null where the database belongs to somebody, or where the token was revoked or has
 * expired. See docs/operating.md, "Start".
 */
export async function ensureDemo(
  database: Database,
  options: EnsureDemoOptions,
  surroundings: Surroundings,
): Promise<Demo | null> {
  if (database.engine === 'pglite') return makeDemo(database, options, surroundings);
  const free = await holdLock(database.owner, async (db) => {
    if (await tryLockDemo(db)) return true;
    surroundings.report('Another node is creating the demo: waiting for it');
    await lockDemo(db);
    return true;
  });
  try {
    return await makeDemo(database, options, surroundings);
  } finally {
    await free?.();
  }
}

async function makeDemo(
  database: Database,
  { key, tickets = TICKETS }: EnsureDemoOptions,
  surroundings: Surroundings,
): Promise<Demo | null> {
  const { owner } = database;
  const context = { ...surroundings, keys: new AppKeys(key) };
  const token = deriveToken('sck', key, 'demo');
  const sites = await findSites(owner);
  const known = await getTokenState(owner, hashToken(token), context.now);
  if (known !== undefined) {
    const site = sites.find(({ id }) => id === known.site_id);
    return known.is_good && site !== undefined ? { site, token } : null;
  }
  // The token comes last: demo sites without it are what an interrupted start left.
  if (!sites.every(({ isDemo, name }) => isDemo && (name === MAIN.name || name === SMALL.name))) return null;
  const main = sites.find(({ name }) => name === MAIN.name) ?? (await createSite(owner, MAIN, context.now));
  const small = sites.find(({ name }) => name === SMALL.name) ?? (await createSite(owner, SMALL, context.now));
  const isAgain = sites.length > 0;
  await fillDemo(database, main, { tickets, seed: SEED, reset: isAgain }, context);
  await fillDemo(
    database,
    small,
    { tickets: Math.min(SMALL_TICKETS, tickets), seed: SEED + 1, reset: isAgain },
    context,
  );
  const [agentId = null] = (await findAgentIds(owner, main.id)).values();
  const request = { label: 'Demo lead', scopes: ['*'], agentId, raw: token };
  await issueToken(owner, main.id, request, { actor: DEMO_ACTOR, now: context.now });
  return { site: main, token };
}
