import { listTicketsUncounted, type Ticket } from '#contract/tickets.ts';
import { call } from '#src/api/call.ts';
import { requesterOf, statusWord } from '#src/format/ticket-words.ts';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { StatusGlyph } from '#src/ui/icons/status-glyph.tsx';
import type { Command } from '#src/ui/keys/commands.ts';
import { customerAddress } from './customer-search.tsx';
import { scoreCommand } from './palette-match.ts';

const MAX_TICKETS = 8;
const MAX_CUSTOMERS = 3;
/** The service finds shorter words in ticket numbers and tags alone. */
const MIN_LETTERS = 3;

/**
 * The typed text is mostly the beginning of a subject, and the service finds words of one or two letters in numbers
 * and tags alone: they are left out, unless nothing else is there or they are digits.
 */
export function withoutShortWords(text: string): string {
  const words = wordsOf(text);
  const long = words.filter(isLong);
  return (long.length > 0 ? long : words).join(' ').slice(0, 200);
}

/** How many letters are missing before subjects and names are searched. */
export function missingLetters(text: string): number {
  const words = wordsOf(text);
  if (words.length === 0 || words.some(isLong)) return 0;
  return MIN_LETTERS - Math.max(...words.map((word) => [...word].length));
}

/** Tickets of the site, in whatever state they are, and the customers who wrote them. */
export async function findTickets(text: string, hasTools: boolean, signal: AbortSignal): Promise<readonly Command[]> {
  const { items } = await call(listTicketsUncounted, {
    query: { q: withoutShortWords(text), limit: MAX_TICKETS },
    signal,
  });
  const customers = new Map(
    items.flatMap((ticket) => customerOf(ticket, hasTools)).map((customer) => [customer.id, customer]),
  );
  // A word of the subject has found others.
  const named = [...customers.values()].filter((customer) => scoreCommand(customer, text) !== null);
  return [...named.slice(0, MAX_CUSTOMERS), ...items.map(ticketOf)];
}

function ticketOf(ticket: Ticket): Command {
  return {
    id: `ticket-${ticket.id}`,
    group: 'tickets',
    label: ticket.subject,
    note: [`#${ticket.ticket_number}`, requesterOf(ticket)].filter(Boolean).join(' · '),
    glyph: <StatusGlyph status={ticket.status} label={statusWord(ticket.status)} />,
    href: `/tickets/${ticket.id}`,
  };
}

function customerOf(ticket: Ticket, hasTools: boolean): readonly Command[] {
  const { customer_identity_id: id, requester_email: email, requester_phone: phone } = ticket;
  const address = email ?? phone;
  const name = requesterOf(ticket);
  if (name === null || address === null) return [];
  return [
    {
      id: `customer-${id ?? address}`,
      group: 'customers',
      label: name,
      ...(address === name ? {} : { note: address }),
      glyph: <Avatar name={name} />,
      href:
        id === null
          ? ticketsOf(address)
          : customerAddress(id, hasTools ? {} : email === null ? { phone: address } : { email }),
    },
  ];
}

/** Whoever is in no record of customers has tickets alone. */
function ticketsOf(address: string): string {
  return `/inbox?status=all&q=${encodeURIComponent(address)}`;
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function isLong(word: string): boolean {
  return [...word].length >= MIN_LETTERS || /^\d+$/.test(word);
}
