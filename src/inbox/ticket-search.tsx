import { listTickets } from '#contract/tickets.ts';
import { call } from '#src/api/call.ts';
import { statusWord } from '#src/format/ticket-words.ts';
import { registerPaletteSource, type Command } from '#src/ui/commands.ts';
import { StatusGlyph } from '#src/ui/status-glyph.tsx';

const MOST = 8;

/** Lets the command palette search the tickets of the site, in whatever state they are. */
export function registerTicketSearch(): () => void {
  return registerPaletteSource({ id: 'tickets', prefix: '#', search: findTickets });
}

async function findTickets(text: string, signal: AbortSignal): Promise<readonly Command[]> {
  const { items } = await call(listTickets, { query: { q: text.slice(0, 200), limit: MOST }, signal });
  return items.map((ticket) => ({
    id: `ticket-${ticket.id}`,
    group: 'tickets',
    label: ticket.subject,
    note: [`#${ticket.ticket_number}`, ticket.requester_name ?? ticket.requester_email ?? ticket.requester_phone]
      .filter(Boolean)
      .join(' · '),
    glyph: <StatusGlyph status={ticket.status} label={statusWord(ticket.status)} />,
    href: `/tickets/${ticket.id}`,
  }));
}
