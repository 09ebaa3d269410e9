import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '#src/api/api-failure.ts';
import type { Asked } from './panel.tsx';

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
