import { defineMessages } from '#src/i18n/messages.ts';

/** The keys of merging, also for the list of all keys. */
export const messages = defineMessages({
  next: 'Next pair',
  previous: 'Previous pair',
  first: 'Keep the first customer',
  second: 'Keep the second customer',
});
