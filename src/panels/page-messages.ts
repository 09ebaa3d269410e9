import { defineMessages } from '#src/i18n/messages.ts';

/** The words of pages of figures: beside those of `messages.ts` they would be in the entry. */
export const messages = defineMessages({
  refresh: 'Refresh',
  export: 'Download CSV',
  more: 'More',
  utcDays: (from: string, to: string) => `UTC days, ${from} to ${to}`,
  zoneDays: (days: string, zone: string) => `${days}, ${zone}`,
  window: {
    label: 'Range',
    days: (days: number) => `${days} d`,
    key: (days: number) => `${days} days`,
    chosen: (from: string, to: string) => `${from} to ${to}`,
    other: 'Other dates',
    change: (days: string) => `Other dates, now ${days}`,
    first: 'First day',
    last: 'Last day',
    hint: (zone: string) => `Whole ${zone} days, both included.`,
    apply: 'Show these days',
    thisMonth: 'This month',
    lastMonth: 'Last month',
    missing: 'Enter both days.',
    wrongOrder: 'The first day is after the last one.',
    tooLong: 'Choose at most 366 days.',
    ahead: 'These days have not begun yet.',
    aheadText: 'Choose other days to see figures.',
  },
});
