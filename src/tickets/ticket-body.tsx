import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Whoami } from '#contract/site.ts';
import type { Comment, TicketDetail, TicketLink } from '#contract/tickets.ts';
import { useFailure } from '#src/api/failure-message.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon, type IconName } from '#src/ui/icons/icon.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { messages } from './messages.ts';
import { Timeline } from './timeline.tsx';
import { earlierCount, COMMENTS_A_PAGE, loadEarlier } from './ticket-query.ts';
import type { TicketTab } from '#src/ticket-edit/open-ticket.ts';

const ICONS: Readonly<Record<TicketLink['kind'], IconName>> = {
  customer: 'person',
  session: 'chat',
  csat: 'star',
  portal_token: 'key',
};

interface TicketLinksProps {
  readonly links: readonly TicketLink[];
  /** The requester's. */
  readonly email: string | null;
}

/** The records linked to the ticket; those with a page are links. */
function TicketLinks({ links, email }: TicketLinksProps) {
  return (
    <ul className="max-w-measure">
      {links.map((link) => (
        <li key={`${link.kind} ${link.id}`} className="flex min-h-row items-center gap-2 border-b border-line">
          <Icon name={ICONS[link.kind]} size={14} className="text-ink-3" />
          <span className="w-24 flex-none text-12 text-ink-3">{messages.link[link.kind]}</span>
          <span dir="auto" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <LinkTarget link={link} email={email} />
          </span>
          <span className="flex-none text-12 text-ink-3 tabular-nums">{messages.link.id(link.id)}</span>
        </li>
      ))}
    </ul>
  );
}

function LinkTarget({ link, email }: Pick<TicketLinksProps, 'email'> & { readonly link: TicketLink }) {
  const look = 'text-accent-text hover:underline';
  if (link.kind === 'customer') {
    return (
      <Link to="/customers/$id" params={{ id: link.id }} className={look}>
        {link.label}
      </Link>
    );
  }
  if (link.kind === 'portal_token' && email !== null) {
    return (
      <Link to="/manage/portal-tokens" search={{ email }} className={look}>
        {link.label}
      </Link>
    );
  }
  if (link.kind === 'session') {
    return (
      <Link to="/conversations/session/$id" params={{ id: link.id }} className={look}>
        {link.label}
      </Link>
    );
  }
  return link.label;
}

interface EarlierMessagesProps {
  readonly ticket: TicketDetail;
  readonly onArrived: () => void;
}

/** Above a partly loaded thread: the number of loaded messages and a button for earlier ones. */
function EarlierMessages({ ticket, onArrived }: EarlierMessagesProps) {
  const { newest, earlier, earlierFailed } = messages.thread;
  const load = useMutation({ mutationFn: () => loadEarlier(ticket.id, onArrived) });
  const failure = useFailure(load.error);
  const shown = ticket.comments?.length ?? 0;
  const left = earlierCount(ticket);
  return (
    <div className="flex max-w-measure flex-wrap items-center justify-between gap-x-3 gap-y-1 pb-2 text-12 text-ink-3">
      <p className="tabular-nums">{newest(formatCount(shown), formatCount(shown + left))}</p>
      <Button size="sm" className="print:hidden" busy={load.isPending} onClick={() => load.mutate()}>
        {earlier(formatCount(Math.min(left, COMMENTS_A_PAGE)))}
      </Button>
      {failure === null ? null : (
        <p role="alert" className="w-full text-danger-text print:hidden">
          {`${earlierFailed} ${failure.text}`}
        </p>
      )}
    </div>
  );
}

interface TicketBodyProps {
  readonly ticket: TicketDetail;
  readonly tab: TicketTab;
  readonly isPreview: boolean;
  /** Called just before earlier messages are added above. */
  readonly onEarlier: () => void;
}

/** A constant, so that the memoised timeline is not rendered again. */
const NONE: readonly never[] = [];

/** The conversation and the activity, or the chosen part. */
function TicketBody({ ticket, tab, isPreview, onEarlier }: TicketBodyProps) {
  const zone = useDisplayZone();
  const { agent_id: ownId, label } = useWhoami();
  const { comments = NONE, activity = NONE, links = NONE } = ticket;
  const agentName = ownId == null ? null : agentNameIn(ticket, ownId);
  const self = useMemo(() => ({ label, agentName }), [label, agentName]);
  const isPart = earlierCount(ticket) > 0;
  const beginsUtc = isPart && tab !== 'activity' ? comments[0]?.created_utc : undefined;
  // Leave out changes that are older than the first loaded message.
  const shownActivity = useMemo(
    () => (beginsUtc === undefined ? activity : activity.filter(({ created_utc: at }) => at >= beginsUtc)),
    [activity, beginsUtc],
  );
  if (isPreview) return <ThreadSkeleton />;
  if (tab === 'links') {
    return links.length === 0 ? (
      <Note>{messages.none.links}</Note>
    ) : (
      <TicketLinks links={links} email={ticket.requester_email} />
    );
  }
  const shown = { comments: tab === 'activity' ? NONE : comments, activity: tab === 'comments' ? NONE : shownActivity };
  return (
    <>
      {isPart && tab !== 'activity' ? <EarlierMessages ticket={ticket} onArrived={onEarlier} /> : null}
      {shown.comments.length + shown.activity.length === 0 ? (
        <Note>{messages.none[tab]}</Note>
      ) : (
        <Timeline {...shown} zone={zone} channel={ticket.channel} self={self} />
      )}
    </>
  );
}

interface ThreadScroll {
  readonly pane: RefObject<HTMLDivElement | null>;
  /** Names the part of the ticket that is shown. */
  readonly part: string;
  readonly opensAtEnd: boolean;
  readonly firstId: bigint | undefined;
}

