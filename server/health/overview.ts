import { COMPARABLE_ANSWERS } from '#contract/csat-reports.ts';
import type { getHealthOverview as GetHealthOverview, HealthOverview } from '#contract/health-overview.ts';
import { SELF_TESTS, type SelfTestName } from '#contract/self-tests.ts';
import { hasAiUsage } from '#server/ai/ai-limits.ts';
import { OpenTime } from '#server/calendar/open-time.ts';
import { countWaitingHandoffs } from '#server/conversations/handoffs.ts';
import { countAnswers } from '#server/csat/count-answers.ts';
import { endsOf, lastUtcDays, windowBefore } from '#server/csat/report-window.ts';
import { measureCsat, type ScoreCounts, totalOf } from '#server/csat/score.ts';
import type { Handler } from '#server/operation/call.ts';
import { readSiteValues } from '#server/site-settings/site-settings.ts';
import { readMigrationStatus } from '#server/site/migration-status.ts';
import { readOverdueReplies } from '#server/tickets/list/overdue-replies.ts';
import { staleBefore } from '#server/tickets/list/ticket-selection.ts';
import { exceededCaps, readAiOutlook } from './ai-outlook.ts';
import { readSilence } from './channels.ts';
import { hasChannels, type HealthSite, readHealth } from './health.ts';
import { findDisabledWebhooks, getOverviewRow } from './overview.sql.ts';
import { judgeRules } from './rules.ts';
import { findSelfTestRuns, type SelfTestRun } from './self-tests.ts';
import { findEarlierHealth } from './snapshots.sql.ts';

const DAY_MS = 86_400_000;
const SERIES_MS = 2 * DAY_MS;
const HOURS_DAYS = 14;
const CSAT_DAYS = 30;
const EARLIER_RUNS = 10;
/** The CSAT rule uses the mean, whichever definition the CSAT pages show. */
const BY_MEAN = { definition: 'mean', goodFrom: 4 } as const;

/** GET health_overview: everything for the health page. See docs/api.md, "Health overview". */
export const getHealthOverview: Handler<typeof GetHealthOverview> = async ({ db, site, now, query }) => {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const { health, hours, limits } = await readHealth(db, site, now);
  const channels = await readSilence(db, site, hours, now);
  const earlier = await findEarlierHealth(db, site.id, {
    near: [ago(DAY_MS), ...(query.since === undefined ? [] : [query.since])],
    since: ago(SERIES_MS),
    now: now.toISOString(),
  });
  const { health_rules: thresholds = {} } = await readSiteValues(db, site);
  const csatWindow = lastUtcDays(CSAT_DAYS, now);
  const present = await countAnswers(db, site.id, endsOf(csatWindow));
  const previous = await countAnswers(db, site.id, endsOf(windowBefore(csatWindow)));
  const row = await getOverviewRow(db, site.id, {
    staleBefore: staleBefore(now),
    dayAgo: ago(DAY_MS),
    now: now.toISOString(),
    exceeded: exceededCaps(limits),
  });
  const disabled = await findDisabledWebhooks(db, site.id);
  const deployed = deployedTests(site);
  const self_tests = latestRuns(await findSelfTestRuns(db, site.id), deployed);
  const facts = {
    now: {
      ...health,
      channels,
      handoffs_waiting: await countWaitingHandoffs(db, site, now),
      hours_change_utc: isoOrNull(new OpenTime(hours).changeAfter(now.getTime(), HOURS_DAYS)),
    },
    self_tests,
    ai: await readAiOutlook(db, site, limits, now),
  };
  return {
    ...facts,
    day_ago: earlier.near[0] ?? null,
    since: earlier.near[1] ?? null,
    series: [...earlier.series],
    csat: csatOf(present, previous),
    migration: await readMigrationStatus(db, site, now),
    disabled_webhooks: disabled.map(({ id, url }) => ({ id, host: new URL(url).host })),
    rules: judgeRules({
      ...facts,
      row,
      disabled,
      overdue: await readOverdueReplies(db, site, now),
      thresholds,
      csatChange: csatChangeOf(present, previous),
      hasAiUsage: hasAiUsage(site),
      deployedTests: deployed.length,
    }),
    checklist: {
      calendar: health.business_calendar_active,
      webhook_test: row.has_delivered,
      // Steps of a feature that is not deployed count as done.
      identity_bound: health.bound_channel_handles > 0 || !hasChannels(site),
      ai_caps: facts.ai.caps_set > 0 || !hasAiUsage(site),
      self_tests: deployed.every((name) => self_tests.some((test) => test.name === name && test.ok)),
    },
  };
};

function isoOrNull(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

function deployedTests(site: HealthSite): SelfTestName[] {
  const isDeployed = { ai_usage: hasAiUsage(site), channel_foundation: hasChannels(site) };
  return SELF_TESTS.filter((name) => isDeployed[name]);
}

function latestRuns(runs: readonly SelfTestRun[], deployed: readonly SelfTestName[]): HealthOverview['self_tests'] {
  return deployed.flatMap((name) => {
    const [last, ...before] = runs.filter((run) => run.name === name);
    if (last === undefined) return [];
    const earlier = before.slice(0, EARLIER_RUNS).map(({ name: _name, ...run }) => run);
    return [{ ...last, earlier }];
  });
}

/** The current mean minus the previous one; null with too few answers to compare. */
function csatChangeOf(present: ScoreCounts, previous: ScoreCounts): number | null {
  if (Math.min(totalOf(present), totalOf(previous)) < COMPARABLE_ANSWERS) return null;
  const [now, before] = [measureCsat(present, BY_MEAN), measureCsat(previous, BY_MEAN)];
  return now === null || before === null ? null : now - before;
}

function csatOf(present: ScoreCounts, previous: ScoreCounts): HealthOverview['csat'] {
  return {
    window_days: CSAT_DAYS,
    responses: totalOf(present),
    mean: measureCsat(present, BY_MEAN),
    previous_mean: measureCsat(previous, BY_MEAN),
  };
}
