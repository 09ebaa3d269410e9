import { useSelector } from '@tanstack/react-store';
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  memo,
} from 'react';
import { flushSync } from 'react-dom';
import type { Ticket } from '#contract/tickets.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { formatCount } from '#src/format/number.ts';
import { useCapabilities } from '#src/inbox/capabilities.ts';
import { planList } from '#src/inbox/list/list-plan.ts';
import { listSearchOf, type QueueSearch } from '#src/inbox/search.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { useComposeKeys } from '#src/ticket-edit/compose-keys.ts';
import { StarsAndColors } from '#src/ticket-edit/marks.tsx';
import { OneTicketKeys } from '#src/ticket-edit/one-ticket-keys.tsx';
import type { OpenTicket } from '#src/ticket-edit/open-ticket.ts';
import { changes, useTicketChange } from '#src/ticket-edit/update/change-store.ts';
import { messages as verbs } from '#src/ticket-edit/verb-messages.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Icon, type IconName } from '#src/ui/icons/icon.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { Skeleton } from '#src/ui/loading.tsx';
import { showUndoHistory } from '#src/undo/undo.ts';
import { messages } from './messages.ts';
import {
  countLeft,
  firstOpen,
  OUTCOMES,
  passedOver,
  tallyOutcomes,
  withoutSkipped,
  type Queue,
  type Outcome,
  type QueueItem,
  updateQueue,
  queueAtom,
} from './queue.ts';
import { useQueue, timeLeft, type Pace } from './use-queue.ts';

const ICONS: Readonly<Record<Outcome, IconName>> = {
  resolved: 'check',
  closed: 'check',
  pending: 'clock',
  snoozed: 'clock',
  replied: 'chat',
  noted: 'pencil',
  changed: 'tag',
  passed: 'person',
  skipped: 'forward',
};

interface QueueStripProps {
  readonly queue: Queue;
  readonly currentId: string | null;
  readonly onOpen: (id: string) => void;
}

