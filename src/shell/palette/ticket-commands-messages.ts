import { defineMessages } from '#src/i18n/messages.ts';

/** Commands for the tickets in hand. */
export const messages = defineMessages({
  markAs: {
    open: 'Reopen',
    pending: 'Mark as pending',
    resolved: 'Mark as resolved',
    closed: 'Mark as closed',
  },
  portalLink: 'Issue portal link for the requester',
  /** After "Mark as resolved": what the list does then. */
  andNext: 'and next',
  assignTo: (name: string) => `Assign to ${name}`,
  unassign: 'Assign to nobody',
  setPriority: {
    urgent: 'Set priority to urgent',
    high: 'Set priority to high',
    normal: 'Set priority to normal',
    low: 'Set priority to low',
  },
  tag: { add: (name: string) => `Add tag ${name}`, remove: (name: string) => `Remove tag ${name}` },
  isNew: 'new',
  snoozeUntil: {
    laterToday: 'Snooze for 3 hours',
    tomorrow: 'Snooze until tomorrow morning',
    monday: 'Snooze until Monday morning',
    week: 'Snooze for a week',
  },
  wake: 'Wake now',
  star: 'Star',
  unstar: 'Unstar',
});
