import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getHealthOverview } from '#contract/health-overview.ts';
import { getMigrationStatus, type MigrationStatus } from '#contract/migration.ts';
import { getHealth, type Health } from '#contract/site.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { queryClient, shouldRetry } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import type { Asked } from '#src/panels/panel.tsx';
import { type HealthPicture, judge, pictureOf } from './picture.ts';

export interface LiveHealth {
  /** The call that fills the page. */
  readonly query: Asked<unknown>;
  /** Undefined until the first answer. */
  readonly picture: HealthPicture | undefined;
  /** The call of the imports; null where the overview includes them. */
  readonly migration: Asked<unknown> | null;
  /** When the page asks next, in ms since 1970; null while paused. */
  readonly nextAt: number | null;
}

/** The health of the site, every 30 seconds: in one call, or in two on a service with the API document alone. */
export function useHealth(isOn: boolean): LiveHealth {
  const isWhole = isWholeService(useWhoami());
  const overview = useQuery({ ...overviewOptions(), enabled: isWhole });
  const health = useQuery({ ...healthOptions(), enabled: !isWhole });
  const migration = useQuery({ ...migrationOptions(), enabled: !isWhole });
  const main = isWhole ? overview : health;
  const refetch = () => (isWhole ? overview.refetch() : Promise.all([health.refetch(), migration.refetch()]));
  const nextAt = useAutoRefresh({ ...main, refetch }, isOn);
  return {
    query: { ...main, refetch },
    picture: overview.data !== undefined ? pictureOf(overview.data) : documentPicture(health.data, migration.data),
    migration: isWhole ? null : migration,
    nextAt,
  };
}

function documentPicture(now: Health | undefined, migration: MigrationStatus | undefined): HealthPicture | undefined {
  return now === undefined ? undefined : { now, rules: judge(now), overview: null, migration: migration ?? null };
}

export function overviewOptions() {
  return patient(read(getHealthOverview));
}

export function healthOptions() {
  return patient(read(getHealth));
}

export function migrationOptions() {
  return patient(read(getMigrationStatus));
}

/** `useAutoRefresh` repeats a failed refresh, so only the first load is retried at once. */
function patient<Options extends { readonly queryKey: readonly unknown[] }>(options: Options) {
  return {
    ...options,
    refetchOnWindowFocus: false,
    retry: (failures: number, error: unknown) =>
      queryClient.getQueryData(options.queryKey) === undefined && shouldRetry(failures, error),
  };
}

/** The wait after an answer, then after the first, second, … failure in a row. */
const WAITS_MS = [30_000, 30_000, 60_000, 120_000, 300_000] as const;

/** The wait after this number of failures in a row; at least what the service asked for. */
export function refreshWaitMs(failures: number, error: Error | null): number {
  const wait = WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? WAITS_MS[0];
  const asked = failures > 0 && error instanceof ApiFailure ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(wait, asked);
}

interface Query extends Asked<unknown> {
  readonly errorUpdatedAt: number;
}

/**
 * Refetches every 30 seconds while the page is visible, later after failures, and at once when the page becomes visible
 * after its time, or when the network returns. Returns when it refetches next, in ms since 1970; null while it does not.
 */
export function useAutoRefresh(query: Query, isOn: boolean): number | null {
  const { dataUpdatedAt, errorUpdatedAt, isFetching, error } = query;
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    setFailures((count) => (errorUpdatedAt > dataUpdatedAt ? count + 1 : 0));
  }, [dataUpdatedAt, errorUpdatedAt]);
  const refetch = useRef(query.refetch);
  useEffect(() => {
    refetch.current = query.refetch;
  });
  const last = Math.max(dataUpdatedAt, errorUpdatedAt);
  const at = last === 0 || !isOn ? null : last + refreshWaitMs(failures, error);
  const hasFailed = failures > 0;
  useEffect(() => {
    if (at === null || isFetching) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const arm = (): void => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(() => void refetch.current(), Math.max(0, at - Date.now()));
    };
    const onOnline = (): void => {
      if (hasFailed) void refetch.current();
    };
    arm();
    document.addEventListener('visibilitychange', arm);
    addEventListener('online', onOnline);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', arm);
      removeEventListener('online', onOnline);
    };
  }, [at, isFetching, hasFailed]);
  return at;
}
