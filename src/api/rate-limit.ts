import { useSyncExternalStore } from 'react';

/** The allowance of the token as the last answer told it. `resetSeconds` counts from `at` (ms since 1970). */
export interface RateLimit {
  readonly perMinute: number | null;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly at: number;
}

let last: RateLimit | null = null;
const listeners = new Set<() => void>();

/** Remembers `RateLimit` and `RateLimit-Policy` of an answer; answers without them change nothing. */
export function noteRateLimit(headers: Headers): void {
  const now = headers.get('RateLimit') ?? '';
  const remaining = part(now, 'r');
  const resetSeconds = part(now, 't');
  if (remaining === null || resetSeconds === null) return;
  last = { perMinute: part(headers.get('RateLimit-Policy') ?? '', 'q'), remaining, resetSeconds, at: Date.now() };
  for (const listener of listeners) listener();
}

function part(header: string, name: string): number | null {
  const found = new RegExp(`;\\s*${name}=([0-9]{1,9})(?:;|,|$)`).exec(header);
  return found === null ? null : Number(found[1]);
}

export function useRateLimit(): RateLimit | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => last,
  );
}
