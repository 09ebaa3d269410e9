import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  title: 'Tickets',
  openInInbox: 'Open in inbox',
  newest: (shown: string, total: string) => `The newest ${shown} of ${total}`,
  empty: 'No tickets yet. A ticket with this customer’s email or phone will appear here.',
  noSubject: 'No subject',
  number: (n: string) => `#${n}`,
});
