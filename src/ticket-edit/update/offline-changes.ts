import { createAtom, useSelector } from '@tanstack/react-store';
import * as z from 'zod/mini';
import { parseJson, writeJson } from '#contract/json.ts';
import { readPayload } from '#contract/read-payload.ts';
import { createTicket } from '#contract/ticket-writes.ts';
import type { Ticket, TicketDetail } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { onReconnect } from '#src/browser/offline.ts';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { ownerPrefix } from '#src/session/owner.ts';
import { sessionOwner, sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { onHandOver, reportUnsent } from '#src/session/unsent-work.ts';
import { ticketFields, ticketPatch } from './apply-patch.ts';
import { markUnsure } from './send-undo.ts';
import {
  type StepQueue,
  addStep,
  allQueues,
  forgetQueues,
  queueOf,
  refuseSteps,
  restoreSteps,
  sendSteps,
} from './step-queue.ts';
import type { Step } from './ticket-steps.ts';

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
  onHandOver((to) => {
    if (owner === null) return;
    owner = ownerPrefix(to);
    storeSteps(owner, waiting());
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
      // Somebody else works in this tab by now.
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

/** The site and the person of this tab's session. */
function currentOwner(): string | null {
  const current = sessionOwner();
  return current === null ? null : ownerPrefix(current);
}

const common = { key: z.string(), isTried: z.boolean() };
const storedStep = z.union([
  z.object({ kind: z.literal('change'), patch: ticketPatch, ...common }),
  z.object({
    kind: z.literal('undo'),
    way: z.nullable(z.object({ token: z.nullable(z.string()), back: ticketFields })),
    ...common,
  }),
]);
const stored = z.object({
  owner: z.string(),
  changes: z.array(z.object({ base: z.unknown(), steps: z.array(storedStep) })),
});

/** The changes of one ticket that wait. */
interface WaitingSteps {
  readonly base: Ticket;
  readonly steps: readonly Step[];
}

/**
 * Lets them live through a reload of this tab, no longer: another tab would send them too.
 * @param owner site and person: nobody else ever sends them
 */
export function storeSteps(owner: string, queues: readonly StepQueue[]): void {
  const changes = queues.flatMap(({ base, steps }) => {
    const own = steps.flatMap((step) => toStored(step) ?? []);
    return base === null || own.length === 0 ? [] : [{ base: withoutThread(base), steps: own }];
  });
  if (changes.length === 0) storage.tab.remove(SITE_KEYS.offlineChanges);
  else storage.tab.set(SITE_KEYS.offlineChanges, writeJson({ owner, changes }));
}

/** The changes that this tab had to send before it was loaded anew; none of another person or another shape. */
export function readSteps(owner: string): readonly WaitingSteps[] {
  const text = storage.tab.get(SITE_KEYS.offlineChanges);
  if (text === null) return [];
  try {
    const kept = stored.parse(parseJson(text));
    if (kept.owner !== owner) return [];
    return kept.changes.map(({ base: stored, steps }) => {
      // The row whose reply is the Ticket alone.
      const base = readPayload(createTicket, { ok: true, data: stored });
      return { base, steps: steps.map((step) => fromStored(step, base)) };
    });
  } catch {
    return [];
  }
}

/** A message is kept by its draft. */
function toStored(step: Step): z.output<typeof storedStep> | null {
  const { key, isTried } = step;
  if (step.kind === 'change') return { kind: 'change', key, isTried, patch: step.patch };
  return step.kind === 'undo' ? { kind: 'undo', key, isTried, way: step.way } : null;
}

function fromStored(step: z.output<typeof storedStep>, base: Ticket): Step {
  if (step.kind === 'change') return step;
  const { key, isTried } = step;
  if (isTried) markUnsure(key);
  const retry = (): void =>
    addStep(queueOf({ id: base.id, number: base.ticket_number, ticket: base }), fromStored(step, base));
  return { ...step, turn: Promise.resolve(), retry, outcome: Promise.withResolvers() };
}

function withoutThread(base: Ticket): Ticket {
  const { comments: _comments, activity: _activity, links: _links, ...ticket }: TicketDetail = base;
  return ticket;
}
