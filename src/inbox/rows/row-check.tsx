import type { Ticket } from '#contract/tickets.ts';
import { statusWord } from '#src/format/ticket-words.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { StatusGlyph } from '#src/ui/icons/status-glyph.tsx';
import { messages } from '#src/inbox/messages.ts';

interface RowCheckProps {
  readonly ticket: Ticket;
  readonly isChecked: boolean;
}

/** The status, in whose place a tick box comes up where somebody points or ticked. The grid hears the press; keys have X. */
export function RowCheck({ ticket, isChecked }: RowCheckProps) {
  return (
    <span className="relative grid size-3.5 flex-none">
      {/* Out of sight, not out of the row's words. */}
      <span className={isChecked ? 'opacity-0' : 'pointer-fine:group-hover/row:opacity-0 in-data-selecting:opacity-0'}>
        <StatusGlyph status={ticket.status} label={statusWord(ticket.status)} />
      </span>
      <button
        type="button"
        role="checkbox"
        aria-checked={isChecked}
        aria-label={messages.select1(String(ticket.ticket_number))}
        tabIndex={-1}
        className={`hit absolute inset-0 grid place-items-center rounded-tag border ${
          isChecked
            ? 'border-accent bg-accent text-accent-on'
            : 'border-line-control bg-surface opacity-0 pointer-fine:group-hover/row:opacity-100 in-data-selecting:opacity-100'
        }`}
      >
        {isChecked ? <Icon name="check" size={12} /> : null}
      </button>
    </span>
  );
}
