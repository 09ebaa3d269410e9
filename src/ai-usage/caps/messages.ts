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
  gauge: (current: string, limit: string) => `${current} of ${limit}`,
  left: {
    budget: (amount: string) => `${amount} left`,
    daily_tokens: (amount: string) => `${amount} left until 00:00 UTC`,
    minute_calls: (amount: string) => `${amount} left`,
  },
  over: (amount: string) => `${amount} over`,
  covers: { budget: 'this UTC month', daily_tokens: 'this UTC day', minute_calls: 'this UTC minute' },
  form: {
    title: 'New caps',
    note: 'not saved yet',
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
  past: {
    daily_tokens: (days: number) =>
      days === 0
        ? 'In the last 30 complete days it would never have been reached.'
        : plural(days, {
            one: 'In the last 30 complete days it would have been reached on 1.',
            other: `In the last 30 complete days it would have been reached on ${days}.`,
          }),
    budget: (dates: readonly string[]) =>
      dates.length === 0
        ? 'In the last 30 complete days it would never have been reached.'
        : `In the last 30 complete days it would have been reached on ${dates.join(' and ')}.`,
  },
  enforced: {
    own: (features: string) => `The service stops: ${features}.`,
    others: (features: string) => `These must stop themselves: ${features}.`,
    part: (n: number, feature: string, calls: string, usd: string) =>
      plural(n, { one: `${feature} (${calls} call, ${usd})`, other: `${feature} (${calls} calls, ${usd})` }),
    note: 'Calls and cost of the last 30 days.',
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
    },
    go: {
      stopsNow: (features: string | null) => (features === null ? 'Save the hard cap' : `Stop ${features} now`),
      harder: () => 'Make the caps hard',
      passed: () => 'Save and warn',
    },
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
    used: (percent: string, cap: string, gauge: string, covers: string) =>
      `${percent} of the ${cap} is used: ${gauge} ${covers}.`,
    exceeded: (cap: string, gauge: string, covers: string) => `The ${cap} is used up: ${gauge} ${covers}.`,
    soft: (text: string) => `The soft cap ${text}.`,
    open: 'See caps',
    dismiss: (cap: string) => `Dismiss: ${cap}`,
  },
  changes: {
    title: 'Changes to caps',
    caption: 'Changes to caps, newest first',
    when: 'When',
    who: 'Who',
    what: 'What',
    change: 'Change',
    noAction: 'Not set',
    none: 'No changes yet.',
    all: (total: string) => `Show all ${total} changes`,
    noHistory: 'A history of the caps needs the extension “ai_reports”, which this service does not have.',
  },
  alerts: {
    title: 'Alerts',
    share: 'Share',
    percent: (percent: number) => `${percent}\u00a0%`,
    amount: 'Amount',
    state: 'State',
    group: (cap: string, limit: string) => `${cap}, ${limit}`,
    noCap: (cap: string) => `${cap}: no cap, so nothing is sent.`,
    sent: (when: string) => `Sent ${when}`,
    reached: 'Reached',
    forecast: (when: string) => `Around ${when}`,
    not: { budget: 'Not expected this month', daily_tokens: 'Not expected today', minute_calls: 'Not this minute' },
    unknown: {
      budget: 'Too early to forecast',
      daily_tokens: 'Too early to forecast',
      minute_calls: 'Not this minute',
    },
    once: {
      budget: (day: string) => `Each alert is sent once a month and starts again on ${day}, 00:00 UTC.`,
      daily_tokens: 'Each alert is sent once a day and starts again at 00:00 UTC.',
      minute_calls: 'Each alert is sent once a minute.',
    },
    where:
      'Sent to webhooks for ai_cap.warning (at 100 % ai_cap.exceeded) and to the audit log, and shown as a banner here and in the inbox.',
    here: 'This service does not say what was sent (it needs “ai_reports”). Alerts show as a banner here and in the inbox.',
  },
});
