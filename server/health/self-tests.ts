import type { Operation } from '#contract/operation.ts';
import type {
  runAiUsageSelfTest as RunAiUsage,
  runChannelSelfTest as RunChannel,
  runSelfTests as RunAll,
  SelfTestName,
  SelfTestOutcome,
} from '#contract/self-tests.ts';
import { checkAiUsage } from '#server/ai/check-ai-usage.ts';
import { checkChannels } from '#server/customers/channel-foundation.ts';
import { sql, type Db } from '#server/db/db.ts';
import { QueryError } from '#server/db/errors.ts';
import type { Call, Handler, SiteRef } from '#server/operation/call.ts';

type SelfTestCall = Pick<Call<Operation>, 'db' | 'site' | 'now' | 'monotonicMs' | 'extensions'>;

/** How many runs of each test a site keeps. */
const KEPT_RUNS = 20;

/** GET self_test: runs both tests in order. See docs/api.md, "Self-tests". */
export const runSelfTests: Handler<typeof RunAll> = async (call) => {
  const startedMs = call.monotonicMs();
  const tests = [await testAiUsage(call), await testChannels(call)];
  return { ok: tests.every(({ ok }) => ok), total_runtime_ms: Math.round(call.monotonicMs() - startedMs), tests };
};

/** GET ai_usage_self_test. */
export const runAiUsageSelfTest: Handler<typeof RunAiUsage> = (call) => testAiUsage(call);

/** GET channel_self_test. */
export const runChannelSelfTest: Handler<typeof RunChannel> = (call) => testChannels(call);

function testAiUsage(call: SelfTestCall): Promise<SelfTestOutcome> {
  return runTest('ai_usage', 'ai_usage', call, () => checkAiUsage(call.db, call.site, call.now));
}

function testChannels(call: SelfTestCall): Promise<SelfTestOutcome> {
  return runTest('channel_foundation', 'channels', call, () => checkChannels(call.db, call.site));
}

/** A failed test is a regular reply; only an unavailable database is an error. */
async function runTest(
  name: SelfTestName,
  feature: 'ai_usage' | 'channels',
  call: SelfTestCall,
  check: () => Promise<string | null>,
): Promise<SelfTestOutcome> {
  const { site, monotonicMs } = call;
  if (site.undeployed.includes(feature)) {
    return { name, ok: false, round_trip_ms: 0, error: `${feature} is not deployed for this site` };
  }
  const startedMs = monotonicMs();
  const error = await check().catch(describeFailure);
  const outcome = { name, ok: error === null, round_trip_ms: Math.round(monotonicMs() - startedMs), error };
  if (call.extensions) await storeRun(call, outcome);
  return outcome;
}

/** Stores the run for GET health_overview. If the database refuses, the outcome already reports it. */
async function storeRun({ db, site, now }: SelfTestCall, outcome: SelfTestOutcome): Promise<void> {
  try {
    await storeSelfTest(db, site, outcome, now);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
  }
}

/** Stores the outcome of a test and deletes old ones. */
export function storeSelfTest(db: Db, site: SiteRef, outcome: SelfTestOutcome, now: Date): Promise<void> {
  return insertSelfTestRun(db, site.id, { ...outcome, now: now.toISOString() }, KEPT_RUNS);
}

const REASONS: Readonly<Record<string, string>> = {
  '42P01': 'a table is missing',
  '42703': 'a column is missing',
  '42883': 'a function is missing',
  '42501': 'the service may not use a table',
};

function describeFailure(error: unknown): string {
  if (!(error instanceof QueryError)) throw error;
  return `${REASONS[error.code] ?? 'the database refused a statement'} (code ${error.code})`;
}

export interface SelfTestRun {
  readonly name: SelfTestName;
  readonly ok: boolean;
  readonly at_utc: string;
  readonly round_trip_ms: number;
  readonly error: string | null;
}

/** Stores a run and keeps the last `kept` of its test; concurrent runs may leave a few more until the next one. */
async function insertSelfTestRun(
  db: Db,
  siteId: bigint,
  run: SelfTestOutcome & { readonly now: string },
  kept: number,
): Promise<void> {
  await db.query(sql`
    with stored as (
      insert into self_test_run (site_id, name, ok, at_utc, round_trip_ms, error)
      values (${siteId}, ${run.name}, ${run.ok}, ${run.now}, ${run.round_trip_ms}, ${run.error})
      on conflict (site_id, name, at_utc) do update
      set ok = excluded.ok, round_trip_ms = excluded.round_trip_ms, error = excluded.error
    )
    delete from self_test_run where site_id = ${siteId} and name = ${run.name} and at_utc not in (
      select at_utc from self_test_run where site_id = ${siteId} and name = ${run.name}
      order by at_utc desc limit ${kept - 1})`);
}

/** Newest first. */
export async function findSelfTestRuns(db: Db, siteId: bigint): Promise<SelfTestRun[]> {
  return db.query<SelfTestRun>(sql`
    select name, ok, at_utc, round_trip_ms, error from self_test_run where site_id = ${siteId}
    order by at_utc desc, name`);
}
