/**
 * Cost of `text=1` of `tickets` on PostgreSQL: lists of 25 of 1,000,000 tickets with 4,500,000 messages of 300 characters,
 * against the plain list of the same tickets. The least of the rounds is printed, which other work on the machine adds least
 * to. `-- TICKETS` takes fewer.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { openDatabase } from '#server/db/open-database.ts';
import { sql, type Db } from '#server/db/db.ts';
import { makeSite } from './fill-site.ts';
import { loadMessages, PLANTED } from './load-messages.ts';
import { loadTickets } from './load-tickets.ts';
import { openServiceOver, serviceEnv } from './open-service.ts';
import { withPostgres } from './with-postgres.ts';

const Answer = z.object({ total_count: z.nullable(z.number()) });
const ROUNDS = 3;
const FIRST_ID = 2_000_001;
const [asked = '1000000'] = process.argv.slice(2);
const tickets = Number(asked);

const words = (text: string) => text.replaceAll(' ', '+');
const CASES = [
  ['the plain list', 'tickets&limit=25'],
  ['a rare phrase', `tickets&limit=25&text=1&q=${words(PLANTED.rare)}`],
  ['no hit', `tickets&limit=25&text=1&q=${PLANTED.none}`],
  ['a word in 1 of 100 tickets', `tickets&limit=25&text=1&q=${PLANTED.seldom}`],
  ['a word in every ticket, without the count', `tickets&limit=25&count=0&text=1&q=${PLANTED.frequent}`],
  ['a word in every ticket', `tickets&limit=25&text=1&q=${PLANTED.frequent}`],
  ['that and a rare phrase', `tickets&limit=25&text=1&q=${PLANTED.frequent}+${words(PLANTED.rare)}`],
] as const;

async function sizes(db: Db): Promise<void> {
  const [row] = await db.query<{ n: bigint; body: string; table_size: string; index_size: string }>(sql`
    select (select reltuples::bigint from pg_class where relname = 'ticket_comment') as n,
      (select round(avg(length(body)))::text from ticket_comment tablesample system (0.1)) as body,
      pg_size_pretty(pg_table_size('ticket_comment')) as table_size,
      pg_size_pretty(pg_relation_size('ticket_comment_search')) as index_size`);
  console.log(`${row?.n} messages of ${row?.body} characters: ${row?.table_size}, their index ${row?.index_size}`);
}

await withPostgres(async (url) => {
  const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
  const site = await makeSite(folder, serviceEnv(url));
  const database = await openDatabase({ dataDir: folder, databaseUrl: url });
  const now = new Date();
  const step = tickets / 4;
  for (let to = step; to <= tickets; to += step)
    await loadTickets(database.owner, site.siteId, { from: to - step + 1, to, now });
  const tookMs = await loadMessages(database.owner, site.siteId, FIRST_ID, tickets);
  console.log(`On PostgreSQL over ${tickets} tickets, whose index of words took ${(tookMs / 1000).toFixed(0)} s:`);
  await sizes(database.owner);
  const { send, closeApp } = await openServiceOver(database, { token: site.token, now: () => now });
  let listMs = 0;
  for (const [name, query] of CASES) {
    const rounds: number[] = [];
    let answer = '';
    for (let round = 0; round <= ROUNDS; round += 1) {
      const startedMs = performance.now();
      try {
        const { total_count: total } = Answer.parse(JSON.parse(await send('GET', query)));
        answer = total === null ? 'not counted' : `${total} tickets`;
      } catch (error) {
        answer = String(error).slice(0, 200);
      }
      rounds.push(performance.now() - startedMs);
    }
    const leastMs = Math.min(...rounds);
    if (name === CASES[0][0]) listMs = leastMs;
    console.log(`${name}: ${leastMs.toFixed(0)} ms, ${(leastMs / listMs).toFixed(1)} plain lists; ${answer}`);
  }
  await closeApp();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});