/**
 * Opens a thread at its end, and follows the end as long as it is in sight. Elsewhere nothing moves: `hold`, called just before
 * earlier messages are added above, keeps the visible ones in their places.
 */
function useThreadScroll({ pane, part, opensAtEnd, firstId }: ThreadScroll) {
  const [isAtEnd, setAtEnd] = useState(opensAtEnd);
  const fromEnd = useRef<number | null>(null);
  useLayoutEffect(() => {
    const element = pane.current;
    if (element === null) return undefined;
    let follows = opensAtEnd;
    const keepEnd = () => {
      // Tab reaches a pane that can scroll, and the arrow keys scroll it.
      element.tabIndex = element.scrollHeight > element.clientHeight ? 0 : -1;
      if (follows) element.scrollTop = element.scrollHeight;
    };
    let lastTop = 0;
    const noteEnd = () => {
      const { scrollTop } = element;
      // A message that has just come is not a person who scrolls up.
      const isPulled = scrollTop < lastTop;
      follows = element.scrollHeight - element.clientHeight - scrollTop < 2 || (follows && !isPulled);
      lastTop = scrollTop;
      setAtEnd(follows);
    };
    element.scrollTop = 0;
    keepEnd();
    setAtEnd(follows);
    const resized = new ResizeObserver(keepEnd);
    resized.observe(element);
    for (const child of element.children) resized.observe(child);
    element.addEventListener('scroll', noteEnd, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', noteEnd);
    };
  }, [pane, part, opensAtEnd]);
  useLayoutEffect(() => {
    const element = pane.current;
    if (element !== null && fromEnd.current !== null) element.scrollTop = element.scrollHeight - fromEnd.current;
    fromEnd.current = null;
  }, [pane, firstId]);
  function hold(): void {
    const element = pane.current;
    if (element === null) return;
    fromEnd.current = element.scrollHeight - element.scrollTop;
    // The pressed button may disappear.
    element.focus({ preventScroll: true });
  }
  return { isAtEnd, hold };
}

interface ThreadPaneProps {
  readonly pane: RefObject<HTMLDivElement | null>;
  readonly ticket: TicketDetail;
  readonly tab: TicketTab;
  /** Only the row of the list is loaded. */
  readonly isPreview: boolean;
}

/** The chosen part of a ticket in its scrolling pane. A button leads to messages that came below what is read. */
export const ThreadPane = memo(function ThreadPane({ pane, ticket, tab, isPreview }: ThreadPaneProps) {
  // Print the whole conversation.
  const shownTab = useMedia('print') ? 'timeline' : tab;
  const whoami = useWhoami();
  const comments = ticket.comments ?? NONE;
  const newestId = comments.reduce((newest, { id }) => (id > newest ? id : newest), 0n);
  const part = `${ticket.id} ${tab} ${isPreview}`;
  const { isAtEnd, hold } = useThreadScroll({ pane, part, opensAtEnd: tab !== 'links', firstId: comments[0]?.id });
  const [read, setRead] = useState({ part, newestId });
  if (read.part !== part || (isAtEnd && read.newestId !== newestId)) setRead({ part, newestId });
  const isThread = tab === 'timeline' || tab === 'comments';
  const newCount = isThread
    ? comments.filter((comment) => comment.id > read.newestId && !isOwn(comment, whoami)).length
    : 0;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col print:block">
      <div
        ref={pane}
        role="group"
        aria-label={messages.tabs[tab]}
        tabIndex={-1}
        className="pane flex-1 px-5 py-2 -outline-offset-2 max-md:px-4"
      >
        <div>
          <TicketBody ticket={ticket} tab={shownTab} isPreview={isPreview} onEarlier={hold} />
        </div>
      </div>
      <div role="status" className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center print:hidden">
        {newCount === 0 ? null : (
          <button
            type="button"
            className="hit pointer-events-auto relative inline-flex min-h-7 items-center gap-1 rounded-full border border-accent-line bg-accent-tint px-3 text-12 font-medium text-accent-text shadow-1"
            onClick={() => {
              pane.current?.scrollTo({ top: pane.current.scrollHeight });
              pane.current?.focus();
            }}
          >
            <Icon name="chevron-down" size={14} />
            {messages.thread.news(newCount)}
          </button>
        )}
      </div>
    </div>
  );
});

/** The name of an agent, if the ticket contains it. */
function agentNameIn({ assignee_agent_id: assignee, assignee_name: name, comments }: TicketDetail, id: string) {
  return (assignee === id ? name : comments?.find(({ agent_id: agent }) => agent === id)?.author_name) ?? null;
}

/** Without an agent, an API token writes under its own label. */
function isOwn({ author_kind: kind, agent_id: agent, author_name: name }: Comment, { agent_id: ownId, label }: Whoami) {
  return kind === 'agent' && (ownId == null ? agent === null && name === label : agent === ownId);
}

function Note({ children }: { readonly children: string }) {
  return <p className="py-2 text-12 text-ink-3">{children}</p>;
}

const LINES = ['w-1/3', 'w-5/6', 'w-2/3', 'w-1/4', 'w-3/4', 'w-1/2'] as const;

function ThreadSkeleton() {
  return (
    <div role="status" aria-label={messages.loadingThread} className="flex max-w-measure flex-col gap-3 py-2">
      {LINES.map((width) => (
        <div key={width} className="flex gap-2.5">
          <Skeleton className="size-6 rounded-full" />
          <div className="flex flex-1 flex-col gap-2 pt-1.5">
            <Skeleton className={`h-2.5 ${width}`} />
            <Skeleton className="h-2 w-11/12" />
          </div>
        </div>
      ))}
    </div>
  );
}
