import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  title: 'What the customer will see',
  noUse: 'Made from the tickets of this address. No link was opened, and no use is counted.',
  close: 'Close',
  loading: 'Loading the requests of this address',
  empty: 'The customer will see an empty page',
  emptyText: 'There are no tickets of this address yet. They appear on the page as soon as there are some.',
  threadFailed: 'The messages of this request could not be loaded.',
  retry: 'Try again',
  newest: (n: number) => `Made from the newest ${n} messages and notes of this request.`,
  rating: 'Here the customer can rate the help they got, from 0 to 5 stars.',
});
