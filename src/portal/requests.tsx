import { useEffect, useRef, useState, type RefObject } from 'react';
import type { PortalTicket } from '#contract/portal-page.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay, formatInstant, formatTime } from '#src/format/time.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { StatusGlyph } from '#src/ui/icons/ticket-glyphs.tsx';
import { Spinner } from '#src/ui/loading.tsx';
import { formatProblem, messages } from './messages.ts';
import { hasOlder, showOlder } from './portal-store.ts';
import { RatingPart } from './rating.tsx';

/** Whether the request is open for the customer. */
export function isAtWork({ status }: Pick<PortalTicket, 'status'>): boolean {
  return status !== 'resolved' && status !== 'closed';
}

/** The headline: how many requests there are, and how many are open. */
export function leadOf(tickets: readonly Pick<PortalTicket, 'status'>[], total: number): string {
  const { lead } = messages;
  const [first] = tickets;
  if (first === undefined) return lead.none;
  if (total > 1) return lead.some(tickets.filter(isAtWork).length, total, formatCount(total));
  const { status } = first;
  return status === 'pending' || status === 'resolved' || status === 'closed' ? lead[status] : lead.open;
}

const STATUS: Readonly<Record<string, string>> = messages.status;

/** The state in the customer's words. */
function statusOf(status: string): string {
  return STATUS[status] ?? status;
}

/** The state with its time. */
function statusSince(
  { status, created_utc, resolved_utc }: Pick<PortalTicket, 'status' | 'created_utc' | 'resolved_utc'>,
  zone: string,
): string {
  const { since } = messages;
  const created = dayAndTime(created_utc, zone);
  if (status === 'open') return since.open(created);
  if (status === 'pending') return since.pending(created);
  if (status === 'resolved')
    return resolved_utc === null ? statusOf(status) : since.resolved(dayAndTime(resolved_utc, zone));
  return status === 'closed' ? since.closed(created) : statusOf(status);
}

/** "20 Nov 2026, 09:28". */
function dayAndTime(iso: string, zone: string): string {
  return `${formatDay(iso, zone)}, ${formatTime(iso, zone)}`;
}

interface ThreadProps {
  readonly ticket: PortalTicket;
  readonly isTeamIn: boolean;
  readonly zone: string;
  readonly heading?: RefObject<HTMLHeadingElement | null>;
}

/** One request: its messages, oldest first, and the next step or the rating. */
export function RequestThread({ ticket, isTeamIn, zone, heading }: ThreadProps) {
  const { comments } = ticket;
  const number = String(ticket.ticket_number);
  return (
    <section aria-label={messages.request(number)} className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 text-[12px] leading-[18px] text-ink-3">
        <span className="tabular-nums">#{number}</span>
        <span aria-hidden="true">·</span>
        <span className="flex items-center gap-[5px]">
          <span aria-hidden="true">
            <StatusGlyph status={ticket.status} label={statusOf(ticket.status)} />
          </span>
          {statusSince(ticket, zone)}
        </span>
      </p>
      <h2
        ref={heading}
        tabIndex={-1}
        dir="auto"
        className="mt-0.5 scroll-mt-3 border-b border-line pb-3 text-[18px] leading-[26px] font-semibold tracking-[-0.012em] outline-none [overflow-wrap:anywhere]"
      >
        {ticket.subject}
      </h2>
      <OlderMessages ticket={ticket} />
      {comments.length === 0 ? (
        <p className="border-b border-line py-3.5 text-ink-2">{messages.thread.empty}</p>
      ) : (
        <ol>
          {comments.map((comment, at) => (
            <li key={String(comment.id ?? at)} className="border-b border-line py-3.5">
              <p className="mb-1 flex flex-wrap items-baseline gap-x-2">
                <span className="font-semibold">{authorOf(comment)}</span>
                <time
                  dateTime={comment.created_utc}
                  title={formatInstant(comment.created_utc, zone)}
                  className="ms-auto text-[12px] leading-[18px] text-ink-3 tabular-nums"
                >
                  {timeBeside(comment.created_utc, comments[at - 1]?.created_utc, zone)}
                </time>
              </p>
              <CommentText text={comment.body} />
            </li>
          ))}
        </ol>
      )}
      {isAtWork(ticket) ? <NextStep ticket={ticket} isTeamIn={isTeamIn} /> : <RatingPart ticket={ticket} />}
    </section>
  );
}