/** The handled tickets, oldest first, to go back to. */
function QueueStrip({ queue, currentId, onOpen }: QueueStripProps) {
  const list = useRef<HTMLUListElement>(null);
  const { length } = queue.handled;
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest', inline: 'end' });
  }, [length]);
  const { items } = queue;
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items]);
  return (
    <nav aria-label={messages.strip} className="min-h-9 flex-none border-b border-line bg-sunken print:hidden">
      <ul ref={list} className="flex gap-1 overflow-x-auto px-3 py-1 max-md:px-2">
        {queue.handled.map((id) => {
          const item = byId.get(id);
          const outcome = queue.outcomes[id];
          if (item === undefined || outcome === undefined) return null;
          return (
            <li key={id} className="flex-none">
              <Handled item={item} outcome={outcome} isCurrent={id === currentId} onOpen={onOpen} />
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

interface HandledProps {
  readonly item: QueueItem;
  readonly outcome: Outcome;
  readonly isCurrent: boolean;
  readonly onOpen: (id: string) => void;
}

const Handled = memo(function Handled({ item, outcome, isCurrent, onOpen }: HandledProps) {
  const isFailed = useTicketChange(BigInt(item.id))?.state === 'failed';
  const label = messages.handled(String(item.number), outcome, isFailed);
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-current={isCurrent || undefined}
      className={`hit relative flex h-7 items-center gap-1 rounded-chip border px-2 text-12 tabular-nums hover:bg-hover ${
        isCurrent
          ? 'border-accent-line bg-accent-tint font-medium text-accent-text'
          : 'border-line bg-surface text-ink-2'
      } ${isFailed ? 'text-danger-text' : ''}`}
      onClick={() => onOpen(item.id)}
    >
      <Icon name={isFailed ? 'warning' : ICONS[outcome]} size={14} />
      {messages.number(String(item.number))}
    </button>
  );
});

const ORDER = [...OUTCOMES, 'failed', 'left'] as const;

/** The outcomes in a sentence whose figures add up, and the ways on. */
function QueueEnd({ queue, onLeave }: { readonly queue: Queue; readonly onLeave: () => void }) {
  const { end } = messages;
  const { reason } = useWriteAccess('any');
  const failed = useFailedTickets();
  const counts = tallyOutcomes(queue, failed);
  const { length: total } = queue.items;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const parts = ORDER.filter((name) => counts[name] > 0).map((name) => end.part(formatCount(counts[name]), name));
  const isAll = counts.skipped + counts.left + counts.failed === 0;
  return (
    <div className="mx-auto flex max-w-measure flex-col items-center px-5 py-16 text-center">
      <h2 ref={heading} tabIndex={-1} className="text-16 font-semibold outline-none">
        {isAll ? end.allDone(total, formatCount(total)) : end.ended(total, formatCount(total))}
      </h2>
      <p className="mt-1 text-ink-2 tabular-nums">{end.sum(parts)}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        {counts.left > 0 ? (
          <Button onClick={() => updateQueue(toFirstOpen)}>{end.left(counts.left, formatCount(counts.left))}</Button>
        ) : null}
        {counts.skipped > 0 ? (
          <Button onClick={() => updateQueue((now) => toFirstOpen(withoutSkipped(now)))}>
            {end.skipped(counts.skipped, formatCount(counts.skipped))}
          </Button>
        ) : null}
        <Button variant="ghost" icon="recent" disabledReason={reason} onClick={showUndoHistory}>
          {messages.history}
        </Button>
        <Button variant="primary" onClick={onLeave}>
          {messages.back}
        </Button>
      </div>
    </div>
  );
}

/** Ids, as digits, of the tickets whose last change failed. */
function useFailedTickets(): ReadonlySet<string> {
  const ids = useSelector(changes, (all) =>
    [...all].flatMap(([id, { state }]) => (state === 'failed' ? [id.toString()] : [])).join(' '),
  );
  return new Set(ids === '' ? [] : ids.split(' '));
}

function toFirstOpen(queue: Queue): Queue {
  return { ...queue, currentId: firstOpen(queue) };
}

/** The ticket that a key is for: of the queue as it stands now, whatever is drawn. */
function ticketNow(ticketOf: (id: string) => Ticket | undefined): Ticket | undefined {
  const id = queueAtom.get()?.currentId ?? null;
  return id === null ? undefined : ticketOf(id);
}

/**
 * The ticket on screen: drawn behind the keys, which go on to the next one before it is in sight. The focus never stays
 * in what is about to go.
 */
function useShownTicket(currentId: string | null, page: RefObject<HTMLElement | null>) {
  const drawnId = useDeferredValue(currentId);
  // Of the ticket whose field or menu was asked for: that one is drawn in the handler.
  const [reachedId, setReachedId] = useState<string | null>(null);
  const shownId = currentId === null || reachedId === currentId ? currentId : (drawnId ?? currentId);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isHere = activeElement === null || activeElement === document.body || page.current?.contains(activeElement);
    // At the end its heading takes it.
    if (isHere === true && currentId !== null) page.current?.focus({ preventScroll: true });
  }, [currentId, page]);
  useEffect(() => {
    // The focused element went with the ticket before.
    const { activeElement } = document;
    if (shownId !== null && (activeElement === null || activeElement === document.body))
      page.current?.focus({ preventScroll: true });
  }, [shownId, page]);
  const reach = useCallback((): string | undefined => {
    const id = queueAtom.get()?.currentId ?? undefined;
    if (id !== undefined) flushSync(() => setReachedId(id));
    return id;
  }, []);
  return { shownId, isDrawn: shownId === currentId, reach };
}

interface QueueViewProps {
  readonly search: QueueSearch;
  readonly go: (change: Partial<QueueSearch>) => void;
  readonly leave: () => void;
  readonly renderTicket: (ticket: OpenTicket) => ReactNode;
  readonly ticketKey: (id: bigint) => readonly unknown[];
  readonly prefetch: (id: string) => void;
}

/** One ticket of a list after the other, each with the width of the page. */
export function QueueView({ search, go, leave, renderTicket, ticketKey, prefetch }: QueueViewProps) {
  const whoami = useWhoami();
  const can = useCapabilities();
  const { reason } = useWriteAccess('any');
  const plan = useMemo(() => planList(listSearchOf(search), can), [search, can]);
  const { queue, currentId, isWaiting, error, pace, ticketOf, skip, previous, moveTo, retry } = useQueue({
    plan,
    siteId: whoami.site_id.toString(),
    at: search.at,
    onAt: (at) => go({ at, tab: undefined }),
    ticketKey,
    prefetch,
  });
  const page = useRef<HTMLElement>(null);
  const { shownId, isDrawn, reach } = useShownTicket(currentId, page);
  useComposeKeys(reach, currentId !== null);
  const { keys } = messages;
  const isThere = queue !== null;
  const labelled = (label: string) => ({ label, group: keys.group, when: isThere });
  useShortcut('j', skip, labelled(messages.skip));
  useShortcut('k', previous, labelled(messages.previous));
  useShortcut('escape', leave, { label: messages.leave, group: keys.group });

  const index = queue?.items.findIndex(({ id }) => id === currentId) ?? -1;
  const { tab = 'timeline' } = search;
  const total = queue?.items.length ?? 0;
  const hasPrevious = shownId !== null && shownId !== queue?.items[0]?.id;
  const ticket = useMemo(
    () =>
      shownId === null
        ? null
        : renderTicket({
            id: shownId,
            tab,
            onTab: (next) => go({ tab: next === 'timeline' ? undefined : next }),
            listPosition: {
              position: null,
              total,
              onPrevious: hasPrevious ? previous : undefined,
              onNext: skip,
              // Whatever settles the ticket is seen by `useOutcomes`.
              onDone: () => undefined,
            },
            onBack: undefined,
          }),
    [shownId, tab, go, total, hasPrevious, previous, skip, renderTicket],
  );
  const place = index < 0 ? null : ([formatCount(index + 1), formatCount(total)] as const);
  const note = queue === null || place === null ? undefined : noteOf(messages.of(...place), queue, pace);
  // There the title has the room that a fact beside it would need.
  const isPhone = useMedia('(max-width: 767px)');
  return (
    <StarsAndColors>
      <PageHeader
        title={isPhone && note !== undefined ? note : messages.title}
        {...(place === null ? {} : { documentTitle: messages.documentTitle(...place) })}
        note={isPhone ? undefined : note}
        lead={<IconButton icon="back" label={messages.leave} kbd="escape" onClick={leave} />}
        actions={
          <>
            <IconButton icon="recent" label={messages.history} disabledReason={reason} onClick={showUndoHistory} />
            {currentId === null ? null : (
              <Button kbd="j" onClick={skip}>
                {messages.skip}
              </Button>
            )}
          </>
        }
      />
      {queue === null ? null : <QueueNote queue={queue} />}
      {queue === null || queue.handled.length === 0 ? null : (
        <QueueStrip queue={queue} currentId={currentId} onOpen={moveTo} />
      )}
      <section
        ref={page}
        tabIndex={-1}
        aria-label={messages.region}
        onClickCapture={isDrawn ? undefined : ignore}
        // No list stands beside it: the words have its room.
        className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface outline-none min-[1400px]:[--w-measure:820px] 2xl:[--w-measure:960px]"
      >
        {queue === null || isWaiting ? (
          <QueueFallback error={error} onRetry={retry} />
        ) : queue.items.length === 0 ? (
          <EmptyBlock
            icon="inbox"
            title={messages.empty}
            text={messages.emptyText}
            action={<Button onClick={leave}>{messages.back}</Button>}
          />
        ) : currentId === null ? (
          <QueueEnd queue={queue} onLeave={leave} />
        ) : (
          <>
            {ticket}
            <OneTicketKeys labels={verbs.verbs} ticketNow={() => ticketNow(ticketOf)} onPick={reach} />
          </>
        )}
      </section>
    </StarsAndColors>
  );
}

/** A click at the ticket that is about to go is lost, not given to the next one. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function noteOf(of: string, queue: Queue, pace: Pace): string {
  const ms = timeLeft(pace, countLeft(queue));
  if (ms === null || ms === 0) return of;
  const time = ms < 60_000 ? messages.lessThanMinute : messages.about(Math.round(ms / 60_000));
  return messages.withTime(of, time);
}

/** Says what may surprise: tickets passed over, a queue made anew, or one that was cut. */
function QueueNote({ queue }: { readonly queue: Queue }) {
  const { isRebuilt, items, total } = queue;
  const passed = passedOver(queue);
  const numbers = passed.map(({ number }) => String(number)).join(', #');
  const lines = [
    ...(passed.length > 0 ? [messages.passed(passed.length, numbers)] : []),
    ...(isRebuilt ? [messages.rebuilt] : []),
    ...(total > items.length ? [messages.cut(formatCount(items.length), formatCount(total))] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <p role="status" className="flex-none border-b border-line bg-sunken px-4 py-1.5 text-12 text-ink-2 print:hidden">
      {lines.join(' ')}
    </p>
  );
}

function QueueFallback({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  const failure = useFailure(error, onRetry);
  if (failure !== null) {
    const { text, requestId, details } = failure;
    return <ErrorBlock title={messages.failed} text={text} requestId={requestId} details={details} onRetry={onRetry} />;
  }
  return (
    <div role="status" aria-label={messages.loading} className="flex max-w-measure flex-col gap-3 px-5 py-3">
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-2.5 w-5/6" />
      <Skeleton className="h-2.5 w-2/3" />
    </div>
  );
}
