import { MIN_FORECAST_DAYS } from '#contract/ai-forecast.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

/** The words of the gauges, of the form, of the question before it is saved, and of the banner. */
export const messages = defineMessages({
  title: 'Caps',
  name: {
    budget: 'Monthly budget',
    daily_tokens: 'Daily tokens',
    minute_calls: 'Calls per minute',
    action: 'Action',
  },
  rate: {
    budget: (amount: string) => `${amount} a month`,
    daily_tokens: (amount: string, limit: number) =>
      plural(limit, { one: `${amount} token a day`, other: `${amount} tokens a day` }),
    minute_calls: (amount: string, limit: number) =>
      plural(limit, { one: `${amount} call a minute`, other: `${amount} calls a minute` }),
  },
  /** Behind words such as "6.6 million tokens a day". */
  inDigits: (words: string, digits: string) => `${words} (${digits})`,
  moment: (time: string, day: string) => `${time} UTC on ${day}`,
  stamp: (day: string, time: string) => `${day}, ${time} UTC`,
  noCap: 'No cap',
  badge: { soft: 'Soft', hard: 'Hard', none: 'No caps set' },
  edit: 'Edit caps',
  of: (limit: string) => `of ${limit}`,
  tried: (limit: string) => `of ${limit}, not saved`,
  gauge: (current: string, limit: string) => `${current} of ${limit}`,
  left: {
    budget: (amount: string) => `${amount} left`,
    daily_tokens: (amount: string) => `${amount} left until 00:00 UTC`,
    minute_calls: (amount: string) => `${amount} left`,
  },
  over: (amount: string) => `${amount} over`,
  covers: { budget: 'this UTC month', daily_tokens: 'this UTC day', minute_calls: 'this UTC minute' },
  form: {
    title: 'What if',
    note: 'nothing is saved yet',
    label: 'Edit caps',
    slider: (cap: string) => `${cap}, slider`,
    noCapFor: (cap: string) => `No cap: ${cap}`,
    stays: 'Not changed',
    keep: (limit: string) => `Keep ${limit}`,
    keepFor: (limit: string, cap: string) => `Keep ${limit}: ${cap}`,
    otherwise: 'Enter 0 or more, or leave it empty for no cap.',
    digits: (most: number) => `Enter at most ${most} digits.`,
    atMost: (most: string) => `Enter at most ${most}.`,
    when: 'When reached',
    soft: 'Soft, warn',
    hard: 'Hard, stop',
    soften: (text: string) => `Soft ${text}.`,
    save: 'Save caps',
    cancel: 'Cancel',
    nothing: 'Nothing has changed, so nothing was sent.',
    failed: (why: string) => `The caps could not be saved. ${why}`,
  },
  conflict: {
    text: (cap: string, to: string) => `The ${cap.toLowerCase()} was changed to ${to} by someone else.`,
    theirs: 'Keep theirs',
    mine: 'Use mine',
  },
  whatIf: {
    forecast: (limit: string, share: string) => `At ${limit} the forecast uses ${share}.`,
    tooEarly: (limit: string, share: string) => `At ${limit}, ${share} is used. It is too early to forecast.`,
    used: {
      daily_tokens: (limit: string, share: string) => `At ${limit} today has used ${share} so far.`,
      minute_calls: (limit: string, share: string) => `At ${limit} this minute has used ${share}.`,
    },
    zero: 'A cap of 0 is reached at once.',
    clear: {
      budget: 'Without this cap nothing limits what a month costs.',
      daily_tokens: 'Without this cap nothing limits the tokens of a day.',
      minute_calls: 'Without this cap nothing limits the calls of a minute.',
    },
    notReached: {
      budget: (month: string) => `The cap would not be reached in ${month}.`,
      daily_tokens: 'At today’s pace the cap would not be reached today.',
    },
    unknown: {
      budget: `Too early to say when: that takes ${MIN_FORECAST_DAYS} complete days with AI usage.`,
      daily_tokens: 'Too early to say when: the UTC day began less than an hour ago.',
      minute_calls: 'Calls come in bursts, so we can’t forecast a time.',
    },
    softAt: (when: string) => `You would reach this cap around ${when}.`,
    hardAt: (when: string, features: string) => `With this cap, the service would stop ${features} around ${when}.`,
    over: (current: string, limit: string) => `${current} is already over ${limit}.`,
    met: (current: string, limit: string) => `${current} already reaches ${limit}.`,
    stopsNow: (features: string) => `This stops ${features} now.`,
    decidesNow: 'The service decides what this stops now.',
    softAction: (text: string) => `The soft cap ${text}.`,
    onceReached: (until: string) => `Once reached, it holds until ${until}.`,
    until: {
      budget: (day: string) => `${day}, 00:00 UTC`,
      daily_tokens: '00:00 UTC',
      minute_calls: 'the next UTC minute',
    },
  },
  unpriced: {
    rule: 'Under a hard budget, calls of a model without a price are refused.',
    names: (names: string) => `Without a price in the last 30 days: ${names}.`,
    count: (calls: number, shown: string) =>
      plural(calls, {
        one: `${shown} call this month had no price.`,
        other: `${shown} calls this month had no price.`,
      }),
  },
  ask: {
    title: {
      stopsNow: (features: string | null) =>
        features === null ? 'Save a hard cap that is already reached?' : `Stop ${features} now?`,
      harder: (features: string | null) =>
        features === null ? 'Make the caps hard?' : `Let the caps stop ${features}?`,
      passed: () => 'Save a cap that is already passed?',
      plain: () => 'Save this cap?',
    },
    go: {
      stopsNow: (features: string | null) => (features === null ? 'Save the hard cap' : `Stop ${features} now`),
      harder: () => 'Make the caps hard',
      passed: () => 'Save and warn',
      plain: (rate: string) => `Cap at ${rate}`,
    },
    /** Typed to confirm it in a frame, in small letters. */
    word: { stopsNow: 'stop', harder: 'stop', passed: 'save', plain: 'save' },
  },
  saved: {
    one: (what: string, to: string) => `${what}: ${to}`,
    many: 'Caps saved',
    undone: 'Caps restored',
    undoFailed: (why: string) => `The caps could not be put back. ${why}`,
  },
  banner: {
    label: 'Cap alerts',
    subject: { budget: 'monthly budget', daily_tokens: 'daily token cap', minute_calls: 'cap on calls per minute' },
    used: (percent: number, cap: string, gauge: string, covers: string) =>
      `${percent}\u00a0% of the ${cap} is used: ${gauge} ${covers}.`,
    exceeded: (cap: string, gauge: string, covers: string) => `The ${cap} is used up: ${gauge} ${covers}.`,
    soft: (text: string) => `The soft cap ${text}.`,
    open: 'See caps',
    dismiss: (cap: string) => `Dismiss: ${cap}`,
  },
});
