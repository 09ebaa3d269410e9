import { createContext, useEffect, useMemo, useState, type ReactNode, type RefObject } from 'react';
import type { TicketDetail } from '#contract/tickets.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from '#src/tickets/messages.ts';
import type { TicketTab } from '#src/ticket-edit/ticket-tabs.ts';
import { unreadOf } from './timeline.ts';
import { openSeen } from './seen-store.ts';
import { useThreadScroll } from './use-thread-scroll.ts';

/** Before which message it says from when on everything is new. */
export interface Boundary {
  readonly commentId: bigint;
  readonly sinceUtc: string;
}

export const BoundaryContext = createContext<Boundary | null>(null);

/** Above the first new message, so that it is seen that it goes on there. */
const ABOVE_PX = 40;

interface ThreadPaneProps {
  readonly pane: RefObject<HTMLDivElement | null>;
  readonly ticket: TicketDetail;
  readonly tab: TicketTab;
  /** The list's row stands in. */
  readonly isPreview: boolean;
  /** @param isPreview the thread has to wait @param hold to be called just before earlier messages are put above */
  readonly children: (isPreview: boolean, hold: () => void) => ReactNode;
}

/** The state of a ticket when it was opened: what comes later is news. */
interface Opening {
  readonly id: bigint;
  /** When the newest message that had been seen was written; null where none was new. */
  readonly seenUtc: string | null;
  readonly newestUtc: string;
  readonly known: ReadonlySet<bigint>;
}

/** The thread of a ticket: opens at the first unread message, else at the newest; what arrives later moves nothing. */
export function ThreadPane({ pane, ticket, tab, isPreview, children }: ThreadPaneProps) {
  const { site_id: siteId, token_id: tokenId, agent_id: agentId = null } = useWhoami();
  const seen = openSeen(siteId, tokenId);
  const [isLoaded, setIsLoaded] = useState(seen.isLoaded);
  useEffect(() => {
    if (!isLoaded) void seen.loaded.then(() => setIsLoaded(true));
  }, [seen, isLoaded]);
  const comments = useMemo(() => ticket.comments ?? [], [ticket.comments]);
  const [opening, setOpening] = useState<Opening | null>(null);
  const isThere = !isPreview && isLoaded;
  let current = opening?.id === ticket.id ? opening : null;
  if (isThere && current === null) {
    const seenUtc = seen.seenUtc(ticket.id);
    current = {
      id: ticket.id,
      seenUtc: unreadOf(comments, seenUtc, agentId).length === 0 ? null : seenUtc,
      newestUtc: comments.reduce((newest, { created_utc: at }) => (at > newest ? at : newest), ticket.created_utc),
      known: new Set(comments.map(({ id }) => id)),
    };
    setOpening(current);
  }
  const isShown = isThere && current !== null;
  const arrived = useMemo(
    () =>
      current === null ? [] : unreadOf(comments, current.newestUtc, agentId).filter(({ id }) => !current.known.has(id)),
    [comments, current, agentId],
  );
  // Earlier messages that are loaded later may be new too.
  const boundary = useMemo((): Boundary | null => {
    if (current === null) return null;
    const { seenUtc, newestUtc } = current;
    const [first] = seenUtc === null ? arrived : unreadOf(comments, seenUtc, agentId);
    return first === undefined ? null : { commentId: first.id, sinceUtc: seenUtc ?? newestUtc };
  }, [current, arrived, comments, agentId]);

  const [sightedUtc, setSightedUtc] = useState('');
  useEffect(() => {
    const element = pane.current;
    if (!isShown || element === null) return;
    const watch = new IntersectionObserver(
      (entries) => {
        const times = entries
          .filter(({ isIntersecting }) => isIntersecting)
          .map(({ target }) => (target instanceof HTMLElement ? (target.dataset['at'] ?? '') : ''));
        const newest = times.reduce((a, b) => (a > b ? a : b), '');
        if (newest === '') return;
        seen.note(ticket.id, newest);
        setSightedUtc((before) => (before > newest ? before : newest));
      },
      { root: element },
    );
    for (const entry of element.querySelectorAll('[data-at]')) watch.observe(entry);
    return () => watch.disconnect();
  }, [pane, isShown, ticket.id, comments, tab, seen]);

  const isThread = tab === 'timeline' || tab === 'comments';
  const hold = useThreadScroll({
    pane,
    part: `${ticket.id} ${tab}`,
    opensAt:
      isThread && boundary !== null
        ? { entry: `c${boundary.commentId}`, edge: 'top', offset: ABOVE_PX }
        : tab === 'links'
          ? 'start'
          : 'end',
    isThere: isShown,
    content: `${comments.length} ${ticket.activity?.length}`,
  });

  const news = isThread ? arrived.filter(({ created_utc: at }) => at > sightedUtc) : [];
  const [next] = news;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col print:block">
      <div
        ref={pane}
        role="group"
        aria-label={messages.tabs[tab]}
        tabIndex={-1}
        className="pane flex-1 px-5 py-2 -outline-offset-2 max-md:px-4"
      >
        <BoundaryContext value={boundary}>{children(!isShown, hold)}</BoundaryContext>
      </div>
      <div role="status" className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center print:hidden">
        {next === undefined ? null : (
          <button
            type="button"
            className="hit pointer-events-auto relative inline-flex min-h-7 items-center gap-1 rounded-full border border-accent-line bg-accent-tint px-3 text-12 font-medium text-accent-text shadow-1"
            onClick={() => {
              pane.current?.querySelector(`[data-entry="c${next.id}"]`)?.scrollIntoView({ block: 'start' });
              pane.current?.focus();
            }}
          >
            <Icon name="chevron-down" size={14} />
            {messages.thread.news(news.length)}
          </button>
        )}
      </div>
    </div>
  );
}
