import type { Ticket } from '#contract/tickets.ts';
import { tagsOf } from '#src/format/ticket-words.ts';
import type { ChangedFields, TicketPatch } from './change-store.ts';

/** The fields that the patch changes on this ticket; empty when the ticket already has all of its values. */
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

/** The old values of the changed fields. */
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

/** The fields of a patch by name. */
export function patchedFields(patch: TicketPatch): readonly string[] {
  const { status, priority, assignee, addTags, removeTags, snoozedUntilUtc } = patch;
  return [
    ...(status === undefined ? [] : ['status']),
    ...(priority === undefined ? [] : ['priority']),
    ...(assignee === undefined ? [] : ['assignee']),
    ...(addTags === undefined && removeTags === undefined ? [] : ['tags']),
    ...(snoozedUntilUtc === undefined ? [] : ['snooze']),
  ];
}

/** Whether the later patch sets every field of the first one. Tags are added one by one, so they never count. */
export function isReplacedBy(first: TicketPatch, later: TicketPatch): boolean {
  const [names, laterNames] = [patchedFields(first), patchedFields(later)];
  return !names.includes('tags') && names.every((name) => laterNames.includes(name));
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

/** Null when no tag changes. */
function tagsAfter(ticket: Ticket, { addTags = [], removeTags = [] }: TicketPatch): readonly string[] | null {
  const old = tagsOf(ticket.tags);
  const kept = old.filter((tag) => !hasTag(removeTags, tag));
  const fresh = addTags.filter((tag) => !hasTag(kept, tag));
  return kept.length === old.length && fresh.length === 0 ? null : [...kept, ...fresh];
}

/** Tags ignore case. */
function hasTag(tags: readonly string[], tag: string): boolean {
  return tags.some((other) => other.toLowerCase() === tag.toLowerCase());
}
