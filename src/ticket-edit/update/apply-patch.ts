import type { Ticket } from '#contract/tickets.ts';
import { tagsOf } from '#src/format/ticket-words.ts';
import type { ChangedFields, TicketPatch } from './change-store.ts';

/** The fields that the patch really changes of this ticket: empty when the ticket is so already. */
export function changedFields(ticket: Ticket, patch: TicketPatch): ChangedFields {
  const { status, priority, assignee, snoozedUntilUtc } = patch;
  const tags = tagsAfter(ticket, patch);
  return {
    ...(status === undefined || status === ticket.status ? {} : { status }),
    ...(priority === undefined || priority === ticket.priority ? {} : { priority }),
    ...(assignee === undefined || (assignee?.id ?? null) === (ticket.assignee_agent_id ?? null)
      ? {}
      : { assignee_agent_id: assignee?.id ?? null, assignee_name: assignee?.name ?? null }),
    ...(tags === null ? {} : { tags: tags.length === 0 ? null : tags.join(',') }),
    ...(snoozedUntilUtc === undefined || snoozedUntilUtc === (ticket.snoozed_until_utc ?? null)
      ? {}
      : { snoozed_until_utc: snoozedUntilUtc }),
  };
}

/** The fields of `old` that a change puts back: the way to undo it where the service has no undo. */
export function inverseOf(old: Ticket, fields: ChangedFields): ChangedFields {
  return {
    ...(fields.status === undefined ? {} : { status: old.status }),
    ...(fields.priority === undefined ? {} : { priority: old.priority }),
    ...(fields.assignee_agent_id === undefined
      ? {}
      : { assignee_agent_id: old.assignee_agent_id ?? null, assignee_name: old.assignee_name ?? null }),
    ...(fields.tags === undefined ? {} : { tags: old.tags }),
    ...(fields.snoozed_until_utc === undefined ? {} : { snoozed_until_utc: old.snoozed_until_utc ?? null }),
  };
}

export function isNoChange(fields: ChangedFields): boolean {
  return Object.keys(fields).length === 0;
}

/** Whether one of these fields of the ticket has another value. */
export function differsFrom(ticket: Ticket, fields: ChangedFields): boolean {
  return FIELDS.some((name) => fields[name] !== undefined && (fields[name] ?? null) !== (ticket[name] ?? null));
}

/** Whether one of these fields differs between the two states of a ticket. */
export function touchesSame(fields: ChangedFields, before: Ticket, current: Ticket): boolean {
  return FIELDS.some((name) => fields[name] !== undefined && (before[name] ?? null) !== (current[name] ?? null));
}

const FIELDS = ['status', 'priority', 'assignee_agent_id', 'tags', 'snoozed_until_utc'] as const;

/** Null when the tags stay as they are. */
function tagsAfter(ticket: Ticket, { addTags = [], removeTags = [] }: TicketPatch): readonly string[] | null {
  const old = tagsOf(ticket.tags);
  const kept = old.filter((tag) => !hasTag(removeTags, tag));
  const fresh = addTags.filter((tag) => !hasTag(kept, tag));
  return kept.length === old.length && fresh.length === 0 ? null : [...kept, ...fresh];
}

/** Tags are the same whatever their case. */
function hasTag(tags: readonly string[], tag: string): boolean {
  return tags.some((other) => other.toLowerCase() === tag.toLowerCase());
}
