import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api-failure.ts';

const RETRIES = 3;
/** A longer wait is shown with its countdown instead. */
const SILENT_WAIT_SECONDS = 5;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // The service may run on this machine: the browser's idea of being offline says nothing about it.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: shouldRetry,
      retryDelay: retryDelayMs,
      queryKeyHashFn: hashKey,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Reads are tried again at most three times, never after a 4xx but 429; a timeout has already cost 30 seconds. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiFailure) || failures >= RETRIES) return false;
  if ((error.retryAfterSeconds ?? 0) > SILENT_WAIT_SECONDS) return false;
  if (error.kind === 'rate_limited') return error.retryAfterSeconds !== null;
  if (error.kind === 'unreadable') return failures === 0;
  return error.kind === 'network' || error.kind === 'server';
}

/** 0.5, 1, 2 s and up to half as much again; never before the service asked for it. */
export function retryDelayMs(failures: number, error: unknown): number {
  const asked = error instanceof ApiFailure ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(asked, 500 * 2 ** failures) * (1 + Math.random() / 2);
}

/** Like the library's own, with bigints. */
export function hashKey(key: readonly unknown[]): string {
  return JSON.stringify(key, (_name, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
