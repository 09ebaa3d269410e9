import { createAtom, useSelector } from '@tanstack/react-store';
import { ApiFailure } from '#src/api/api-failure.ts';
import { queryClient } from '#src/api/query-client.ts';
import { whoamiOptions } from '#src/api/whoami.ts';
import { onReconnect } from '#src/browser/offline.ts';
import { reportUnsent } from '#src/session/unsent-work.ts';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';
import {
  allQueues,
  forgetQueues,
  queueOf,
  refuseSteps,
  restoreSteps,
  sendSteps,
  type StepQueue,
} from './step-queue.ts';
import { readSteps, storeSteps } from './stored-steps.ts';

/** Beside what the browser reports: it may think it is connected and be wrong. */
const RETRY_MS = 5_000;

const count = createAtom(0);
/** Whose changes wait; null where none does. */
let owner: string | null = null;
let timer: ReturnType<typeof setInterval> | undefined;
let isStarted = false;
let isSending = false;

/** How many changes wait for a connection. */
export function useOfflineCount(): number {
  return useSelector(count);
}

/** Takes up what waited before a reload, and sends what waits with the next connection. Acts once a tab. */
export function startSending(): void {
  if (isStarted) return;
  isStarted = true;
  reportUnsent('changes', () => countOf(allQueues()));
  const mine = currentOwner();
  if (mine !== null) {
    for (const { base, steps } of readSteps(mine)) {
      restoreSteps(queueOf({ id: base.id, number: base.ticket_number, ticket: base }), steps);
    }
  }
  subscribeToSession(() => {
    if (sessionState().phase !== 'out') return;
    forgetQueues();
    watchOffline();
  });
  onReconnect(() => void sendAll());
  // A choice that was just made is not lost with the page.
  addEventListener('pagehide', () => {
    const who = owner ?? currentOwner();
    if (who !== null && sessionState().phase !== 'out') storeSteps(who, allQueues());
  });
  watchOffline();
  void sendAll();
}

/** Sends what waits, one ticket after the other in the order of the choices, until one finds no connection. */
export async function sendAll(): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (let next = waiting()[0]; next !== undefined; next = waiting()[0]) {
      // This tab has another token by now.
      if (owner !== currentOwner()) refuseSteps(next, new ApiFailure('unauthorized', 'another token'));
      else await sendSteps(next);
      if (next.isOffline) return;
    }
  } finally {
    isSending = false;
  }
}

/** What waits has changed. */
export function watchOffline(): void {
  const queues = waiting();
  count.set(countOf(queues));
  owner = queues.length === 0 ? null : (owner ?? currentOwner());
  storeSteps(owner ?? '', queues);
  if (queues.length === 0) {
    clearInterval(timer);
    timer = undefined;
  } else timer ??= setInterval(() => void (navigator.onLine && sendAll()), RETRY_MS);
}

function waiting(): readonly StepQueue[] {
  return allQueues().filter(({ isOffline }) => isOffline);
}

function countOf(queues: readonly StepQueue[]): number {
  return queues.reduce((sum, { steps }) => sum + steps.filter(({ kind }) => kind !== 'other').length, 0);
}

/** The site and the token that this tab works with. */
function currentOwner(): string | null {
  const whoami = queryClient.getQueryData(whoamiOptions().queryKey);
  return whoami === undefined ? null : `${whoami.site_id} ${whoami.token_id}`;
}
