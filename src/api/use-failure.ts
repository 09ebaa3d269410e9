import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from './api-failure.ts';
import { describeFailure, type FailureText } from './failure-message.ts';

const TICK_MS = 250;

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
  const until = waitEnd(error);
  const [now, setNow] = useState(Date.now);
  const ready = useRef(onReady);
  useEffect(() => {
    ready.current = onReady;
  });
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() < until) return;
      clearInterval(timer);
      ready.current?.();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  // The clock of the last tick may be older than the failure.
  return until === null ? 0 : Math.ceil(Math.max(0, until - Math.max(now, startOf(error))) / 1000);
}

function waitEnd(error: unknown): number | null {
  if (!(error instanceof ApiFailure) || !error.retryAfterSeconds) return null;
  return error.at + error.retryAfterSeconds * 1000;
}

function startOf(error: unknown): number {
  return error instanceof ApiFailure ? error.at : 0;
}
