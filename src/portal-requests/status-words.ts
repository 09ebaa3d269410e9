import type { PortalTicket } from '#contract/portal-page.ts';
import { formatDay, formatTime } from '#src/format/time.ts';
import { messages } from './messages.ts';

const STATUS: Readonly<Record<string, string>> = messages.status;

/** The state in the customer's words. */
export function statusOf(status: string): string {
  return STATUS[status] ?? status;
}

/** The state with the time that goes with it. */
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
