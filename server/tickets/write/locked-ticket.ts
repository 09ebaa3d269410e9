import type { TicketPriority, TicketStatus } from '#contract/tickets.ts';

/** A ticket that a transaction holds, as the rules of a change need it. */
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
  /** The name of the agent that was asked for; null where the site has none of that id. */
  readonly agent_name: string | null;
}
