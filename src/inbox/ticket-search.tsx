import { listTickets } from '#contract/tickets.ts';
import { call } from '#src/api/call.ts';
import { statusWord } from '#src/format/ticket-words.ts';
import { registerPaletteSource, type Command } from '#src/ui/keys/commands.ts';
import { StatusGlyph } from '#src/ui/icons/status-glyph.tsx';

const MAX_RESULTS = 8;

/** Lets the command palette search the tickets of the site, in whatever state they are. */
export function registerTicketSearch(): () => void {
  return registerPaletteSource({ id: 'tickets', prefix: '#', search: findTickets });
}

/**
 * What is typed here is mostly the beginning of a subject, and the service finds words of one or two letters in numbers
 * and tags alone: they are left out, unless nothing else is there or they are digits.
 */
export function withoutShortWords(text: string): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const long = words.filter((word) => [...word].length > 2 || /^\d+$/.test(word));
  return (long.length > 0 ? long : words).join(' ').slice(0, 200);
}

async function findTickets(text: string, signal: AbortSignal): Promise<readonly Command[]> {
  const { items } = await call(listTickets, { query: { q: withoutShortWords(text), limit: MAX_RESULTS }, signal });
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
