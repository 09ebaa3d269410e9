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
    looking: 'Looking for this customer',
    known: 'Known customer:',
    tickets: (total: number, open: number) =>
      plural(total, { one: `1 ticket, ${open} open`, other: `${total} tickets, ${open} open` }),
    fresh: 'A new customer: no one has this email address yet.',
    unsure: 'Could not check whether this is a known customer.',
    fill: 'Fill in name and phone',
  },
  copyRequest: 'Copy request id',
  unsureTitle: 'It is not clear whether the ticket was created',
  unsureText: 'Send it again as it is: it will not be created twice.',
  unsureElsewhere: 'Look for it in the inbox before you send it again.',
  guard: {
    title: 'Discard this ticket?',
    text: 'What you wrote will be lost.',
    discard: 'Discard',
    keep: 'Keep writing',
  },
});
