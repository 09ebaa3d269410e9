/**
 * `GET ai_usage` over 90 days and 1,000,000 AI calls, day by day, and each report of `ai_reports` over the same, against
 * `GET tickets?limit=25` over 5,000 tickets. They take turns; a figure is the median of its rounds' ratios.
 * Groups that are added up from the calls themselves have no goal: theirs is printed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillSite } from './fill-site.ts';
import { CALLS, DAYS, loadCalls } from './load-calls.ts';
import { median } from './measure.ts';
import { openService, serviceEnv } from './open-service.ts';
import { withPostgres } from './with-postgres.ts';

const GOAL = 2;
/** Reports: a page of groups with their histograms, or of calls with what they were made for. */
const REPORT_GOAL = 4;
const ROUNDS = 15;
const A_ROUND = 20;

const USAGE = `ai_usage&days=${DAYS}&include=trend`;
const LIST = 'tickets&limit=25';

interface Case {
  readonly name: string;
  readonly query: string;
  /** Times a list of tickets at most, or null where it may take what it takes. */
  readonly goal: number | null;
}

/** Reports from a UTC day through today. */
function reports(from: string): Case[] {
  const usage = (query: string, goal: number | null): Case => ({
    name: `report=usage${query}`,
    query: `ai_reports&report=usage&from=${from}${query}`,
    goal,
  });
  const calls = (query: string): Case => ({
    name: `report=calls${query}`,
    query: `ai_reports&report=calls&from=${from}${query}`,
    goal: REPORT_GOAL,
  });
  return [
    ...['', '&group_by=day', '&group_by=feature', '&group_by=model,token'].map((query) => usage(query, REPORT_GOAL)),
    usage('&group_by=day,feature', REPORT_GOAL),
    ...['session', 'ticket', 'customer'].map((group) => usage(`&group_by=${group}&order_by=cost`, null)),
    ...['&status=error', '&status=ok'].map((query) => usage(query, REPORT_GOAL)),
    ...['', '&order_by=cost', '&status=error', '&feature=bot', '&skip=1000'].map(calls),
  ];
}

async function compare(engine: string, folder: string, databaseUrl: string | null): Promise<void> {
  const { siteId, token } = await fillSite(folder, 5_000, serviceEnv(databaseUrl));
  const now = new Date();
  const service = await openService({ folder, databaseUrl, token, now: () => now });
  const { database } = service;
  try {
    await loadCalls(database.owner, siteId, now);
    const get = (query: string) => service.send('GET', query);
    const round = async (query: string, times: number) => {
      const startedMs = performance.now();
      for (let n = 0; n < times; n += 1) await get(query);
      return (performance.now() - startedMs) / times;
    };
    checkTotal(await get(USAGE));
    const from = new Date(now.getTime() - (DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
    const cases = [{ name: 'ai_usage', query: USAGE, goal: GOAL }, ...reports(from)];
    const rounds: Map<string, number>[] = [];
    for (let n = -2; n < ROUNDS; n += 1) {
      const took = new Map<string, number>();
      for (const { query, goal } of cases) took.set(query, await round(query, goal === null ? 1 : A_ROUND));
      took.set(LIST, await round(LIST, A_ROUND));
      if (n >= 0) rounds.push(took);
    }
    const times = (query: string) => rounds.map((took) => took.get(query) ?? Number.NaN);
    const ticketsMs = median(times(LIST));
    for (const { name, query, goal } of cases) {
      const ratio = median(times(query).map((ms, index) => ms / (times(LIST)[index] ?? Number.NaN)));
      console.log(
        `${name} over ${CALLS} calls on ${engine}: ${ratio.toFixed(2)} times a list of tickets ` +
          `(${median(times(query)).toFixed(1)} ms against ${ticketsMs.toFixed(1)} ms; goal ${goal ?? 'none'})`,
      );
      if (goal !== null && ratio > goal) process.exitCode = 1;
    }
  } finally {
    await service.close();
  }
}

/** A figure that leaves calls out would be quick as well. */
function checkTotal(payload: string): void {
  const counts = [...payload.matchAll(/"date":"[^"]*","calls":(\d+)/g)].map((match) => Number(match[1]));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (counts.length !== DAYS || total !== CALLS) throw new Error(`${counts.length} days have ${total} calls`);
}

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
try {
  await withPostgres((url) => compare('PostgreSQL', join(folder, 'postgres'), url));
} finally {
  await rm(folder, { recursive: true, force: true });
}
