import {
  createContext,
  memo,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
} from 'react';
import type { TicketDetail } from '#contract/tickets.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { ownerOf } from '#src/session/owner.ts';
import type { TicketTab } from '#src/ticket-edit/open-ticket.ts';
import { messages } from '#src/tickets/messages.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { noteSeen, seenUtc as seenBefore } from './seen-store.ts';
import { unreadOf } from './timeline.ts';

/**
 * The scroll position of a thread: its start, its end, or an edge of an entry at a distance from the upper edge of the pane.
 * The heading with the day belongs to its entry and may disappear, so the first visible entry is held by its bottom edge.
 */
type Target = 'start' | 'end' | { readonly entry: string; readonly edge: 'top' | 'bottom'; readonly offset: number };

const MAX_KEPT = 50;
/** By history entry and part of the ticket. */
const kept = new Map<string, Target>();

/** By history entry: Back returns to the same one, opening the ticket again makes another. */
function keyOf(part: string): string {
  const state: unknown = history.state;
  const entry = typeof state === 'object' && state !== null && '__TSR_key' in state ? String(state.__TSR_key) : '';
  return `${entry} ${part}`;
}

function keptPosition(part: string): Target | null {
  return kept.get(keyOf(part)) ?? null;
}

/** The entry at the upper edge. A distance in pixels would be wrong once the entries above change their height. */
function placeIn(pane: HTMLElement): Target | null {
  const top = pane.getBoundingClientRect().top;
  const entry = [...pane.querySelectorAll<HTMLElement>('[data-entry]')].find(
    (element) => element.getBoundingClientRect().bottom > top,
  );
  const name = entry?.dataset['entry'];
  return entry === undefined || name === undefined
    ? null
    : { entry: name, edge: 'bottom', offset: entry.getBoundingClientRect().bottom - top };
}

function keepPosition(part: string, pane: HTMLElement): void {
  const place = placeIn(pane);
  if (place === null) return;
  const key = keyOf(part);
  kept.delete(key);
  kept.set(key, place);
  for (const old of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(old);
}

function scrollToTarget(pane: HTMLElement, target: Target): void {
  if (typeof target === 'string') {
    pane.scrollTop = target === 'end' ? pane.scrollHeight : 0;
    return;
  }
  const entry = pane.querySelector(`[data-entry="${target.entry}"]`);
  if (entry === null) return;
  pane.scrollTop += entry.getBoundingClientRect()[target.edge] - pane.getBoundingClientRect().top - target.offset;
}

const AT_REST_MS = 100;
/** The person scrolls: stop holding the position. */
const HANDS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

interface ThreadScroll {
  readonly pane: RefObject<HTMLDivElement | null>;
  readonly part: string;
  /** The position on the first visit. */
  readonly opensAt: Target;
  readonly isThere: boolean;
  /** Changes with the content of the thread. */
  readonly content: string;
}

/**
 * Opens a thread at its position and holds it while messages and the composer get their heights, until the person scrolls or
 * the thread grows. Back restores the position. Call the returned function just before earlier messages are added above, so
 * that the visible ones do not move.
 */
function useThreadScroll({ pane, part, opensAt, isThere, content }: ThreadScroll): () => void {
  const held = useRef<Target | null>(null);
  const openedWith = useRef('');
  const latest = useRef({ opensAt, content });
  const keeps = useRef<Target | null>(null);
  useLayoutEffect(() => {
    const isOther = latest.current.content !== content;
    latest.current = { opensAt, content };
    if (openedWith.current !== content) held.current = null;
    if (!isOther || keeps.current === null || pane.current === null) return;
    held.current = keeps.current;
    openedWith.current = content;
    keeps.current = null;
    scrollToTarget(pane.current, held.current);
  });
  useLayoutEffect(() => {
    const element = pane.current;
    if (!isThere || element === null) return;
    const target = keptPosition(part) ?? latest.current.opensAt;
    held.current = target;
    openedWith.current = latest.current.content;
    scrollToTarget(element, target);
    const hold = new ResizeObserver(() => {
      // Tab reaches a pane that can scroll, and the arrow keys scroll it.
      element.tabIndex = element.scrollHeight > element.clientHeight ? 0 : -1;
      if (held.current !== null) scrollToTarget(element, held.current);
    });
    hold.observe(element);
    for (const child of element.children) hold.observe(child);
    const letGo = () => {
      held.current = null;
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      clearTimeout(timer);
      timer = setTimeout(() => keepPosition(part, element), AT_REST_MS);
    };
    for (const name of HANDS) element.addEventListener(name, letGo, { passive: true });
    element.addEventListener('scroll', rest, { passive: true });
    return () => {
      hold.disconnect();
      clearTimeout(timer);
      for (const name of HANDS) element.removeEventListener(name, letGo);
      element.removeEventListener('scroll', rest);
    };
  }, [pane, part, isThere]);
  return useCallback(() => {
    if (pane.current === null) return;
    keeps.current = placeIn(pane.current);
    // The pressed button may disappear.
    pane.current.focus({ preventScroll: true });
  }, [pane]);
}

/** The first new message. */
export interface Boundary {
  readonly commentId: bigint;
  readonly sinceUtc: string;
}

export const BoundaryContext = createContext<Boundary | null>(null);

/** Shows a part of the message above the first new one. */
const ABOVE_PX = 40;

interface ThreadPaneProps {
  readonly pane: RefObject<HTMLDivElement | null>;
  readonly ticket: TicketDetail;
  readonly tab: TicketTab;
  /** Only the row of the list is loaded. */
  readonly isPreview: boolean;
  /** @param hold call it just before earlier messages are added above */
  readonly drawBody: (ticket: TicketDetail, isPreview: boolean, hold: () => void) => ReactNode;
}

/** The state of a ticket when it was opened. */
interface Opening {
  readonly id: bigint;
  /** When the newest message seen before was written; null if none is new. */
  readonly seenUtc: string | null;
  readonly newestUtc: string;
  readonly known: ReadonlySet<bigint>;
}

/** The thread of a ticket. It opens at the first unread message, or at the newest one; later messages do not move it. */
export const ThreadPane = memo(function ThreadPane(props: ThreadPaneProps) {
  const { pane, ticket, tab, isPreview, drawBody } = props;
  const whoami = useWhoami();
  const { agent_id: agentId = null } = whoami;
  const comments = useMemo(() => ticket.comments ?? [], [ticket.comments]);
  const [opening, setOpening] = useState<Opening | null>(null);
  const isThere = !isPreview;
  let current = opening?.id === ticket.id ? opening : null;
  if (isThere && current === null) {
    const seenUtc = seenBefore(ownerOf(whoami), ticket.id);
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
  // Earlier messages, loaded later, may be new too.
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
        noteSeen(ownerOf(whoami), ticket.id, newest);
        setSightedUtc((before) => (before > newest ? before : newest));
      },
      { root: element },
    );
    for (const entry of element.querySelectorAll('[data-at]')) watch.observe(entry);
    return () => watch.disconnect();
  }, [pane, isShown, ticket.id, comments, tab, whoami]);

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
        <BoundaryContext value={boundary}>{drawBody(ticket, !isShown, hold)}</BoundaryContext>
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
});
