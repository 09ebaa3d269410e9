import { useSelector } from '@tanstack/react-store';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useState, useRef } from 'react';
import * as z from 'zod/mini';
import type { Ticket } from '#contract/tickets.ts';
import { storage } from '#src/browser/storage.ts';
import { formatCount } from '#src/format/number.ts';
import type { ListPlan } from '#src/inbox/list/list-plan.ts';
import { onOwnChange } from '#src/ticket-edit/update/own-changes.ts';
import { TICKET_UNDO } from '#src/ticket-edit/update/undo-change.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { undoHistory } from '#src/undo/undo.ts';
import { messages } from './messages.ts';
import {
  endsTicket,
  firstOpen,
  goBack,
  goOn,
  nextOpen,
  withOutcome,
  withOwnChange,
  withoutOutcome,
  type Queue,
  isWhole,
  loadItems,
  newQueue,
  queueAtom,
  readQueue,
  setQueue,
  updateQueue,
  withRest,
} from './queue.ts';
import { knownTicket } from './queue-tickets.ts';

interface QueueOptions {
  readonly plan: ListPlan;
  readonly siteId: string;
  readonly at: string | undefined;
  /** Puts the number of the ticket at hand into the address; undefined at the end. */
  readonly onAt: (at: string | undefined) => void;
  /** Where the ticket's page keeps what it has loaded. */
  readonly ticketKey: (id: bigint) => readonly unknown[];
  readonly prefetch: (id: string) => void;
}

const AHEAD = 2;
const ADDRESS_MS = 150;

/** The queue of a list: its tickets as they stood at the beginning, the one at hand, and the ways on. */
export function useQueue({ plan, siteId, at, onAt, ticketKey, prefetch }: QueueOptions) {
  const stored = useSelector(queueAtom);
  const queue = stored?.siteId === siteId && stored.listKey === plan.key ? stored : null;
  const currentId = queue?.currentId ?? null;
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isLoading, setIsLoading] = useState(false);
  const [pace, recordPace] = usePace(currentId);

  // Begun in the inbox, stored by this tab, or made anew from the filters.
  const begin = useEffectEvent((begun: Queue) => {
    // A reload may come before the address has followed.
    const shown = isReload() ? begun.items.find(({ id }) => id === begun.currentId) : undefined;
    const asked = shown ?? begun.items.find(({ number }) => String(number) === at);
    if (asked === undefined && at !== undefined) toast({ kind: 'info', text: messages.notThere(at) });
    setQueue({ ...begun, currentId: asked?.id ?? firstOpen(begun) });
  });
  const ticketOf = useCallback((id: string): Ticket | undefined => knownTicket(id, ticketKey(BigInt(id))), [ticketKey]);
  const load = useEffectEvent(async (known: Queue | null, signal: AbortSignal) => {
    const loaded = await loadItems(plan.query, known?.items ?? [], signal);
    if (signal.aborted) return;
    // Tickets done while the rest was on its way stay done; a queue that is whole gets the rows of its tickets alone.
    if (known !== null) updateQueue((now) => (isWhole(known) ? now : withRest(now, loaded)));
    else begin({ ...newQueue(siteId, plan.key, loaded), isRebuilt: at !== undefined });
  });
  const lacksRows = useEffectEvent(({ items, outcomes }: Queue) =>
    items.some(({ id }) => outcomes[id] === undefined && ticketOf(id) === undefined),
  );
  useLayoutEffect(() => {
    const leave = new AbortController();
    const known = readQueue(siteId, plan.key);
    setError(null);
    if (known !== null) begin(known);
    if (known === null || !isWhole(known) || lacksRows(known)) {
      setIsLoading(true);
      load(known, leave.signal)
        .catch((failure: unknown) => {
          // A queue that has begun goes on with what there is.
          if (!leave.signal.aborted && known === null)
            setError(failure instanceof Error ? failure : new Error('failed'));
        })
        .finally(() => !leave.signal.aborted && setIsLoading(false));
    }
    return () => leave.abort();
  }, [siteId, plan.key, attempt]);

  // The address follows: keys are not held up by it.
  const follow = useEffectEvent(onAt);
  const tell = useEffectEvent(() => {
    const index = queue?.items.findIndex(({ id }) => id === currentId) ?? -1;
    const item = queue?.items[index];
    if (item === undefined) return undefined;
    const number = String(item.number);
    announce(messages.now(number, formatCount(index + 1), formatCount(queue?.items.length ?? 0)));
    return number;
  });
  const isThere = queue !== null;
  useEffect(() => {
    if (!isThere) return undefined;
    const number = tell();
    const timer = setTimeout(() => follow(number), ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [isThere, currentId]);

  // The next ones are there before they are wanted.
  useEffect(() => {
    let ahead = currentId;
    for (let n = 0; queue !== null && n < AHEAD && ahead !== null; n += 1) {
      ahead = nextOpen(queue, ahead);
      if (ahead !== null && ahead !== currentId) prefetch(ahead);
    }
  }, [queue, currentId, prefetch]);

  const leaveTicket = useCallback(() => {
    recordPace();
    updateQueue((now) => goOn(now, (id) => ticketOf(id)?.status));
  }, [recordPace, ticketOf]);
  const skip = useCallback(() => {
    const now = queueAtom.get();
    if (now === null || now.currentId === null) return;
    if (now.outcomes[now.currentId] === undefined) setQueue(withOutcome(now, now.currentId, 'skipped'));
    leaveTicket();
  }, [leaveTicket]);
  useOutcomes(leaveTicket);

  return {
    queue,
    currentId,
    /** Keys were faster than the service: the next ticket is on its way. */
    isWaiting: queue !== null && currentId === null && isLoading && !isWhole(queue),
    error,
    pace,
    ticketOf,
    skip,
    previous: toPrevious,
    moveTo,
    retry: useCallback(() => setAttempt((n) => n + 1), []),
  };
}

function toPrevious(): void {
  updateQueue(goBack);
}

function moveTo(currentId: string | null): void {
  updateQueue((queue) => ({ ...queue, currentId }));
}

/**
 * Keeps the outcomes of the queue: whatever this person does to a ticket, by whichever key or button, and whatever is
 * undone. @param leaveTicket called when the ticket at hand is done
 */
function useOutcomes(leaveTicket: () => void): void {
  useEffect(
    () =>
      onOwnChange((change) => {
        updateQueue((queue) => withOwnChange(queue, change));
        if (endsTicket(queueAtom.get(), change)) leaveTicket();
      }),
    [leaveTicket],
  );
  useEffect(() => {
    const seen = new Set(undone().map(({ key }) => key));
    return undoHistory.subscribe(() => {
      for (const { key, subject } of undone()) {
        if (seen.has(key)) continue;
        seen.add(key);
        if (subject?.kind === TICKET_UNDO.kind) updateQueue((queue) => withoutOutcome(queue, subject.id));
      }
    }).unsubscribe;
  }, []);
}

// From the press of Ctrl Z on: the service's answer follows.
const undone = () => undoHistory.get().filter(({ state }) => state === 'undone' || state === 'undoing');

/** Whether this page was reloaded, and no other was opened in it since. */
function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  const isOfLoad = entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
  return isOfLoad && new URL(entry.name).pathname === location.pathname;
}

