import { getWhoami } from '#contract/site.ts';
import { call } from '#src/api/call.ts';
import { onCall } from '#src/api/call-log.ts';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';

/** While nothing answers, one cheap call tries this often whether something does. */
const PROBE_MS = 5_000;
/** The status of a service that starts, stops, or has too much to do. */
export const SERVICE_BUSY = 503;

interface JobWatcher {
  /** Whether the job is paused because nothing answered, or only a service that was busy. */
  readonly isCutOff: () => boolean;
  /** Something answers again. */
  readonly onAnswer: () => void;
  readonly onSignOut: () => void;
}

/** Watches the session and the connection for a job in this tab, until the returned function is called. */
export function startJobWatch({ isCutOff, onAnswer, onSignOut }: JobWatcher): () => void {
  const answered = (): void => {
    if (isCutOff()) onAnswer();
  };
  const stops = [
    subscribeToSession(() => {
      if (sessionState().phase === 'out') onSignOut();
    }),
    // An answer to whatever call shows that the service can be reached again.
    onCall(({ end }) => {
      if (end !== null && end.status !== null && end.status !== SERVICE_BUSY) answered();
    }),
  ];
  const probe = setInterval(() => {
    if (isCutOff()) call(getWhoami).catch(() => undefined);
  }, PROBE_MS);
  addEventListener('online', answered);
  return () => {
    for (const stop of stops) stop();
    clearInterval(probe);
    removeEventListener('online', answered);
  };
}
