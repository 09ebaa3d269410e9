import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  label: 'Last visit',
  events: (n: number, count: string) => plural(n, { one: '1 event', other: `${count} events` }),
  none: 'No visits',
  notProvided: 'Not provided by this service',
  failed: 'Visits could not be loaded.',
  retry: 'Retry',
});
