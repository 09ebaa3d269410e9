/**
 * `GET customer_duplicates` over 200,000 customers, a tenth of whom may be duplicates, against
 * `GET tickets?limit=25` over 5,000 tickets, on PostgreSQL; with `-- large` over 1,000,000. They take turns; a figure is the median of its rounds' ratios. Also printed: how long a search
 * of all of them takes in the background.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchDuplicates } from '#server/customers/merge/search-duplicates.ts';
import { sql } from '#server/db/db.ts';
import { fillSite } from './fill-site.ts';
import { loadLikeCustomers } from './load-like-customers.ts';
import { median } from './measure.ts';
import { openService, serviceEnv } from './open-service.ts';
import { withPostgres } from './with-postgres.ts';

const GOAL = 4;
const ROUNDS = 15;
const A_ROUND = 20;
const CUSTOMERS = process.argv[2] === 'large' ? 1_000_000 : 200_000;
const LIST = 'tickets&limit=25';

async function compare(engine: string, folder: string, databaseUrl: string | null, customers: number): Promise<void> {
  const { siteId, token } = await fillSite(folder, 5_000, serviceEnv(databaseUrl));
  const now = new Date();
  const service = await openService({ folder, databaseUrl, token, now: () => now });
  const { database } = service;
  try {
    let startedMs = performance.now();
    await loadLikeCustomers(database.owner, siteId, now, customers);
    console.log(`${engine}: ${customers} customers stored in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
    startedMs = performance.now();
    await searchDuplicates(database, { id: BigInt(siteId), country: null }, now);
    const seconds = (performance.now() - startedMs) / 1000;
    console.log(`${engine}: ${customers} customers searched in ${seconds.toFixed(0)} s, in the background`);
    await database.owner.query({ text: 'analyze', values: [] });
    const [pairs] = await database.owner.query<{ n: number; some: bigint }>(sql`
      select count(*)::integer as n, min(low_id) as some from customer_pair where site_id = ${siteId}`);
    console.log(`${engine}: ${pairs?.n} pairs`);
    const cases = ['', '&skip=1000', `&identity_id=${pairs?.some}`, '&dismissed=1'];
    const queries = cases.map((query) => `customer_duplicates${query}`);
    const round = async (query: string) => {
      const begunMs = performance.now();
      for (let n = 0; n < A_ROUND; n += 1) await service.send('GET', query);
      return (performance.now() - begunMs) / A_ROUND;
    };
    const rounds: Map<string, number>[] = [];
    for (let n = -2; n < ROUNDS; n += 1) {
      const took = new Map<string, number>();
      for (const query of [...queries, LIST]) took.set(query, await round(query));
      if (n >= 0) rounds.push(took);
    }
    const times = (query: string) => rounds.map((took) => took.get(query) ?? Number.NaN);
    for (const query of queries) {
      const ratio = median(times(query).map((ms, index) => ms / (times(LIST)[index] ?? Number.NaN)));
      console.log(
        `${query} over ${customers} customers on ${engine}: ${ratio.toFixed(2)} times a list of tickets ` +
          `(${median(times(query)).toFixed(1)} ms against ${median(times(LIST)).toFixed(1)} ms; goal ${GOAL})`,
      );
      if (ratio > GOAL) process.exitCode = 1;
    }
  } finally {
    await service.close();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
try {
  await withPostgres((url) => compare('PostgreSQL', join(folder, 'postgres'), url, CUSTOMERS));
} finally {
  await rm(folder, { recursive: true, force: true });
}
