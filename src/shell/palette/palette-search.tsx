import { useEffect, useState } from 'react';
import { isPhone } from '#contract/contact-keys.ts';
import { type CustomerIdentity, getCustomer, listCustomerIdentities } from '#contract/customers.ts';
import { isEmail } from '#contract/scalars.ts';
import { listTicketsUncounted, type Ticket } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { requesterOf, statusWord } from '#src/format/ticket-words.ts';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { StatusGlyph } from '#src/ui/icons/ticket-glyphs.tsx';
import type { Command } from '#src/ui/keys/commands.ts';
import { messages } from './palette-messages.ts';
import { type PalettePrefix, scoreCommand } from './palette-list.ts';

const MAX_TICKETS = 8;
const MAX_CUSTOMERS = 5;
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

/** Tickets of the site in every state. */
async function findTickets(text: string, signal: AbortSignal): Promise<readonly Command[]> {
  const query = { q: withoutShortWords(text), limit: MAX_TICKETS };
  const { items } = await call(listTicketsUncounted, { query, signal });
  return items.map(ticketOf);
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

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function isLong(word: string): boolean {
  return [...word].length >= MIN_LETTERS || /^\d+$/.test(word);
}

/**
 * Customers by name, email, phone in any writing, and handle.
 * @param hasTools whether the service has `identity_tools`: the others know a whole email or phone alone
 */
async function findCustomers(text: string, hasTools: boolean, signal: AbortSignal): Promise<readonly Command[]> {
  if (hasTools) {
    const query = { q: [...text].slice(0, 200).join(''), limit: MAX_CUSTOMERS };
    const { items } = await call(listCustomerIdentities, { query, signal });
    return items.map((customer) => commandOf(customer, text, customerAddress(customer.id)));
  }
  const query = isEmail(text) ? { email: text } : isPhone(text) ? { phone: text } : null;
  if (query === null) return [];
  try {
    const { identity } = await call(getCustomer, { query, signal });
    return [commandOf(identity, text, customerAddress(identity.id, query))];
  } catch (error) {
    if (error instanceof ApiFailure && error.kind === 'not_found') return [];
    throw error;
  }
}

/** The page of a customer. @param contact by which a service without `identity_tools` finds them */
function customerAddress(id: bigint, contact: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(contact).toString();
  return `/customers/${id}${query === '' ? '' : `?${query}`}`;
}

function commandOf(customer: CustomerIdentity, text: string, href: string): Command {
  const { id, email, phone, display_name: display, ticket_count: tickets } = customer;
  const name = display ?? email ?? phone ?? messages.customer.identity(id.toString());
  const contact = [email, phone].find((part) => part !== null && part !== name);
  return {
    id: `customer-${id}`,
    group: 'customers',
    label: name,
    note: [contact, messages.customer.tickets(tickets)].filter(Boolean).join(' · '),
    // It matches the text, however the service found it.
    keywords: [email, phone, text].filter(Boolean).join(' '),
    glyph: <Avatar name={name} />,
    href,
  };
}

interface Found {
  /** The typed text that these were asked for. */
  readonly text: string;
  readonly commands: readonly Command[];
  readonly failed: boolean;
}

const WAIT_MS = 120;
const MAX_FOUND = 16;
const NOTHING: Found = { text: '', commands: [], failed: false };

/**
 * Asks the service once typing pauses. Earlier results stay while they fit the text, also beside the next answer, so
 * that no line disappears under the cursor. An answer to an older text is dropped.
 */
export function usePaletteSearch(
  text: string,
  prefix: PalettePrefix | null,
  hasTools: boolean,
): { readonly found: readonly Command[]; readonly hasFailed: boolean; readonly isSearching: boolean } {
  const [found, setFound] = useState(NOTHING);
  const wanted = prefix === '>' ? '' : text;
  useEffect(() => {
    if (wanted === '') {
      setFound(NOTHING);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void search(wanted, hasTools, abort.signal).then((answer) => {
        if (!abort.signal.aborted) setFound((before) => joined(answer, before));
      });
    }, WAIT_MS);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [wanted, hasTools]);
  const fitting = found.text === wanted ? found.commands : fittingOf(found, wanted);
  const group = prefix === '#' ? 'tickets' : prefix === '@' ? 'customers' : null;
  return {
    found: group === null ? fitting : fitting.filter((command) => command.group === group),
    hasFailed: found.failed,
    isSearching: wanted !== found.text,
  };
}

function joined(answer: Found, before: Found): Found {
  const known = new Set(answer.commands.map(({ id }) => id));
  const still = fittingOf(before, answer.text).filter(({ id }) => !known.has(id));
  return { ...answer, commands: [...answer.commands, ...still].slice(0, MAX_FOUND) };
}

function fittingOf({ commands }: Found, text: string): readonly Command[] {
  return text === '' ? [] : commands.filter((command) => scoreCommand(command, text) !== null);
}

/** The two answers are independent: a failure of one does not hide the other. */
async function search(text: string, hasTools: boolean, signal: AbortSignal): Promise<Found> {
  const answers = await Promise.allSettled([findCustomers(text, hasTools, signal), findTickets(text, signal)]);
  const commands = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  return {
    text,
    commands,
    failed: answers.some((answer) => answer.status === 'rejected'),
  };
}
