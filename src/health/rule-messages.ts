import { defineMessages, plural } from '#src/i18n/messages.ts';

const tickets = (n: number, count: string) => plural(n, { one: '1 ticket', other: `${count} tickets` });
const deliveries = (n: number, count: string) =>
  plural(n, { one: '1 webhook delivery', other: `${count} webhook deliveries` });
const rows = (n: number, count: string) => plural(n, { one: '1 row', other: `${count} rows` });

/** Each rule has a line for the list of what needs attention, the rule itself, and a door to what it counts. */
export const messages = defineMessages({
  ai_cap: {
    line: (n: number, all: number) =>
      plural(n, { one: `1 of ${all} AI caps is reached.`, other: `${n} of ${all} AI caps are reached.` }),
    bare: 'The monthly AI budget is used up.',
    hard: 'The service stops features that it runs itself.',
    soft: 'Calls continue: the caps are soft.',
    rule: 'any AI cap is reached.',
    door: 'Review caps',
  },
  no_first_reply: {
    line: (n: number, count: string, threshold: string) =>
      `${tickets(n, count)} ${plural(n, { one: 'has', other: 'have' })} had no first reply for more than ${threshold}.`,
    rule: (limit: string, threshold: string) => `more than ${limit} tickets without a first reply after ${threshold}.`,
    door: (count: string) => `Open the ${count}`,
    doorBare: 'Open the inbox',
  },
  overdue_replies: {
    line: (n: number, count: string) =>
      `${tickets(n, count)} ${plural(n, { one: 'waits', other: 'wait' })} for a reply that is overdue.`,
    rule: (limit: string) => `more than ${limit} tickets past the reply target in business hours.`,
    door: (count: string) => `Open the ${count}`,
  },
  self_tests: {
    line: (n: number) => plural(n, { one: '1 self-test failed.', other: `${n} self-tests failed.` }),
    rule: 'a self-test failed in its last run.',
    door: 'See self-tests',
  },
  webhook_disabled: {
    line: (n: number, hosts: string) =>
      plural(n, { one: `1 webhook was switched off: ${hosts}.`, other: `${n} webhooks were switched off: ${hosts}.` }),
    more: 'Its receiver failed for five days, or is gone: events are no longer sent to it.',
    rule: 'the service has switched off a webhook.',
    door: 'Failed deliveries',
  },
  webhook_failures: {
    line: (n: number, count: string) =>
      `${deliveries(n, count)} failed in the last 24 hours and ${plural(n, { one: 'is', other: 'are' })} not delivered yet.`,
    more: (n: number, count: string) =>
      plural(n, { one: '1 is waiting in the queue.', other: `${count} are waiting in the queue.` }),
    rule: (limit: string) => `more than ${limit} deliveries failed in 24 hours and are not delivered yet.`,
    door: 'Delivery log',
  },
  channel_silence: {
    line: (channels: string, age: string) => `No message by ${channels} for ${age}.`,
    more: (count: string) => `Usually about ${count} come in that time.`,
    rule: (minutes: string) => `a channel is silent for more than ${minutes} min at hours when messages usually come.`,
    door: 'See channels',
  },
  ai_forecast: {
    line: (usd: string, budget: string) => `AI spend is on pace for ${usd} this month, over the ${budget} budget.`,
    lineWithin: (usd: string, share: string, budget: string) =>
      `AI spend is on pace for ${usd} this month, ${share} of the ${budget} budget.`,
    passes: (day: string) => `It would pass the budget around ${day}.`,
    rule: (percent: string) => `the forecast is over ${percent} % of the monthly budget.`,
    door: 'Review caps',
  },
  ai_errors: {
    line: (share: string) => `${share} of AI calls failed in the last 24 hours.`,
    more: (errors: string, calls: string) => `${errors} of ${calls}.`,
    rule: (percent: string) => `more than ${percent} % of at least 20 AI calls in 24 hours failed.`,
    door: 'See failed calls',
    doorBare: 'Open AI usage',
  },
  business_calendar: {
    line: 'Business hours are not in effect.',
    rule: 'no business calendar is in effect.',
    door: 'Set business hours',
  },
  migration: {
    line: (n: number, count: string) => `${rows(n, count)} failed in imports.`,
    rule: (limit: string) => `more than ${limit} failed rows in the last import of each kind.`,
    door: 'See imports',
  },
  csat_drop: {
    line: (before: string, now: string) => `CSAT dropped from ${before} to ${now}.`,
    more: (days: number, answers: string) =>
      `${answers} answers in the last ${days} days, compared with the ${days} before.`,
    rule: 'lower by 0.3 or more than in the 30 days before, with at least 30 answers in each.',
    door: 'Open CSAT',
  },
});
