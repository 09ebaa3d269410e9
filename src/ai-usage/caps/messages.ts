import { defineMessages, plural } from '#src/i18n/messages.ts';

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
  alerts: {
    sent: (percent: number, when: string) => `Last alert at ${percent}\u00a0%, sent ${when}.`,
    reached: (percent: number) => `${percent}\u00a0% reached.`,
    next: (percent: number, amount: string) => `Next alert at ${percent}\u00a0% (${amount}).`,
  },
  covers: { budget: 'this UTC month', daily_tokens: 'this UTC day', minute_calls: 'this UTC minute' },
  form: {
    title: 'New caps',
    note: 'not saved yet',
    label: 'Edit caps',
    before: (limit: string) => `Now ${limit}`,
    otherwise: 'Enter 0 or more, or leave it empty for no cap.',
    digits: (most: number) => `Enter at most ${most} digits.`,
    atMost: (most: string) => `Enter at most ${most}.`,
    when: 'When reached',
    soft: 'Soft, warn',
    hard: 'Hard, stop',
    save: 'Save caps',
    cancel: 'Cancel',
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
  hard: {
    own: (features: string) => `The service stops: ${features}.`,
    others: (features: string) => `These must stop themselves: ${features}.`,
    part: (n: number, feature: string, calls: string, usd: string) =>
      plural(n, { one: `${feature} (${calls} call, ${usd})`, other: `${feature} (${calls} calls, ${usd})` }),
    note: 'Calls and cost of the last 30 days.',
    unpriced: 'Under a hard budget, calls of a model without a price are refused.',
  },
  /** The effect of a cap that is reached. */
  effect: {
    soft: 'The soft cap warns and does not stop calls.',
    noCalls: 'no calls',
    and: (first: string, last: string) => `${first} and ${last}`,
    others: 'Others must check the caps themselves.',
    stops: (features: string) => `When a cap is reached, the service stops ${features}.`,
    decides: 'When a cap is reached, the service decides what it stops.',
    stopsUntil: (features: string, until: string) => `The service stops ${features} until ${until}.`,
    decidesUntil: (until: string) => `The service decides what it stops until ${until}.`,
    until: {
      budget: (day: string) => `${day}, 00:00 UTC`,
      daily_tokens: '00:00 UTC',
      minute_calls: 'the next UTC minute',
    },
  },
  ask: {
    title: (features: string | null) =>
      features === null ? 'Save a hard cap that is already reached?' : `Stop ${features} now?`,
    go: (features: string | null) => (features === null ? 'Save the hard cap' : `Stop ${features} now`),
    reached: (current: string, limit: string) => `${current} of ${limit} is already used.`,
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
  },
});
