import { defineMessages } from '#src/i18n/messages.ts';

/** The keys of the page, also for the list of all keys. */
export const messages = defineMessages({
  group: 'AI usage',
  range7: '7 days',
  range30: '30 days',
  range90: '90 days',
  metric: 'Cost, calls or tokens',
  edit: 'Edit caps',
});
