import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getHealthOverview } from '#contract/health-overview.ts';
import { getMigrationStatus } from '#contract/migration.ts';
import { getHealth } from '#contract/site.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { queryClient, shouldRetry } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { storage } from '#src/browser/storage.ts';
import type { Asked } from '#src/panels/panel.tsx';
import { type HealthPicture, judge, pictureOf } from './picture.ts';

export interface LiveHealth {
  /** The call that the page lives from. */
  readonly query: Asked<unknown>;
  /** Undefined until there is an answer. */
  readonly picture: HealthPicture | undefined;
  /** Why the page has only a part of what it could: the overview gave no answer, and `health` did. */
  readonly partly: Error | null;
  /** The imports where they are a call of their own. */
  readonly migration: Asked<unknown> | null;
  readonly nextAt: number | null;
}

/** The health of the site: one call every 30 seconds, or two smaller ones where the service has no overview or it fails. */
export function useHealth(isOn: boolean): LiveHealth {
  const whoami = useWhoami();
  const [since] = useState(() => visitBefore(whoami.site_id, Date.now()));
  const hasOverview = hasExtension(whoami, 'health_overview');
  const overview = useQuery({ ...overviewOptions(since), enabled: hasOverview });
  const isMissing = hasOverview && overview.data === undefined && overview.isError;
  const isApart = !hasOverview || isMissing;
  const health = useQuery({ ...healthOptions(), enabled: isApart });
  const migration = useQuery({ ...migrationOptions(), enabled: isApart });
  const main = hasOverview ? overview : health;
  const refetch = () => Promise.all((isApart ? [main, health, migration] : [main]).map((query) => query.refetch()));
  const nextAt = useAutoRefresh({ ...main, refetch }, isOn);
  useEffect(() => {
    if (main.dataUpdatedAt > 0) noteVisit(whoami.site_id, main.dataUpdatedAt);
  }, [main.dataUpdatedAt, whoami.site_id]);
  const picture =
    overview.data !== undefined
      ? pictureOf(overview.data)
      : health.data !== undefined && isApart
        ? judge(health.data, migration.data ?? null)
        : undefined;
  return {
    query: isMissing && picture !== undefined ? { ...health, refetch } : { ...main, refetch },
    picture,
    partly: isMissing && picture !== undefined ? overview.error : null,
    migration: isApart ? migration : null,
    nextAt,
  };
}

/** All that the page says, in one call. @param since the visit before */
export function overviewOptions(since: string | null) {
  return patient(read(getHealthOverview, since === null ? {} : { since }));
}

/** What a service without the overview says. */
export function healthOptions() {
  return patient(read(getHealth));
}

export function migrationOptions() {
  return patient(read(getMigrationStatus));
}

/** The page asks again by itself, and later after each failure: only a first load is tried anew at once. */
function patient<Options extends { readonly queryKey: readonly unknown[] }>(options: Options) {
  return {
    ...options,
    refetchOnWindowFocus: false,
    retry: (failures: number, error: unknown) =>
      queryClient.getQueryData(options.queryKey) === undefined && shouldRetry(failures, error),
  };
}

/** Who comes back within this time is still at the same visit. */
const GAP_MS = 30 * 60_000;

interface Seen {
  /** When the visit before ended; null at the first one. */
  readonly before: number | null;
  /** When the page was last seen, in ms since 1970. */
  readonly last: number;
}

/** When this browser last showed the page before this visit, as the API takes it; null where it never did. */
export function visitBefore(siteId: bigint, nowMs: number): string | null {
  const before = beforeOf(readSeen(siteId), nowMs);
  return before === null ? null : new Date(before).toISOString();
}

/** The page is being looked at. */
export function noteVisit(siteId: bigint, nowMs: number): void {
  const before = beforeOf(readSeen(siteId), nowMs);
  storage.device.set(keyOf(siteId), [before ?? '', nowMs].join(' '));
}

function beforeOf(seen: Seen | null, nowMs: number): number | null {
  if (seen === null) return null;
  return nowMs - seen.last > GAP_MS ? seen.last : seen.before;
}

function readSeen(siteId: bigint): Seen | null {
  const found = /^([0-9]{1,15})? ([0-9]{1,15})$/.exec(storage.device.get(keyOf(siteId)) ?? '');
  if (found === null) return null;
  return { before: found[1] === undefined ? null : Number(found[1]), last: Number(found[2]) };
}

function keyOf(siteId: bigint): string {
  return `health-seen-${siteId}`;
}

/** After an answer, and after each failure one later, up to the last. */
const WAITS_MS = [30_000, 30_000, 60_000, 120_000, 300_000] as const;

/** How long to wait after so many failures in a row; never less than the service asked for. */
export function refreshWaitMs(failures: number, error: Error | null): number {
  const wait = WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? WAITS_MS[0];
  const asked = failures > 0 && error instanceof ApiFailure ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(wait, asked);
}

interface Query extends Asked<unknown> {
  readonly errorUpdatedAt: number;
}

/**
 * Asks again every 30 seconds while the page is seen, later after failures, and at once when the page is seen again and it
 * was due, or when the network is back. Answers when it asks next, in ms since 1970; null while it does not.
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
