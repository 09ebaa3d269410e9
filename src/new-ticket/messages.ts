import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  title: 'New ticket',
  everywhere: 'Everywhere',
  create: 'Create ticket',
  another: 'Create another',
  created: (number: string) => `Ticket #${number} created`,
  open: 'Open',
  fields: {
    subject: 'Subject',
    channel: 'Channel',
    priority: 'Priority',
    requester_name: 'Name',
    requester_email: 'Email',
    requester_phone: 'Phone',
    initial_comment: 'First message',
    required_skills: 'Required skills',
  },
  requester: 'Requester',
  commentHint: 'What the customer wrote. It starts the conversation.',
  skillsHint: 'Press Enter or type a comma to add one.',
  removeSkill: (skill: string) => `Remove ${skill}`,
  skillAdded: (skill: string) => `${skill} added`,
  skillRemoved: (skill: string) => `${skill} removed`,
  summary: (n: number) => plural(n, { one: 'One field needs correcting', other: `${n} fields need correcting` }),
  customer: {
    looking: 'Looking up this customer',
    known: 'Known customer:',
    tickets: (total: number, open: number) =>
      plural(total, { one: `1 ticket, ${open} open`, other: `${total} tickets, ${open} open` }),
    fresh: 'New customer: this email address isn’t known yet.',
    unsure: 'Couldn’t check whether this customer is known.',
    fill: 'Fill in name and phone',
  },
  copyRequest: 'Copy request ID',
  unsureTitle: 'We couldn’t confirm that the ticket was created',
  unsureText: 'Send it again as it is; it won’t be created twice.',
  unsureElsewhere: 'Look for it in the inbox before you send it again.',
  guard: {
    title: 'Discard this ticket?',
    text: 'Your changes will be lost.',
    discard: 'Discard',
    keep: 'Keep editing',
  },
});
