import { defineMessages } from '#src/i18n/messages.ts';

/** The keys of the page, also for the list of all keys. */
export const messages = defineMessages({
  group: 'Portal tokens',
  issue: 'Issue a link',
  next: 'Next link',
  previous: 'Previous link',
  select: 'Select the link',
});
