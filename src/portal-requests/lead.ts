import type { PortalTicket } from '#contract/portal-page.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from './messages.ts';

/** Whether somebody still works on it, as far as the customer is concerned. */
export function isAtWork({ status }: Pick<PortalTicket, 'status'>): boolean {
  return status !== 'resolved' && status !== 'closed';
}

/** The sentence over the page: how many requests there are, and how many of them are open. */
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
