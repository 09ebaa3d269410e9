import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AiCallEntry } from '#contract/ai-reports.ts';
import { FIGURE_LINK } from '#src/ai-usage/figure-class.ts';
import type { AiSearch } from '#src/ai-usage/search.ts';
import { Chip } from '#src/ui/chip.tsx';
import { withFilter, type CallFilter, type CallFilters } from './calls-filters.ts';
import { messages, wordIn } from './calls-messages.ts';

interface FilterLinkProps {
  readonly search: AiSearch;
  readonly filter: CallFilter;
  readonly filters: CallFilters;
  /** The value in words. */
  readonly value: string;
  readonly children?: ReactNode;
}

/** A value of a call that narrows the list to it. */
export function FilterLink({ search, filter, filters, value, children = value }: FilterLinkProps) {
  return (
    <Link
      to="/ai/usage"
      search={withFilter(search, filters)}
      aria-label={messages.only(messages.filter[filter], value)}
      className={`${FIGURE_LINK} max-w-48 truncate align-bottom`}
      title={value}
      resetScroll={false}
    >
      {children}
    </Link>
  );
}

/** Its status as a link, and what else is to be known of it. */
export function StatusCell({ call, search }: { readonly call: AiCallEntry; readonly search: AiSearch }) {
  const word = wordIn(messages.status, call.status);
  const tone = call.status === 'error' ? 'danger' : call.status === 'refused' ? 'warn' : null;
  return (
    <span
      className="inline-flex items-center gap-1.5"
      title={call.status === 'refused' ? messages.refusedText : undefined}
    >
      <FilterLink search={search} filter="status" filters={{ status: call.status }} value={word}>
        {tone === null ? word : <Chip tone={tone}>{word}</Chip>}
      </FilterLink>
      {call.cache_hit ? (
        <FilterLink search={search} filter="cache" filters={{ cache: 'hit' }} value={messages.cache.hit}>
          <Chip>{messages.cached}</Chip>
        </FilterLink>
      ) : null}
      {call.priced || call.status === 'refused' ? null : <Chip tone="warn">{messages.unpriced}</Chip>}
    </span>
  );
}

/** The session narrows the list; its transcript opens beside it. */
export function SessionCell({ call, search }: { readonly call: AiCallEntry; readonly search: AiSearch }) {
  const { session_id: session } = call;
  if (session === null) return <span className="text-ink-3">{messages.none}</span>;
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <FilterLink search={search} filter="session" filters={{ session }} value={session} />
      <TranscriptLink search={search} session={session} />
    </span>
  );
}

/** Opens what was said in a session. */
export function TranscriptLink({ search, session }: { readonly search: AiSearch; readonly session: string }) {
  return (
    <Link
      to="/ai/usage"
      search={{ ...search, transcript: session }}
      aria-label={messages.transcriptOf(session)}
      className="hit relative inline-block min-h-6 flex-none text-12 leading-6 text-accent-text hover:underline"
      resetScroll={false}
    >
      {messages.transcript}
    </Link>
  );
}

/** The ticket of a call or a conversation. */
export function TicketLink({ id }: { readonly id: bigint }) {
  return (
    <Link
      to="/tickets/$id"
      params={{ id: id.toString() }}
      aria-label={messages.openTicket(id.toString())}
      className={FIGURE_LINK}
    >
      {messages.ticketId(id.toString())}
    </Link>
  );
}
