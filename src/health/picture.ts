import { useQuery } from '@tanstack/react-query';
import { getHealthOverview, type HealthOverview, type HealthRule } from '#contract/health-overview.ts';
import { getMigrationStatus, type MigrationStatus } from '#contract/migration.ts';
import { HEALTH_THRESHOLDS, LEAST_EXPECTED_MESSAGES } from '#contract/site-settings.ts';
import { getHealth, type Health } from '#contract/site.ts';
import { read } from '#src/api/read.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import type { Asked } from '#src/panels/panel.tsx';

/** The data of the page: from the overview, or from the two resources of the API document. */
export interface HealthPicture {
  readonly now: Health;
  readonly rules: readonly HealthRule[];
  /** Null on a service with the API document alone. */
  readonly overview: HealthOverview | null;
  /** Null until its own call answers, on a service with the API document alone. */
  readonly migration: MigrationStatus | null;
}

const REFRESH_MS = 30_000;

interface LiveHealth {
  /** The call that fills the page. */
  readonly query: Asked<unknown>;
  /** Undefined until the first answer. */
  readonly picture: HealthPicture | undefined;
  /** The call for the channels and imports on a service with the API document alone. */
  readonly migrationQuery: Asked<MigrationStatus>;
}

/**
 * The health of the site, every 30 seconds while the page is visible: in one call, or in two on a service with the API
 * document alone.
 */
export function useHealth(isOn: boolean): LiveHealth {
  const isWhole = isWholeService(useWhoami());
  const refetch = { refetchInterval: isOn ? REFRESH_MS : false, refetchOnWindowFocus: isOn } as const;
  const overview = useQuery({ ...read(getHealthOverview), ...refetch, enabled: isWhole });
  const health = useQuery({ ...read(getHealth), ...refetch, enabled: !isWhole });
  const migrationQuery = useQuery({ ...read(getMigrationStatus), ...refetch, enabled: !isWhole });
  if (isWhole) return { query: overview, picture: overview.data && pictureOf(overview.data), migrationQuery };
  const now = health.data;
  const migration = migrationQuery.data ?? null;
  return {
    query: health,
    picture: now && { now, rules: judge(now), overview: null, migration },
    migrationQuery,
  };
}

/** The share of errors is judged from this number of AI calls. */
const MIN_AI_CALLS = 20;

export function pictureOf(overview: HealthOverview): HealthPicture {
  return { now: overview.now, rules: overview.rules, overview, migration: overview.migration };
}

/** The rules that `health` alone can decide, at their default thresholds. */
export function judge(now: Health): readonly HealthRule[] {
  const errorPercent = now.ai_calls_24h < MIN_AI_CALLS ? null : (now.ai_errors_24h / now.ai_calls_24h) * 100;
  const { no_first_reply: waiting, ai_errors: errors } = HEALTH_THRESHOLDS;
  const rule = (key: HealthRule['key'], value: number | null, threshold: number, isOver: boolean): HealthRule => {
    const over = key === 'ai_cap' || key === 'no_first_reply' ? 'bad' : 'attention';
    return { key, value, threshold, state: isOver ? over : 'ok', since_utc: null };
  };
  return [
    rule('ai_cap', now.ai_budget_exceeded ? 1 : 0, 0, now.ai_budget_exceeded),
    rule('no_first_reply', now.stale_no_first_reply, waiting.initial, now.stale_no_first_reply > waiting.initial),
    rule('ai_errors', errorPercent, errors.initial, (errorPercent ?? 0) > errors.initial),
    rule('business_calendar', now.business_calendar_active ? 1 : 0, 0, !now.business_calendar_active),
  ];
}

/** Channels without a message for longer than the rule allows, at hours when messages usually come. */
export function silentChannels({ overview, rules }: HealthPicture): HealthOverview['now']['channels'] {
  const limit = rules.find(({ key }) => key === 'channel_silence')?.threshold ?? null;
  if (overview === null || limit === null) return [];
  return overview.now.channels.filter(
    ({ silent_minutes: minutes, expected_messages: expected }) =>
      minutes !== null && minutes >= limit && expected !== null && expected >= LEAST_EXPECTED_MESSAGES,
  );
}

/** The rules that need attention, red ones first. */
export function attentionOf({ rules }: HealthPicture): readonly HealthRule[] {
  return [...rules.filter(({ state }) => state === 'bad'), ...rules.filter(({ state }) => state === 'attention')];
}
