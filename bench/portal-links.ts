/**
 * Lists of 1,000,000 portal links in each order and under each filter, and their facets, against `GET tickets?limit=25`
 * over 5,000 tickets. They take turns; a figure is the median of its rounds' ratios. Cases without a goal are printed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillSite } from './fill-site.ts';
import { LINKS, loadLinks } from './load-links.ts';
import { median } from './measure.ts';
import { openService, serviceEnv } from './open-service.ts';
import { withPostgres } from './with-postgres.ts';

const GOAL = 4;
const ROUNDS = 9;

interface Case {
  readonly name: string;
  readonly query: string;
  /** The most it may take, as a multiple of a list of tickets; null for no limit. */
  readonly goal: number | null;
}

const list = (query: string, goal: number | null = null): Case => ({
  name: `links${query}`,
  query: `portal_tokens&limit=50${query}`,
  goal,
});
const LIST: Case = { name: 'tickets', query: 'tickets&limit=25', goal: null };
const CASES: readonly Case[] = [
  list(''),
  list('&order_by=expires'),
  list('&q=0500000', GOAL),
  list('&q=example.org'),
  list('&email=person.0500000%40example.org', GOAL),
  list('&state=active'),
  list('&state=expired'),
  list('&state=revoked'),
  list('&expiring_days=7'),
  list('&unused=1'),
  list('&min_uses=10'),
  list('&facets=1'),
];

async function compare(engine: string, folder: string, databaseUrl: string | null): Promise<void> {
  const { siteId, token } = await fillSite(folder, 5_000, serviceEnv(databaseUrl));
  const now = new Date();
  const service = await openService({ folder, databaseUrl, token, now: () => now });
  try {
    await loadLinks(service.database.owner, siteId, now.toISOString());
    const send = ({ query }: Case) => service.send('GET', query);
    for (const one of CASES) checkAnswer(one.name, await send(one));
    const timed = async (one: Case) => {
      const startedMs = performance.now();
      await send(one);
      return performance.now() - startedMs;
    };
    const rounds: { readonly ticketsMs: number; readonly took: readonly number[] }[] = [];
    for (let n = -3; n < ROUNDS; n += 1) {
      const took: number[] = [];
      for (const one of CASES) took.push(await timed(one));
      const ticketsMs = median([await timed(LIST), await timed(LIST), await timed(LIST)]);
      if (n >= 0) rounds.push({ ticketsMs, took });
    }
    for (const [index, { name, goal }] of CASES.entries()) {
      const of = (round: (typeof rounds)[number]) => round.took[index] ?? Number.NaN;
      const ratio = median(rounds.map((round) => of(round) / round.ticketsMs));
      console.log(
        `${name} over ${LINKS} links on ${engine}: ${ratio.toFixed(2)} times a list of tickets ` +
          `(${median(rounds.map(of)).toFixed(1)} ms; goal ${goal ?? 'none'})`,
      );
      if (goal !== null && ratio > goal) process.exitCode = 1;
    }
  } finally {
    await service.close();
  }
}

/** An empty list would be fast for the wrong reason. */
function checkAnswer(name: string, payload: string): void {
  if (payload.includes('"items":[]')) throw new Error(`${name} found nothing`);
}

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
try {
  await withPostgres((url) => compare('PostgreSQL', join(folder, 'postgres'), url));
} finally {
  await rm(folder, { recursive: true, force: true });
}
