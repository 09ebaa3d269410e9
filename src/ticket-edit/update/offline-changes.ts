import { createAtom, useSelector } from '@tanstack/react-store';
import { ApiFailure } from '#src/api/api-failure.ts';
import { onReconnect } from '#src/browser/offline.ts';
import { ownerPrefix } from '#src/session/owner.ts';
import { sessionOwner, sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { onHandOver, reportUnsent } from '#src/session/unsent-work.ts';
import { type StepQueue, allQueues, forgetQueues, refuseSteps, sendSteps } from './step-queue.ts';

/** Retry interval. The browser's online event alone is not enough: it may report a connection where there is none. */
const RETRY_MS = 5_000;

const count = createAtom(0);
/** Site and person whose changes wait; null while none do. */
let owner: string | null = null;
let timer: ReturnType<typeof setInterval> | undefined;
let isStarted = false;
let isSending = false;

/** How many changes wait for a connection. */
export function useOfflineCount(): number {
  return useSelector(count);
}

/**
 * Sends changes that found no connection as soon as there is one again, and asks before the page is left with any of them
 * unsaved. They live in memory only. Call it once or more; the first call counts.
 */
export function startSending(): void {
  if (isStarted) return;
  isStarted = true;
  reportUnsent('changes', () => countOf(allQueues()));
  subscribeToSession(() => {
    if (sessionState().phase !== 'out') return;
    forgetQueues();
    watchOffline();
  });
  onHandOver((to) => {
    if (owner !== null) owner = ownerPrefix(to);
  });
  onReconnect(() => void sendAll());
  addEventListener('beforeunload', (event) => {
    if (countOf(allQueues()) > 0) event.preventDefault();
  });
}

/** Sends what waits, ticket by ticket in the order of the choices, until a call finds no connection. */
export async function sendAll(): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (let next = waiting()[0]; next !== undefined; next = waiting()[0]) {
      // Another person has signed in on this tab since.
      if (owner !== currentOwner()) refuseSteps(next, new ApiFailure('unauthorized', 'another token'));
      else await sendSteps(next);
      if (next.isOffline) return;
    }
  } finally {
    isSending = false;
  }
}

/** Call it whenever a change begins or stops waiting. */
export function watchOffline(): void {
  const queues = waiting();
  count.set(countOf(queues));
  owner = queues.length === 0 ? null : (owner ?? currentOwner());
  if (queues.length === 0) {
    clearInterval(timer);
    timer = undefined;
  } else timer ??= setInterval(() => void (navigator.onLine && sendAll()), RETRY_MS);
}

function waiting(): readonly StepQueue[] {
  return allQueues().filter(({ isOffline }) => isOffline);
}

/** Messages are counted elsewhere: their drafts keep them. */
function countOf(queues: readonly StepQueue[]): number {
  return queues.reduce((sum, { steps }) => sum + steps.filter(({ kind }) => kind !== 'other').length, 0);
}

/** The site and the person of this tab's session. */
function currentOwner(): string | null {
  const current = sessionOwner();
  return current === null ? null : ownerPrefix(current);
}