const PACE = 'queue-pace';
/** The last tickets say how fast this person is. */
const MAX_SAMPLES = 40;
const MIN_SAMPLES = 3;
/** A longer stay was an absence. */
const MAX_MS = 20 * 60_000;
/** A shorter one was paging through. */
const MIN_MS = 500;

export type Pace = readonly number[];

const Stored = z.array(z.number());

export function addSample(pace: Pace, spentMs: number): Pace {
  if (spentMs < MIN_MS) return pace;
  return [...pace, Math.min(Math.round(spentMs), MAX_MS)].slice(-MAX_SAMPLES);
}

/** How long `left` tickets take at this person's own pace (the median), in ms; null until enough is known. */
export function timeLeft(pace: Pace, left: number): number | null {
  if (pace.length < MIN_SAMPLES) return null;
  const sorted = pace.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
  return median * left;
}

/** Stored on this device: it holds no word of a ticket. */
function readPace(): Pace {
  try {
    return Stored.safeParse(JSON.parse(storage.device.get(PACE) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}

/**
 * Measures how long each ticket is in sight; a tab in the background does not count.
 * @param currentId begins anew with each ticket
 * @returns the pace, and what ends the measure of a ticket that is done
 */
function usePace(currentId: string | null): readonly [Pace, () => void] {
  const [pace, setPace] = useState(readPace);
  const clock = useRef({ spentMs: 0, sinceMs: 0 });
  useEffect(() => {
    clock.current = { spentMs: 0, sinceMs: performance.now() };
  }, [currentId]);
  useEffect(() => {
    const onChange = (): void => {
      const now = performance.now();
      if (document.hidden) clock.current.spentMs += now - clock.current.sinceMs;
      clock.current.sinceMs = now;
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  const record = useCallback(() => {
    const { spentMs, sinceMs } = clock.current;
    const next = addSample(readPace(), spentMs + performance.now() - sinceMs);
    storage.device.set(PACE, JSON.stringify(next));
    setPace(next);
  }, []);
  return [pace, record];
}
