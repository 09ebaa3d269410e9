import type { TicketPriority, TicketStatus } from '#contract/tickets.ts';
import type { Contact } from './plan-contact.ts';

/** A later event of a ticket; `at` is in milliseconds, `agent` is an index of the list of agents. */
export type Step = { readonly at: number; readonly agent: number } & (
  | {
      readonly kind: 'triage';
      readonly priority: TicketPriority;
      readonly tags: readonly string[];
      readonly isAssigned: boolean;
    }
  | { readonly kind: 'reply'; readonly body: string; readonly status: TicketStatus }
  | { readonly kind: 'note'; readonly body: string }
  | { readonly kind: 'customer'; readonly body: string }
  | { readonly kind: 'status'; readonly status: TicketStatus }
  | { readonly kind: 'snooze'; readonly until: number }
);

export interface PlannedTicket extends Contact {
  readonly at: number;
  readonly subject: string;
  readonly opening: string;
  /** The value of the form; triage may correct it. */
  readonly priority: TicketPriority;
  readonly requiredSkills: readonly string[];
  readonly steps: readonly Step[];
}
