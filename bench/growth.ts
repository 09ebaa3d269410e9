/**
 * Cost of single calls over 10,000, 100,000 and 1,000,000 tickets (the last on PostgreSQL alone), without a socket:
 * lists and single rows should cost by what they answer, not by what the table holds.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSite } from './fill-site.ts';
import { loadTickets, personOf } from './load-tickets.ts';
import { median, time } from './measure.ts';
import { openService, serviceEnv, type OpenService } from './open-service.ts';
import { withPostgres } from './with-postgres.ts';

/** The cost over the most tickets by that over the fewest. */
const GOAL = 2;
const ROUNDS = 31;
const PATIENCE_MS = 2_500;

interface Measured {
  readonly name: string;
  /** False for figures that count rows of the site by their nature. */
  readonly isFlat: boolean;
  readonly run: (service: OpenService, round: number) => Promise<unknown>;
}

const get = (name: string, query: string, isFlat = true): Measured => ({
  name,
  isFlat,
  run: (service) => service.send('GET', query),
});

/** All are among the first 10,000 tickets, and so at each size. */
const CALLS: readonly Measured[] = [
  get('a list', 'tickets&limit=25'),
  get('a list by status', 'tickets&limit=25&status=open'),
  get('a list by agent', 'tickets&limit=25&assignee=7'),
  get('the inbox', 'tickets&limit=25&status=open,pending&order_by=waiting'),
  // Searches use a trigram index, whose posting lists grow with the table.
  get('a search for an email', `tickets&q=${personOf(1234).email}`, false),
  get('a ticket', 'ticket&id=2004321&include=links,activity,comments'),
  {
    name: 'a change of a ticket',
    isFlat: true,
    run: (service, round) =>
      service.send('PATCH', 'ticket', { id: 2_004_321, priority: round % 2 === 0 ? 'high' : 'low' }),
  },
  { name: 'a new ticket', isFlat: true, run: (service) => service.send('POST', 'tickets', { subject: 'Bell' }) },
  get('a customer', `customer&email=${personOf(1234).email}`),
  get('customers by tickets', 'customer_identities&limit=50'),
  get('the facets of a list', 'tickets&limit=1&status=open,pending&facets=1', false),
  get('csat over 30 days', 'csat&days=30&include=trend', false),
  get('the tags', 'tags'),
  get('health', 'health', false),
];

async function measure(service: OpenService): Promise<number[]> {
  const times: number[] = [];
  for (const { run } of CALLS) {
    const took: number[] = [];
    const endMs = performance.now() + PATIENCE_MS;
    // Statements are prepared at their third use.
    for (let round = -4; round < ROUNDS && (round < 3 || performance.now() < endMs); round += 1) {
      const ms = await time(() => run(service, round));
      if (round >= 0) took.push(ms);
    }
    times.push(median(took));
  }
  return times;
}

async function grow(
  engine: string,
  folder: string,
  databaseUrl: string | null,
  sizes: readonly number[],
): Promise<void> {
  const { siteId, token } = await makeSite(folder, serviceEnv(databaseUrl));
  const service = await openService({ folder, databaseUrl, token });
  const now = new Date();
  const bySize: number[][] = [];
  try {
    let from = 1;
    for (const to of sizes) {
      await loadTickets(service.database.owner, siteId, { from, to, now });
      from = to + 1;
      bySize.push(await measure(service));
    }
  } finally {
    await service.close();
  }
  CALLS.forEach(({ name, isFlat }, index) => {
    const times = bySize.map((all) => all[index] ?? Number.NaN);
    const ratio = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN);
    const isOver = isFlat && ratio > GOAL;
    const list = times.map((ms, at) => `${ms.toFixed(1)} ms over ${sizes[at]}`).join(', ');
    console.log(
      `${isOver ? 'OVER ' : ''}${name} on ${engine}: ${list}; ${ratio.toFixed(2)} times (${isFlat ? `goal ${GOAL}` : 'no goal'})`,
    );
    if (isOver) process.exitCode = 1;
  });
}

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
try {
  await withPostgres((url) => grow('PostgreSQL', join(folder, 'postgres'), url, [10_000, 100_000, 1_000_000]));
} finally {
  await rm(folder, { recursive: true, force: true });
}
