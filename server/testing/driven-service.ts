import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { sql, type Database, type Db } from '#server/db/db.ts';
import { runOrFail } from '#server/serve/run-or-fail.ts';
import { runService } from '#server/serve/run-service.ts';
import { createSite } from '#server/site/create-site.ts';
import { issueToken, type TokenRequest } from '#server/tokens/issue-token.ts';
import { copySite } from './copy-site.ts';
import { DriveCommand, type DriveAnswer, type SiteMade } from './drive-protocol.ts';
import { createAgent } from '#server/tickets/agents.ts';
import type { Clock } from '#server/operation/call.ts';

// The service of main.ts for browser tests: the parent process sets its clock and creates sites by messages.
// Arguments: the first instant of the clock, and the folder of the dashboard.

/** A clock that runs at normal speed from an instant that a test sets. */
class DrivenClock implements Clock {
  #startMs: number;
  #startedAtMs: number;

  constructor(start: Date) {
    this.#startMs = start.getTime();
    this.#startedAtMs = performance.now();
  }

  now(): Date {
    return new Date(this.#startMs + (performance.now() - this.#startedAtMs));
  }

  set(instant: Date): void {
    this.#startMs = instant.getTime();
    this.#startedAtMs = performance.now();
  }
}

const AGENT = 'Robin Tester';
const [, , start = '', dist = ''] = process.argv;
const clock = new DrivenClock(new Date(start));

await runOrFail(async () => {
  const database = await runService({ dist, clock });
  process.on('message', (message) => void answer(database, DriveCommand.parse(message)));
  // Without its parent nothing controls it.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
});

async function answer(database: Database | null, command: DriveCommand): Promise<void> {
  const { id } = command;
  let answered: DriveAnswer;
  try {
    answered = { id, problem: null, result: await perform(database, command) };
  } catch (error) {
    answered = { id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error), result: null };
  }
  if (process.connected) process.send?.(answered);
}

async function perform(database: Database | null, command: DriveCommand): Promise<unknown> {
  if (command.do === 'set clock') return clock.set(new Date(command.now));
  if (database === null) throw new Error('A service before another one has no sites');
  if (command.do === 'make site') return makeSite(database, command);
  if (command.do === 'query') return query(database.owner, command);
  const { siteId, label, scopes, agentId, rateLimitPerMin, expiresUtc } = command;
  const request: TokenRequest = {
    ...{ label, scopes, rateLimitPerMin, agentId: agentId === null ? null : BigInt(agentId) },
    ...(expiresUtc === null ? {} : { expires: new Date(expiresUtc) }),
  };
  const context = { actor: ADMIN_ACTOR, now: clock.now() };
  const { tokenId, token } = await issueToken(database.owner, BigInt(siteId), request, context);
  return { tokenId: Number(tokenId), token };
}

/** One transaction, as each commit waits for the disk. */
async function makeSite(
  { owner }: Database,
  { name, timeZone, undeployed, copyOf, agents }: Extract<DriveCommand, { do: 'make site' }>,
): Promise<SiteMade> {
  return owner.transaction(async (db) => {
    const isDemo = copyOf !== null;
    const context = { actor: ADMIN_ACTOR, now: clock.now() };
    // The copied site is the demo site, whose phone keys depend on its country.
    const country = isDemo ? 'DE' : null;
    const site = await createSite(db, { name, timeZone, isDemo, country, undeployed }, context.now);
    if (isDemo) await copySite(db, BigInt(copyOf), site.id);
    const known = isDemo ? await getAgentId(db, site.id, AGENT) : undefined;
    const agentId = known ?? (await createAgent(db, site, { name: AGENT }, context));
    for (const other of agents) await createAgent(db, site, { name: other }, context);
    // Tests call far more often than a person; the rate limit has its own tests.
    const token = async (label: string, scope: string, more: Partial<TokenRequest> = {}): Promise<string> =>
      (await issueToken(db, site.id, { label, scopes: [scope], rateLimitPerMin: 100_000, ...more }, context)).token;
    return {
      siteId: Number(site.id),
      agentId: String(agentId),
      tokens: {
        all: await token('End to end', '*'),
        readOnly: await token('Read only', 'read'),
        agent: await token('Robin', '*', { agentId }),
      },
    };
  });
}

/** Sees all sites: the statement has to name its own. */
async function query(owner: Db, { parts, values }: Extract<DriveCommand, { do: 'query' }>): Promise<unknown> {
  const rows = await owner.query<Readonly<Record<string, unknown>>>(
    sql(Object.assign([...parts], { raw: parts }), ...values),
  );
  // Messages between processes cannot carry a bigint.
  const plain = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
}

/** The id of an agent by name, undefined if the site has none of that name. */
async function getAgentId(db: Db, siteId: bigint, name: string): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint }>(
    sql`select id from agent where site_id = ${siteId} and name = ${name} order by id limit 1`,
  );
  return row?.id;
}
