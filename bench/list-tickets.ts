/**
 * Lists of 25 of many tickets by each filter: from the parameters to the JSON text, without HTTP, against
 * the page and the count that SQL by hand asks for, as the same role behind the same wall. Both take turns.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/open-database.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import { installBigintJson } from '#server/http/bigint-json.ts';
import { makeSite } from './fill-site.ts';
import { listCases, type ListCase } from './list-cases.ts';
import { loadTickets } from './load-tickets.ts';
import { median, time } from './measure.ts';
import { serviceEnv } from './open-service.ts';
import { listRunner } from './run-list.ts';
import { withPostgres } from './with-postgres.ts';

const GOAL = 2;
/** For each list that the document has. */
const GOAL_MS = 50;
const MAX_ROUNDS = 15;
const PATIENCE_MS = 800;

installBigintJson();

async function compare(engine: string, folder: string, databaseUrl: string | null, tickets: number): Promise<void> {
  const { siteId } = await makeSite(folder, serviceEnv(databaseUrl));
  const database = await openDatabase({ dataDir: folder, databaseUrl });
  const now = new Date();
  try {
    await loadTickets(database.owner, siteId, { from: 1, to: tickets, now });
    const list = listRunner(database, siteId);
    const db = database.forSite(BigInt(siteId));
    const day = (ago: number) => new Date(now.getTime() - ago * 86_400_000).toISOString();
    for (const one of listCases(tickets, { from: day(365), to: day(364) })) {
      const ours = () => list(one.query);
      const bare = () => listByHand(db, siteId, one);
      checkAnswer(one, await ours(), await bare());
      const rounds: { ours: number; bare: number }[] = [];
      const endMs = performance.now() + PATIENCE_MS;
      // The first ones are not counted: statements are prepared at their third use, and pages are read.
      for (let round = -3; round < MAX_ROUNDS && (round < 3 || performance.now() < endMs); round += 1) {
        const took = { ours: await time(ours), bare: await time(bare) };
        if (round >= 0) rounds.push(took);
      }
      report(`${one.name} of ${tickets} on ${engine}`, one, rounds);
    }
  } finally {
    await database.close();
  }
}

function report(what: string, one: ListCase, rounds: readonly { ours: number; bare: number }[]): void {
  const ratio = median(rounds.map((round) => round.ours / round.bare));
  const [oursMs, bareMs] = [median(rounds.map((round) => round.ours)), median(rounds.map((round) => round.bare))];
  const isSlow = one.isDocumented === true && oursMs > GOAL_MS;
  const isOver = ratio > GOAL || isSlow;
  console.log(
    `${isOver ? 'OVER ' : ''}${what}: ${ratio.toFixed(2)} times SQL by hand ` +
      `(${oursMs.toFixed(1)} ms against ${bareMs.toFixed(1)} ms; goal ${GOAL}${one.isDocumented === true ? ` and ${GOAL_MS} ms` : ''})`,
  );
  if (isOver) process.exitCode = 1;
}

interface Found {
  readonly total: number;
  readonly ids: readonly bigint[];
}

async function listByHand(db: Db, siteId: number, { where, order, skip = 0 }: ListCase): Promise<Found> {
  const condition: Statement =
    where === undefined ? sql`t.site_id = ${siteId}` : sql`t.site_id = ${siteId} and ${where}`;
  const rows = await db.query<{ id: bigint }>(sql`
    select t.id, t.ticket_number, t.subject, t.status, t.priority, t.channel, t.requester_name, t.requester_email,
      t.requester_phone, nullif(array_to_string(t.tags, ','), '') as tags, t.first_response_utc, t.resolved_utc,
      t.created_utc, t.customer_identity_id, t.assignee_agent_id::text as assignee_agent_id, a.name as assignee_name,
      t.updated_utc, t.last_message_preview, t.snoozed_until_utc, t.version
    from ticket t left join agent a on a.site_id = t.site_id and a.id = t.assignee_agent_id
    where ${condition} order by ${order ?? sql`t.created_utc desc, t.id desc`} limit 25 offset ${skip}`);
  const [count] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from ticket t where ${condition}`,
  );
  return { total: count?.total ?? 0, ids: rows.map(({ id }) => id) };
}

/** A list of other tickets would be quick as well. */
function checkAnswer({ name }: ListCase, text: string, { total, ids }: Found): void {
  const answer: { readonly items: readonly { id: number }[]; readonly total_count: number } = JSON.parse(text);
  const same = answer.items.map(({ id }) => id).join() === ids.join();
  if (!same || answer.total_count !== total) {
    throw new Error(`${name}: ${answer.total_count} tickets, by hand ${total}; ${same ? 'the same' : 'other'} rows`);
  }
}

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
try {
  await withPostgres((url) => compare('PostgreSQL', join(folder, 'postgres'), url, 1_000_000));
} finally {
  await rm(folder, { recursive: true, force: true });
}