/** A button above the messages of a request that loads older ones. */
function OlderMessages({ ticket }: { readonly ticket: PortalTicket }) {
  const hasMore = hasOlder(ticket);
  const [isLoading, setLoading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [wasShown, setShown] = useState(false);
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button leaves with the last page, and the focus with it.
    if (wasShown && !hasMore && document.activeElement === document.body) end.current?.focus({ preventScroll: true });
  }, [wasShown, hasMore]);

  async function show(): Promise<void> {
    if (isLoading) return;
    setLoading(true);
    setProblem(null);
    const failure = await showOlder(ticket.id);
    setLoading(false);
    if (failure === null) setShown(true);
    else setProblem(formatProblem(failure));
  }

  if (!hasMore)
    return wasShown ? (
      <p ref={end} tabIndex={-1} className="border-b border-line py-3 text-[13px] text-ink-3 outline-none">
        {messages.older.all}
      </p>
    ) : null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-3">
      <button
        type="button"
        aria-disabled={isLoading || undefined}
        aria-busy={isLoading || undefined}
        className={buttonClass({ size: 'lg' })}
        onClick={() => void show()}
      >
        {isLoading ? <Spinner /> : null}
        {problem === null ? messages.older.show : messages.older.retry}
      </button>
      <p role="alert" className="text-[13px] text-danger-text empty:hidden">
        {problem}
      </p>
      <p role="status" className="sr-only">
        {isLoading ? messages.older.loading : ''}
      </p>
    </div>
  );
}

/** Unformatted text; an empty line starts a paragraph. */
function CommentText({ text }: { readonly text: string }) {
  return (
    <div dir="auto" className="flex max-w-measure flex-col gap-2 whitespace-pre-wrap [overflow-wrap:anywhere]">
      {text.split(/\n[^\S\n]*(?:\n[^\S\n]*)+/).map((paragraph, at) => (
        <p key={at}>{paragraph}</p>
      ))}
    </div>
  );
}

function authorOf({ author_kind: kind, author_name: name }: PortalTicket['comments'][number]): string {
  const { author } = messages;
  if (kind === 'customer') return author.you;
  if (kind === 'ai') return author.ai;
  if (kind === 'system') return author.system;
  return name === null || name === '' ? author.team : name;
}

/** The time, with the date if it differs from the previous message's. */
function timeBeside(iso: string, beforeIso: string | undefined, zone: string): string {
  const isSameDay = beforeIso !== undefined && formatDay(iso, zone) === formatDay(beforeIso, zone);
  return isSameDay ? formatTime(iso, zone) : dayAndTime(iso, zone);
}

interface NextStepProps {
  readonly ticket: PortalTicket;
  readonly isTeamIn: boolean;
}

function NextStep({ ticket, isTeamIn }: NextStepProps) {
  const { thread } = messages;
  const sentences = [ticket.status === 'pending' ? thread.waiting : '', isTeamIn ? thread.teamIsIn : '', thread.add];
  return (
    <p className="flex items-start gap-2.5 py-3.5 text-ink-2">
      <Icon name="clock" className="mt-[3px] text-ink-3" />
      <span>{sentences.filter((sentence) => sentence !== '').join(' ')}</span>
    </p>
  );
}

interface RequestListProps {
  readonly tickets: readonly PortalTicket[];
  readonly total: number;
  readonly shownId: bigint;
  readonly zone: string;
  readonly onChoose: (id: bigint) => void;
}

/** All requests, newest first; the shown one is marked. */
export function RequestList({ tickets, total, shownId, zone, onChoose }: RequestListProps) {
  return (
    <nav aria-labelledby="requests" className="min-w-0 md:order-first">
      <h2 id="requests" className="border-b border-line pb-1.5 font-semibold">
        {messages.requests}
      </h2>
      <ul className="-mx-4 md:-mx-3">
        {tickets.map((ticket) => {
          const isShown = ticket.id === shownId;
          return (
            <li key={String(ticket.id)} className="border-b border-line">
              <button
                type="button"
                aria-current={isShown ? 'true' : undefined}
                className={`grid w-full grid-cols-[14px_minmax(0,1fr)] gap-2.5 px-4 py-[11px] text-start focus-visible:-outline-offset-2 md:px-3 ${
                  isShown ? 'md:bg-selected' : 'hover:bg-hover'
                }`}
                onClick={() => onChoose(ticket.id)}
              >
                <span className="pt-1" aria-hidden="true">
                  <StatusGlyph status={ticket.status} label={statusOf(ticket.status)} />
                </span>
                <span className="min-w-0">
                  <span dir="auto" className="block font-medium [overflow-wrap:anywhere]">
                    {ticket.subject}
                  </span>
                  <span className="flex gap-2 text-[12px] leading-[18px] text-ink-3">
                    <span>{statusOf(ticket.status)}</span>
                    <span className="tabular-nums">#{ticket.ticket_number}</span>
                    <span className="ms-auto tabular-nums">{formatDay(ticket.created_utc, zone)}</span>
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {total > tickets.length ? (
        <p className="pt-2.5 text-[12px] leading-[18px] text-ink-3">
          {messages.newest(formatCount(tickets.length), formatCount(total))}
        </p>
      ) : null}
    </nav>
  );
}
