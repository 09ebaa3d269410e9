import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AiCallEntry } from '#contract/ai-reports.ts';
import { FIGURE_LINK } from '#src/ai-usage/figure-cells.tsx';
import type { CallsSearch } from '#src/ai-usage/search.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { wordOf } from '#src/format/ticket-words.ts';
import { formatInstant } from '#src/format/time.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import { Chip } from '#src/ui/chip.tsx';
import { CALL_FILTERS, withFilter, type CallFilters } from './calls-filters.ts';
import { messages } from './messages.ts';

interface FilterLinkProps {
  readonly search: CallsSearch;
  /** One filter and its value. */
  readonly filter: CallFilters;
  /** The value in words. */
  readonly value: string;
  readonly children?: ReactNode;
}

/** A value of a call that narrows the list to it. */
export function FilterLink({ search, filter, value, children = value }: FilterLinkProps) {
  const name = CALL_FILTERS.find((one) => filter[one] !== undefined) ?? 'feature';
  return (
    <Link
      to="/ai/usage/calls"
      search={withFilter(search, filter)}
      aria-label={messages.only(messages.filter[name], value)}
      className={`${FIGURE_LINK} max-w-48 truncate align-bottom`}
      title={value}
      resetScroll={false}
    >
      {children}
    </Link>
  );
}

/** The status of a call as a link, with its cache hit, error and missing price. */
export function StatusCell({ call, search }: { readonly call: AiCallEntry; readonly search: CallsSearch }) {
  const { status, refused_by: cap } = call;
  const word = cap === null ? wordOf(messages.status, status) : messages.refusedBy[cap];
  const tone = status === 'error' ? 'danger' : status === 'refused' ? 'warn' : null;
  return (
    <span className="inline-flex items-center gap-1.5" title={status === 'refused' ? messages.refusedText : undefined}>
      <FilterLink search={search} filter={{ status }} value={word}>
        {tone === null ? word : <Chip tone={tone}>{word}</Chip>}
      </FilterLink>
      {call.cache_hit ? <Chip>{messages.cached}</Chip> : null}
      {call.error_code}
      {call.priced || status === 'refused' ? null : (
        <FilterLink search={search} filter={{ unpriced: '1' }} value={messages.unpriced}>
          <Chip tone="warn">{messages.unpriced}</Chip>
        </FilterLink>
      )}
    </span>
  );
}

interface SessionCellProps {
  readonly session: string | null;
  /** The list of calls that the session narrows. */
  readonly toCalls: CallsSearch;
}

/** The session narrows the list; a link opens its page. */
export function SessionCell({ session, toCalls }: SessionCellProps) {
  if (session === null) return <None />;
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <FilterLink search={toCalls} filter={{ session }} value={session} />
      <TranscriptLink session={session} />
    </span>
  );
}

/** Leads to the page of a session, with what was said in it. */
export function TranscriptLink({ session }: { readonly session: string }) {
  return (
    <Link
      to="/conversations/session/$id"
      params={{ id: session }}
      aria-label={messages.transcriptOf(session)}
      className="hit relative inline-block min-h-6 flex-none text-12 leading-6 text-accent-text hover:underline"
    >
      {messages.transcript}
    </Link>
  );
}

export function TicketLink({ id }: { readonly id: bigint | null }) {
  if (id === null) return <None />;
  return (
    <Link
      to="/tickets/$id"
      params={{ id: id.toString() }}
      aria-label={messages.openTicket(id.toString())}
      className={`${FIGURE_LINK} whitespace-nowrap`}
    >
      {messages.ticketId(id.toString())}
    </Link>
  );
}

export function None() {
  return <span className="text-ink-3">{messages.none}</span>;
}

/** When a call was made, in the chosen zone; UTC in its title. */
export function CallTime({ iso }: { readonly iso: string }) {
  const wall = dayAndTimeOf(iso, useDisplayZone());
  return (
    <time dateTime={iso} title={formatInstant(iso, 'UTC')} className="whitespace-nowrap tabular-nums">
      {wall === null ? iso : `${wall.day} ${wall.time}`}
    </time>
  );
}
