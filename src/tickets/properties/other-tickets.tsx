import { Link } from '@tanstack/react-router';
import { statusWord } from '#src/format/ticket-words.ts';
import { StatusGlyph } from '#src/ui/icons/status-glyph.tsx';
import type { Ticket } from '#contract/tickets.ts';
import { messages } from './messages.ts';

const MAX_SHOWN = 5;

interface OtherTicketsProps {
  readonly tickets: readonly Ticket[];
  /** What they have in common with this one: its customer, unless said otherwise. */
  readonly title?: string;
}

/** The newest other tickets of the same customer or phone. */
export function OtherTickets({ tickets, title = messages.others }: OtherTicketsProps) {
  if (tickets.length === 0) return <p className="mt-1 text-12 text-ink-3">{messages.noOthers}</p>;
  return (
    <>
      <h3 className="mt-2 text-12 font-medium leading-6">{title}</h3>
      <ul>
        {tickets.slice(0, MAX_SHOWN).map((ticket) => (
          <li key={ticket.id.toString()}>
            <Link
              to="/tickets/$id"
              params={{ id: ticket.id.toString() }}
              className="hit relative -mx-1.5 flex min-h-7 items-center gap-1.5 rounded-control px-1.5 hover:bg-hover"
            >
              <StatusGlyph status={ticket.status} label={statusWord(ticket.status)} />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {ticket.subject.trim() === '' ? messages.noSubject : ticket.subject}
              </span>
              <span className="flex-none text-12 text-ink-3 tabular-nums">
                {messages.number(String(ticket.ticket_number))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
