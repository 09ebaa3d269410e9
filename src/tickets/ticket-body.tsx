import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TicketDetail, TicketLink } from '#contract/tickets.ts';
import { useFailure } from '#src/api/failure-message.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { Timeline } from '#src/tickets/timeline/timeline-view.tsx';
import { Button } from '#src/ui/button.tsx';
import { Icon, type IconName } from '#src/ui/icons/icon.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { messages } from './messages.ts';
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
            <Way link={link} email={email} />
          </span>
          <span className="flex-none text-12 text-ink-3 tabular-nums">{messages.link.id(link.id)}</span>
        </li>
      ))}
    </ul>
  );
}

function Way({ link, email }: Pick<TicketLinksProps, 'email'> & { readonly link: TicketLink }) {
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
export function TicketBody({ ticket, tab, isPreview, onEarlier }: TicketBodyProps) {
  const zone = useDisplayZone();
  const { agent_id: ownId, label } = useWhoami();
  const { comments, activity, links } = ticket;
  const agentName = ownId == null ? null : agentNameIn(ticket, ownId);
  const self = useMemo(() => ({ label, agentName }), [label, agentName]);
  const isPart = earlierCount(ticket) > 0;
  const beginsUtc = isPart && tab !== 'activity' ? comments?.[0]?.created_utc : undefined;
  // Leave out changes that are older than the first loaded message.
  const shownActivity = useMemo(
    () => (beginsUtc === undefined ? activity : activity?.filter(({ created_utc: at }) => at >= beginsUtc)),
    [activity, beginsUtc],
  );
  if (isPreview) return <ThreadSkeleton />;
  if (tab === 'links') {
    if (links === undefined) return <Note>{messages.notProvided.links}</Note>;
    return links.length === 0 ? (
      <Note>{messages.none.links}</Note>
    ) : (
      <TicketLinks links={links} email={ticket.requester_email} />
    );
  }
  const shown = { comments: tab === 'activity' ? NONE : comments, activity: tab === 'comments' ? NONE : shownActivity };
  const isEmpty = (shown.comments ?? NONE).length === 0 && (shown.activity ?? NONE).length === 0;
  const isMissing = shown.comments === undefined && shown.activity === undefined;
  if (isMissing) return <Note>{messages.notProvided.timeline}</Note>;
  return (
    <>
      {shown.comments === undefined ? <Note>{messages.notProvided.comments}</Note> : null}
      {shown.activity === undefined ? <Note>{messages.notProvided.activity}</Note> : null}
      {isPart && tab !== 'activity' ? <EarlierMessages ticket={ticket} onArrived={onEarlier} /> : null}
      {isEmpty && shown.comments !== undefined && shown.activity !== undefined ? (
        <Note>{messages.none[tab]}</Note>
      ) : (
        <Timeline
          comments={shown.comments ?? NONE}
          activity={shown.activity ?? NONE}
          zone={zone}
          channel={ticket.channel}
          self={self}
        />
      )}
    </>
  );
}

/** The name of an agent, if the ticket contains it. */
function agentNameIn({ assignee_agent_id: assignee, assignee_name: name, comments }: TicketDetail, id: string) {
  return (assignee === id ? name : comments?.find(({ agent_id: agent }) => agent === id)?.author_name) ?? null;
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
