import { priorityWord, statusWord, tagsOf } from '#src/format/ticket-words.ts';
import { formatInstant, formatTime } from '#src/format/time.ts';
import type { Activity, Ticket, TicketDetail } from '#contract/tickets.ts';
import { messages } from './messages.ts';

/** Each field that differs, as "Priority Urgent → High". */
export function describeDifference(before: Ticket, current: Ticket, zone: string): string {
  const values = (ticket: Ticket) => ({
    status: statusWord(ticket.status),
    priority: priorityWord(ticket.priority),
    assignee: ticket.assignee_name ?? ticket.assignee_agent_id ?? messages.nobody,
    tags: tagsOf(ticket.tags).join(', ') || messages.nothing,
    snoozed: ticket.snoozed_until_utc ? formatInstant(ticket.snoozed_until_utc, zone) : messages.nothing,
  });
  const [old, now] = [values(before), values(current)];
  const names = ['status', 'priority', 'assignee', 'tags', 'snoozed'] as const;
  return names
    .filter((name) => old[name] !== now[name])
    .map((name) => messages.change(messages.fields[name], old[name], now[name]))
    .reduce((all, part) => (all === '' ? part : messages.and(all, part)), '');
}

/** Who changed it last and when, of what is new since `before`; without a name where that is not known. */
export function describeWho(before: Pick<TicketDetail, 'activity'>, current: TicketDetail, zone: string): string {
  const known = new Set(before.activity?.map(({ id }) => id));
  const last = current.activity?.reduce<Activity | null>(
    (newest, event) => (!known.has(event.id) && (newest === null || event.id > newest.id) ? event : newest),
    null,
  );
  return last == null ? messages.titlePlain : messages.title(last.actor, formatTime(last.created_utc, zone));
}
