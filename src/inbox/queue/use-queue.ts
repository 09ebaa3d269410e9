import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Ticket, TicketDetail } from '#contract/tickets.ts';
import { queryClient } from '#src/api/query-client.ts';
import { formatCount } from '#src/format/number.ts';
import type { ListPlan } from '#src/inbox/list-plan.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { MAX_ITEMS, loadQueue } from './load-queue.ts';
import { messages } from './messages.ts';
import { isSettledElsewhere, nextOpen, previousOf, withOutcome, type Queue, type QueueItem } from './queue-model.ts';
import type { Pace } from './queue-pace.ts';
import { queueAtom, readQueue, setQueue, useQueue, readPace, recordPace } from './queue-store.ts';

/** How long a ticket is in sight, for this person's pace. A tab in the background does not count. */
function useVisibleTime() {
  const [pace, setPace] = useState<Pace>(readPace);
  const clock = useRef({ spentMs: 0, sinceMs: performance.now() });
  useEffect(() => {
    const onChange = (): void => {
      const now = performance.now();
      if (document.hidden) clock.current.spentMs += now - clock.current.sinceMs;
      clock.current.sinceMs = now;
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  const acts = useMemo(
    () => ({
      restart: () => {
        clock.current = { spentMs: 0, sinceMs: performance.now() };
      },
      record: () => {
        const { spentMs, sinceMs } = clock.current;
        setPace(recordPace(spentMs + performance.now() - sinceMs));
      },
    }),
    [],
  );
  return { acts, pace };
}

interface QueueRun {
  readonly plan: ListPlan;
  readonly siteId: string;
  /** Number of the ticket in the address, as digits. */
  readonly at: string | undefined;
  /** Puts the number of the ticket at hand into the address; null at the end. */
  readonly onAt: (at: string | null) => void;
  /** Where the ticket's page keeps what it has loaded. */
  readonly ticketKey: (id: bigint) => readonly unknown[];
  readonly prefetch: (id: string) => void;
}

/** So many tickets are fetched ahead of the one at hand. */
const AHEAD = 2;
const ADDRESS_MS = 150;

/** The queue of a list: its tickets as they stood at the beginning, the one at hand, and the ways on. */
export function useQueueRun({ plan, siteId, at, onAt, ticketKey, prefetch }: QueueRun) {
  const queue = useQueue();
  const isMine = queue?.siteId === siteId && queue.listKey === plan.key;
  const [currentId, setCurrentId] = useState<string | null>(null);
  const [isReady, setIsReady] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  /** What was passed over on the way to the ticket at hand. */
  const [passed, setPassed] = useState<readonly QueueItem[]>([]);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ at, onAt, currentId, ticketKey, prefetch });
  useEffect(() => {
    latest.current = { at, onAt, currentId, ticketKey, prefetch };
  });
  const { acts: time, pace } = useVisibleTime();

  // The address follows: keys are not held up by it.
  const written = useRef(at);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const moveTo = useCallback(
    (id: string | null): void => {
      const now = queueAtom.get();
      const index = now?.items.findIndex((item) => item.id === id) ?? -1;
      const item = now?.items[index];
      time.restart();
      latest.current = { ...latest.current, currentId: id };
      setCurrentId(id);
      if (now !== null) setQueue({ ...now, currentId: id });
      const number = item === undefined ? null : String(item.number);
      written.current = number ?? undefined;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current.onAt(number), ADDRESS_MS);
      if (now === null || item === undefined) return;
      announce(messages.now(String(item.number), formatCount(index + 1), formatCount(now.items.length)));
    },
    [time],
  );
  useEffect(() => () => clearTimeout(timer.current), []);

  /** On from a ticket, unless the person is elsewhere by now. */
  const goOn = useCallback(
    (id: string): void => {
      const now = queueAtom.get();
      if (now === null || latest.current.currentId !== id) return;
      time.record();
      const { id: next, passed: found } = passOver(now, id, latest.current.ticketKey);
      setPassed(found);
      moveTo(next);
    },
    [moveTo, time],
  );
  const skip = useCallback((): void => {
    const { currentId: id } = latest.current;
    const now = queueAtom.get();
    if (id === null || now === null) return;
    if (now.outcomes[id] === undefined) setQueue(withOutcome(now, id, 'skipped'));
    goOn(id);
  }, [goOn]);
  const previous = useCallback((): void => {
    const now = queueAtom.get();
    const { currentId: id } = latest.current;
    if (now === null) return;
    const before = id === null ? (now.handled.at(-1) ?? now.items.at(-1)?.id) : previousOf(now, id);
    if (before !== undefined) moveTo(before);
  }, [moveTo]);

  // The set: begun here, stored by this tab, or made anew from the filters.
  const { key } = plan;
  const newest = useRef(plan);
  useEffect(() => {
    newest.current = plan;
  });
  useEffect(() => {
    const halt = new AbortController();
    const known = readQueue(siteId, key);
    setIsReady(false);
    setError(null);
    const begin = (now: Queue): void => {
      setQueue(now);
      setIsReady(true);
      const { at: number } = latest.current;
      // A reload may come before the address has followed.
      const stored = isReload() ? now.items.find(({ id }) => id === now.currentId) : undefined;
      const asked = stored ?? now.items.find((item) => String(item.number) === number);
      if (asked === undefined && number !== undefined) toast({ kind: 'info', text: messages.notThere(number) });
      const first = now.items[0];
      const open = first === undefined || now.outcomes[first.id] === undefined ? first?.id : nextOpen(now, first.id);
      moveTo(asked?.id ?? open ?? null);
    };
    if (known !== null) begin(known);
    const isWhole = known !== null && known.items.length >= Math.min(known.total, MAX_ITEMS);
    if (!isWhole) {
      const isRebuilt = known === null && latest.current.at !== undefined;
      loadQueue(newest.current, siteId, { known: known?.items ?? [], isRebuilt, signal: halt.signal }).then(
        (loaded) => {
          if (halt.signal.aborted) return;
          // What was done while the rest was on its way stays.
          const now = known === null ? null : queueAtom.get();
          if (now === null) begin(loaded);
          else
            setQueue({
              ...now,
              items: loaded.items,
              total: loaded.items.length < MAX_ITEMS ? loaded.items.length : loaded.total,
            });
        },
        (failure: unknown) => {
          // A queue that has begun goes on with what there is.
          if (!halt.signal.aborted && known === null)
            setError(failure instanceof Error ? failure : new Error('failed'));
        },
      );
    }
    return () => halt.abort();
  }, [siteId, key, attempt, moveTo]);

  // Back, forward and a number put into the address by hand.
  const seenAt = useRef(at);
  useEffect(() => {
    if (at === seenAt.current) return;
    seenAt.current = at;
    if (!isReady || at === written.current) return;
    written.current = at;
    const asked = queueAtom.get()?.items.find((item) => String(item.number) === at);
    if (asked !== undefined && asked.id !== latest.current.currentId) moveTo(asked.id);
  }, [at, isReady, moveTo]);

  // The next ones are there before they are wanted.
  useEffect(() => {
    if (queue === null || currentId === null) return;
    let ahead: string | null = currentId;
    for (let n = 0; n < AHEAD && ahead !== null; n += 1) {
      const before: string = ahead;
      ahead = nextOpen(queue, before);
      if (ahead !== null && ahead !== currentId) latest.current.prefetch(ahead);
    }
  }, [queue, currentId]);

  const retry = useCallback(() => setAttempt((n) => n + 1), []);
  return useMemo(
    () => ({
      queue: isMine && isReady ? queue : null,
      currentId,
      error,
      pace,
      passed,
      goOn,
      skip,
      previous,
      moveTo,
      retry,
    }),
    [isMine, isReady, queue, currentId, error, pace, passed, goOn, skip, previous, moveTo, retry],
  );
}

/** Whether this page was reloaded, and nothing else was opened in it since. */
function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  const isOfLoad = entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
  return isOfLoad && new URL(entry.name).pathname === location.pathname;
}

/** The next ticket; what somebody else settled meanwhile is marked and left out. */
function passOver(queue: Queue, from: string, keyOf: QueueRun['ticketKey']) {
  let now = queue;
  const passed: QueueItem[] = [];
  let id = nextOpen(now, from);
  while (id !== null) {
    const item = now.items.find((other) => other.id === id);
    const known = queryClient.getQueryData<TicketDetail | Ticket>(keyOf(BigInt(id)));
    if (item === undefined || known === undefined || !isSettledElsewhere(now, item, known.status)) break;
    passed.push(item);
    now = withOutcome(now, id, 'passed');
    id = nextOpen(now, id);
  }
  if (passed.length > 0) setQueue(now);
  return { id, passed };
}
