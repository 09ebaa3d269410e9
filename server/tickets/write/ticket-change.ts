import type { ACTIVITY_KINDS, TicketPriority, TicketStatus } from '#contract/tickets.ts';
import type { AuditChange } from '#server/audit/record-audit.ts';

/** The fields of a ticket that a write can change. Instants are ISO text in UTC with milliseconds. */
export interface TicketState {
  readonly status: TicketStatus;
  readonly priority: TicketPriority;
  readonly assignee: Assignee | null;
  readonly tags: readonly string[];
  readonly snoozedUntilUtc: string | null;
  readonly firstResponseUtc: string | null;
  readonly resolvedUtc: string | null;
}

/** A locked ticket with the fields that the rules of a change need. */
export interface LockedTicket {
  readonly id: bigint;
  readonly ticket_number: number;
  readonly subject: string;
  readonly status: TicketStatus;
  readonly priority: TicketPriority;
  readonly channel: string;
  readonly requester_name: string | null;
  readonly requester_email: string | null;
  readonly requester_phone: string | null;
  readonly tags: readonly string[];
  readonly first_response_utc: string | null;
  readonly resolved_utc: string | null;
  readonly assignee_agent_id: bigint | null;
  readonly assignee_name: string | null;
  readonly snoozed_until_utc: string | null;
  readonly last_message_preview: string | null;
  readonly version: number;
  /** The name of the requested agent; null if the site has no such agent. */
  readonly agent_name: string | null;
}

export interface Assignee {
  readonly id: bigint;
  readonly name: string;
}

/** Absent fields stay. */
export interface TicketPatch {
  readonly status?: TicketStatus | undefined;
  readonly priority?: TicketPriority | undefined;
  readonly assignee?: Assignee | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly snoozedUntilUtc?: string | null | undefined;
  /** Whether an agent's public comment comes with the change, which may be the first response. */
  readonly isAnswer?: boolean;
}

export interface ActivityEntry {
  readonly kind: (typeof ACTIVITY_KINDS)[number];
  readonly from: string | null;
  readonly to: string | null;
}

export interface TicketChange {
  readonly state: TicketState;
  /** One entry for each changed field; empty if the patch changes nothing. */
  readonly activity: readonly ActivityEntry[];
  readonly audit: readonly AuditChange[];
}

/**
 * The rules of a change. Every change of status is allowed. Entering resolved or closed sets `resolved_utc` if it is
 * null, entering open or pending clears it. See docs/api.md, "Changing a ticket".
 */
export function applyPatch(old: TicketState, patch: TicketPatch, now: Date): TicketChange {
  const at = now.toISOString();
  const status = patch.status ?? old.status;
  const state: TicketState = {
    status,
    priority: patch.priority ?? old.priority,
    assignee: patch.assignee === undefined ? old.assignee : patch.assignee,
    tags: patch.tags ?? old.tags,
    snoozedUntilUtc: patch.snoozedUntilUtc === undefined ? old.snoozedUntilUtc : patch.snoozedUntilUtc,
    firstResponseUtc: old.firstResponseUtc ?? (patch.isAnswer === true ? at : null),
    resolvedUtc: status === old.status ? old.resolvedUtc : resolvedAt(status, old.resolvedUtc, at),
  };
  const activity: ActivityEntry[] = [];
  const audit: AuditChange[] = [];
  if (state.status !== old.status) {
    activity.push({ kind: 'status', from: old.status, to: state.status });
    audit.push({ field: 'status', from: old.status, to: state.status });
  }
  if (state.priority !== old.priority) {
    activity.push({ kind: 'priority', from: old.priority, to: state.priority });
    audit.push({ field: 'priority', from: old.priority, to: state.priority });
  }
  if (state.assignee?.id !== old.assignee?.id) {
    activity.push({ kind: 'assignee', from: old.assignee?.name ?? null, to: state.assignee?.name ?? null });
    audit.push({ field: 'assignee_agent_id', from: idText(old.assignee), to: idText(state.assignee) });
  }
  if (listText(state.tags) !== listText(old.tags)) {
    activity.push({ kind: 'tags', from: listText(old.tags), to: listText(state.tags) });
    audit.push({ field: 'tags', from: null, to: null });
  }
  if (state.snoozedUntilUtc !== old.snoozedUntilUtc) {
    activity.push({ kind: 'snooze', from: old.snoozedUntilUtc, to: state.snoozedUntilUtc });
    audit.push({ field: 'snoozed_until_utc', from: null, to: null });
  }
  return { state, activity, audit };
}

function resolvedAt(status: TicketStatus, before: string | null, at: string): string | null {
  return status === 'resolved' || status === 'closed' ? (before ?? at) : null;
}

function idText(assignee: Assignee | null): string | null {
  return assignee === null ? null : assignee.id.toString();
}

function listText(tags: readonly string[]): string | null {
  return tags.length === 0 ? null : tags.join(',');
}
