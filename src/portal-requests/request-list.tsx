import type { PortalTicket } from '#contract/portal-page.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay } from '#src/format/time.ts';
import { StatusGlyph } from '#src/ui/icons/status-glyph.tsx';
import { messages } from './messages.ts';
import { statusOf } from './request-words.ts';

interface RequestListProps {
  readonly tickets: readonly PortalTicket[];
  readonly total: number;
  readonly shownId: bigint;
  readonly zone: string;
  readonly onChoose: (id: bigint) => void;
}

/** Every request, newest first; the one that is shown is marked. */
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
