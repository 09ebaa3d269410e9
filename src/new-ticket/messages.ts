import { defineMessages, plural } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  title: 'New ticket',
  everywhere: 'Everywhere',
  create: 'Create ticket',
  created: (number: string) => `Ticket #${number} created`,
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
  skillsHint: 'Separate several by commas.',
  customer: {
    looking: 'Looking up this customer',
    known: 'Known customer:',
    tickets: (total: number, open: number) =>
      plural(total, { one: `1 ticket, ${open} open`, other: `${total} tickets, ${open} open` }),
    fresh: 'New customer: this email address isn’t known yet.',
    unsure: 'Couldn’t check whether this customer is known.',
    fill: 'Fill in name and phone',
  },
  unsure: (why: string) =>
    `We couldn’t confirm that the ticket was created. ${why} Send it again as it is; it won’t be created twice.`,
  unsureElsewhere: (why: string) =>
    `We couldn’t confirm that the ticket was created. ${why} Look for it in the inbox before you send it again.`,
  guard: {
    title: 'Discard this ticket?',
    text: 'Your changes will be lost.',
    discard: 'Discard',
    keep: 'Keep editing',
  },
});
