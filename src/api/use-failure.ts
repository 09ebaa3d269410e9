import { useEffect, useState } from 'react';
import { ApiFailure } from './api-failure.ts';
import { describeFailure, type FailureText } from './describe-failure.ts';

export interface Failure extends FailureText {
  /** Whole seconds until the service lets itself be asked again; 0 when it may be asked now. */
  readonly waitSeconds: number;
}

/** The texts of a failure with its countdown; null without one. `onReady` runs once, when a wait is over. */
export function useFailure(error: unknown, onReady?: () => void): Failure | null {
  const waitSeconds = useWait(error, onReady);
  return error === null || error === undefined ? null : { ...describeFailure(error, waitSeconds), waitSeconds };
}

function useWait(error: unknown, onReady: (() => void) | undefined): number {
  const [now, setNow] = useState(Date.now);
  const until = error instanceof ApiFailure ? error.at + (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const waits = until > now;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) onReady?.();
    }, 250);
    return () => clearInterval(timer);
  }, [waits, until, onReady]);
  return waits ? Math.ceil((until - now) / 1000) : 0;
}
