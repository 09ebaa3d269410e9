import { defineMessages } from '#src/i18n/messages.ts';
import { messages as page } from './messages.ts';

export const messages = defineMessages({
  chosen: (from: string, to: string) => `${from} to ${to}`,
  label: 'Other dates',
  change: (days: string) => `Other dates, now ${days}`,
  from: 'First day',
  to: 'Last day',
  hint: 'Whole UTC days, both included.',
  apply: 'Show these days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  missing: 'Enter both days.',
  wrongOrder: 'The first day is after the last one.',
  tooLong: 'Choose at most 366 days.',
  future: page.ahead,
});
