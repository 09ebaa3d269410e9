import type { PortalTicket } from '#contract/portal-page.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay, formatTime } from '#src/format/time.ts';
import { defineMessages } from '#src/i18n/messages.ts';

const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

export const messages = defineMessages({
  requests: 'Requests',
  request: (number: string) => `Request ${number}`,
  newest: (shown: string, total: string) => `The newest ${shown} of ${total} are listed.`,
  lead: {
    none: 'There are no requests yet.',
    oneOpen: 'Your request is open.',
    onePending: 'Your request is waiting for you.',
    oneSolved: 'Your request is solved.',
    oneClosed: 'Your request is closed.',
    noneOpen: (total: string) => `None of your ${total} requests is open.`,
    singleOpen: (total: string) => `One of your ${total} requests is open.`,
    someOpen: (open: string, total: string) => `${open} of your ${total} requests are open.`,
    bothOpen: 'Both of your requests are open.',
    allOpen: (total: string) => `All ${total} of your requests are open.`,
  },
  /** Small numbers as words, the others in digits. */
  number: (n: number, digits: string) => WORDS[n] ?? digits,
  status: { open: 'Open', pending: 'Waiting for you', resolved: 'Solved', closed: 'Closed' },
  since: {
    open: (when: string) => `Open since ${when}`,
    pending: (when: string) => `Waiting for you, asked on ${when}`,
    resolved: (when: string) => `Solved on ${when}`,
    closed: (when: string) => `Closed, asked on ${when}`,
  },
  author: { you: 'You', team: 'The team', ai: 'Automatic answer', system: 'Notice' },
  older: {
    show: 'Show older messages',
    retry: 'Try again',
    loading: 'Loading older messages',
    shown: 'Older messages are shown.',
    all: 'All messages are shown.',
  },
  thread: {
    empty: 'No messages here yet.',
    noAnswer: 'No answer yet.',
    teamIsIn: 'The team is in right now.',
    waiting: 'The team needs something from you before they can continue.',
    add: 'To add something, write to us the way you did before.',
  },
});

/** Whether the request is open for the customer. */
export function isAtWork({ status }: Pick<PortalTicket, 'status'>): boolean {
  return status !== 'resolved' && status !== 'closed';
}

/** The headline: how many requests there are, and how many are open. */
export function leadOf(tickets: readonly Pick<PortalTicket, 'status'>[], total: number): string {
  const { lead } = messages;
  const [first] = tickets;
  if (first === undefined) return lead.none;
  if (total === 1) {
    if (first.status === 'pending') return lead.onePending;
    if (first.status === 'resolved') return lead.oneSolved;
    return first.status === 'closed' ? lead.oneClosed : lead.oneOpen;
  }
  const open = tickets.filter(isAtWork).length;
  if (open === 0) return lead.noneOpen(inWords(total));
  if (open === 1) return lead.singleOpen(inWords(total));
  if (open === 2 && total === 2) return lead.bothOpen;
  return open === total ? lead.allOpen(inWords(total)) : lead.someOpen(capital(inWords(open)), inWords(total));
}

function inWords(n: number): string {
  return messages.number(n, formatCount(n));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const STATUS: Readonly<Record<string, string>> = messages.status;

/** The state in the customer's words. */
export function statusOf(status: string): string {
  return STATUS[status] ?? status;
}

/** The state with its time. */
export function statusSince(
  { status, created_utc, resolved_utc }: Pick<PortalTicket, 'status' | 'created_utc' | 'resolved_utc'>,
  zone: string,
): string {
  const { since } = messages;
  const created = dayAndTime(created_utc, zone);
  if (status === 'open') return since.open(created);
  if (status === 'pending') return since.pending(created);
  if (status === 'resolved')
    return resolved_utc === null ? statusOf(status) : since.resolved(dayAndTime(resolved_utc, zone));
  return status === 'closed' ? since.closed(created) : statusOf(status);
}

/** "20 Nov 2026, 09:28". */
export function dayAndTime(iso: string, zone: string): string {
  return `${formatDay(iso, zone)}, ${formatTime(iso, zone)}`;
}
