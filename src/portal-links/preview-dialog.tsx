import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import type { PortalTicket } from '#contract/portal-page.ts';
import { getTicket, type Comment, type Ticket, type TicketLink } from '#contract/tickets.ts';
import { read } from '#src/api/read.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { isAtWork, leadOf } from '#src/portal-requests/request-words.ts';
import { RequestList, RequestThread } from '#src/portal-requests/requests.tsx';
import { requesterTickets } from './issue-form.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { messages as ui } from '#src/ui/messages.ts';
import { messages } from './messages.ts';

const { preview: texts } = messages;
const MAX = 200;
/** Notes of the desk are among them. */
const COMMENTS_READ = 200;
/** Of the others the page shows so many at first, and then so many more at a time. */
const COMMENTS_FIRST = 20;
const COMMENTS_MORE = 100;

/** Preview of the portal page of an address, made from its tickets: no link is opened, and no use counted. */
export function PreviewDialog({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const hasFilters = hasExtension(useWhoami(), 'ticket_filters');
  const query = useQuery(requesterTickets(email, hasFilters, MAX));
  const failure = useFailure(query.data === undefined ? query.error : null, () => void query.refetch());
  const key = email.toLowerCase();
  // A search finds parts of addresses too.
  const tickets = query.data?.items.filter((ticket) => ticket.requester_email?.toLowerCase() === key);
  const total = hasFilters ? (query.data?.total_count ?? 0) : (tickets?.length ?? 0);
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      className="md:w-[860px]"
      footer={
        <>
          <span className="me-auto text-12 text-ink-3">{texts.noUse}</span>
          <Button onClick={onClose}>{ui.close}</Button>
        </>
      }
    >
      <p dir="ltr" className="text-12 text-ink-3 [overflow-wrap:anywhere]">
        <AddressText text={email} />
      </p>
      {failure !== null ? (
        <ErrorBlock {...failure} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : tickets === undefined ? (
        <div aria-busy="true" className="py-2">
          <p className="sr-only">{texts.loading}</p>
          <Skeleton className="h-5 w-64" />
          <Skeleton className="mt-4 h-40 w-full" />
        </div>
      ) : tickets.length === 0 ? (
        <EmptyBlock icon="inbox" title={texts.empty} text={texts.emptyText} />
      ) : (
        <Requests tickets={tickets} total={total} />
      )}
    </Dialog>
  );
}

function Requests({ tickets, total }: { readonly tickets: readonly Ticket[]; readonly total: number }) {
  const zone = useDisplayZone();
  const [chosen, setChosen] = useState<bigint | null>(null);
  const requests = tickets.map(toRequest);
  const shown = requests.find(({ id }) => id === chosen) ?? requests.find(isAtWork) ?? requests[0];
  const hasPages = hasExtension(useWhoami(), 'ticket_comments');
  const { data, error, refetch } = useQuery({
    ...read(getTicket, {
      id: shown?.id ?? 0n,
      include: ['comments', 'links'],
      ...(hasPages ? { comments: COMMENTS_READ } : {}),
    }),
    enabled: shown !== undefined,
  });
  if (shown === undefined) return null;
  const comments = data?.id === shown.id ? data.comments : undefined;
  const rating = data?.id === shown.id ? ratingOf(data.links ?? []) : null;
  return (
    <>
      <p className="text-20 font-semibold text-balance">{leadOf(requests, total)}</p>
      <div className="mt-4 grid gap-x-8 gap-y-6 md:grid-cols-[minmax(0,280px)_minmax(0,1fr)]">
        {error !== null && comments === undefined ? (
          <p role="alert" className="text-12 text-danger-text">
            {texts.threadFailed}{' '}
            <button type="button" className="min-h-6 font-medium underline" onClick={() => void refetch()}>
              {texts.retry}
            </button>
          </p>
        ) : comments === undefined ? (
          <Skeleton className="h-32 w-full" />
        ) : (
          <div className="min-w-0">
            <Thread
              key={String(shown.id)}
              ticket={{ ...shown, rating, comments: publicOf(comments) }}
              zone={zone}
              end={<p className="py-3.5 text-12 text-ink-3">{rating === null ? texts.rating : texts.rated(rating)}</p>}
            />
            {(data?.comment_count ?? 0) > COMMENTS_READ ? (
              <p className="pt-3.5 text-12 text-ink-3">{texts.newest(COMMENTS_READ)}</p>
            ) : null}
          </div>
        )}
        <RequestList tickets={requests} total={total} shownId={shown.id} zone={zone} onChoose={setChosen} />
      </div>
    </>
  );
}

/** As long as it is on the page: the newest messages, and older ones on demand. */
function Thread({ ticket, zone, end }: Pick<ComponentProps<typeof RequestThread>, 'ticket' | 'zone' | 'end'>) {
  const [count, setCount] = useState(COMMENTS_FIRST);
  const show = async () => {
    setCount(count + COMMENTS_MORE);
    return null;
  };
  return (
    <RequestThread
      ticket={{ ...ticket, comments: ticket.comments.slice(-count) }}
      isTeamIn={false}
      zone={zone}
      older={{ hasMore: ticket.comments.length > count, onShow: show }}
      end={end}
    />
  );
}

function toRequest({ id, ticket_number, subject, status, created_utc, resolved_utc }: Ticket): PortalTicket {
  return { id, ticket_number, subject, status, created_utc, resolved_utc, rating: null, comments: [] };
}

/** The rating that a ticket has: its link says "4/5". Null where there is none. */
export function ratingOf(links: readonly TicketLink[]): number | null {
  const [, score] = /^([0-5])\/5$/.exec(links.find(({ kind }) => kind === 'csat')?.label ?? '') ?? [];
  return score === undefined ? null : Number(score);
}

/** As the page shows them: without notes, and people of the desk by their first name. */
function publicOf(comments: readonly Comment[]): PortalTicket['comments'] {
  return comments
    .filter(({ visibility }) => visibility === 'public')
    .map(({ id, author_kind, author_name, body, created_utc }) => ({
      id,
      author_kind,
      author_name: author_kind === 'agent' ? (author_name?.trim().split(/\s+/, 1)[0] ?? null) : author_name,
      body,
      created_utc,
    }));
}
