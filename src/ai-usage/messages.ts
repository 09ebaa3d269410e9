import { defineMessages } from '#src/i18n/messages.ts';

/** The words of every tab; each has more of its own beside it. */
export const messages = defineMessages({
  title: 'AI usage & guardrails',
  /** Where the days leave little room beside it. */
  shortTitle: 'AI usage',
  tabs: 'Parts of AI usage',
  tab: { usage: 'Usage', caps: 'Caps', value: 'Value', calls: 'Calls' },
  range: {
    label: 'Range',
    days: (days: number) => `${days} d`,
    key: (days: number) => `${days} days`,
    chosen: (from: string, to: string) => `${from} to ${to}`,
    other: 'Other dates',
    change: (days: string) => `Other dates, now ${days}`,
    first: 'First day',
    last: 'Last day',
    hint: 'Whole UTC days, both included.',
    apply: 'Show these days',
    thisMonth: 'This month',
    lastMonth: 'Last month',
    missing: 'Enter both days.',
    wrongOrder: 'The first day is after the last one.',
    tooLong: 'Choose at most 366 days.',
  },
  refresh: 'Refresh',
  export: 'Export CSV',
  more: 'More',
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  /** The days that a figure covers. */
  utcDays: (from: string, to: string) => `UTC days, ${from} to ${to}`,
  ahead: 'These days have not begun yet.',
  aheadText: 'Choose other days to see figures.',
  failedTitle: 'AI usage could not be loaded',
  notDeployed: 'AI usage is not deployed for this site',
  notDeployedText:
    'This service keeps no figures of AI calls for this site, so there is nothing to show. Ask whoever runs it to turn on “ai_usage”.',
  notProvided: 'Not provided by this service',
  notProvidedText: 'This needs the extension “ai_reports”, which this service does not have.',
});
