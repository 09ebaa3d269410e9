import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { messages as page } from '#src/conversations/messages.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord, wordOf } from '#src/format/ticket-words.ts';
import { formatAge, formatInstant, formatMoment } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { Chip } from '#src/ui/chip.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { type GridRow, rowClass } from '#src/ui/rows/windowed-grid.tsx';
import { Usd } from '#src/ui/usd.tsx';
import { messages } from './messages.ts';
import type { SessionRow } from './session-rows.ts';

/** Columns where the list has room for them; else the cells wrap below the question. */
const COLUMNS =
  '@4xl:grid @4xl:grid-cols-[minmax(0,1fr)_minmax(0,200px)_72px_72px_96px_104px] @4xl:items-center @4xl:gap-x-4';

const TONES: Readonly<Record<string, 'ok' | 'warn'>> = { answered: 'ok', handed_off: 'warn' };

/** Headings for the eye: each cell says in words what it is. */
export function SessionsHead() {
  const { column } = messages;
  return (
    <div aria-hidden="true" className="@container flex-none border-b border-line bg-app max-md:hidden">
      <div className={`hidden min-h-7 px-6 text-12 text-ink-3 ${COLUMNS}`}>
        <span>{column.conversation}</span>
        <span>{column.outcome}</span>
        <span className="text-end">{column.wait}</span>
        <span className="text-end">{column.cost}</span>
        <span className="ps-2">{column.review}</span>
        <span className="text-end">{column.when}</span>
      </div>
    </div>
  );
}

interface SessionLineProps extends GridRow {
  readonly session: SessionRow;
  /** The text that the list was searched for, which its page finds again. */
  readonly q: string | undefined;
}

/** A conversation in two lines: what was asked and by whom, and what became of it. */
export const SessionLine = memo(function SessionLine({ session, q, index }: SessionLineProps) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  const { outcome, reason, wait_seconds: wait, review, message_count: said, started_utc: started } = session;
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 1}
      tabIndex={-1}
      className={`relative flex min-h-row-2 cursor-pointer flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line px-6 py-1.5 -outline-offset-2 max-md:px-4 ${COLUMNS} ${rowClass(false, false)}`}
    >
      <Cell className="flex flex-col @max-4xl:basis-full">
        <Link
          to="/conversations/session/$id"
          params={{ id: session.session_id }}
          search={{ q }}
          tabIndex={-1}
          dir="auto"
          title={session.first_question ?? undefined}
          className={`truncate ${session.first_question === null ? 'text-ink-3' : 'font-medium text-ink'}`}
        >
          {session.first_question ?? messages.noQuestion}
        </Link>
        <span className="flex min-w-0 items-center gap-1.5 text-12 text-ink-3">
          <span className="flex">
            <ChannelIcon channel={session.channel} label={channelWord(session.channel)} />
          </span>
          <bdi className="min-w-0 truncate">{session.name ?? page.noName}</bdi>
          <span className="flex-none tabular-nums">{messages.said(said, formatCount(said))}</span>
        </span>
      </Cell>
      <Cell
        className={`flex gap-x-2 gap-y-0.5 @max-4xl:items-center @4xl:flex-col @4xl:items-start ${reason === null ? '' : '@max-4xl:basis-full'}`}
      >
        <Chip tone={TONES[outcome] ?? 'plain'}>{wordOf(page.outcome, outcome)}</Chip>
        {reason === null ? null : (
          <span dir="auto" title={reason} className="max-w-full min-w-0 truncate text-12 text-ink-3">
            {reason}
          </span>
        )}
      </Cell>
      <Cell className={`text-end text-12 tabular-nums ${wait === null ? '@max-4xl:hidden' : ''}`}>
        {wait === null ? (
          <>
            <span aria-hidden="true" className="text-ink-3">
              –
            </span>
            <span className="sr-only">{messages.notWaited}</span>
          </>
        ) : (
          <>
            <span className="@4xl:sr-only">{messages.waited(formatAge(wait * 1_000))}</span>
            <span aria-hidden="true" className="@max-4xl:hidden">
              {formatAge(wait * 1_000)}
            </span>
          </>
        )}
      </Cell>
      <Cell className="text-end text-12 tabular-nums">
        <Usd usd={session.cost_usd} />
      </Cell>
      <Cell className={`@4xl:ps-2 ${review === null ? '@max-4xl:hidden' : ''}`}>
        {review === null ? (
          <>
            <span aria-hidden="true" className="text-ink-3">
              –
            </span>
            <span className="sr-only">{page.verdict.none}</span>
          </>
        ) : (
          <Chip tone={review === 'right' ? 'ok' : 'danger'}>{wordOf(page.verdict, review)}</Chip>
        )}
      </Cell>
      <Cell className="text-end @max-4xl:ms-auto">
        <time
          dateTime={started}
          title={formatInstant(started, zone)}
          className="text-12 whitespace-nowrap text-ink-3 tabular-nums"
        >
          {formatMoment(started, zone, nowMs)}
        </time>
      </Cell>
    </div>
  );
});

function Cell({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  return (
    <div role="gridcell" className={`min-w-0 ${className}`}>
      {children}
    </div>
  );
}
