import { capConsequence } from './cap-outlook.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

/** The words of the tab Caps. */
export const messages = defineMessages({
  window: {
    last: (days: number) => `the last ${days} days`,
    days: (days: number) => plural(days, { one: `${days} day`, other: `${days} days` }),
  },
  lead: {
    daily_tokens: (rate: string, hits: number, window: string) =>
      `A cap of ${rate} would have been hit on ${hits} of ${window}.`,
    budget: (rate: string, hits: number, window: string) =>
      `A cap of ${rate} would have been in force on ${hits} of ${window}.`,
    mostly: {
      daily_tokens: (rate: string, hits: number, window: string) =>
        `A cap of ${rate} would have been hit on ${hits} of ${window}: it would be in force most of the time.`,
      budget: (rate: string, hits: number, window: string) =>
        `A cap of ${rate} would have been in force on ${hits} of ${window}: most of the time.`,
    },
    none: {
      daily_tokens: (days: string, amount: string, day: string) =>
        `This cap would not have been hit in ${days}. The highest day was ${day} with ${amount} tokens.`,
      budget: (days: string, amount: string, month: string) =>
        `This cap would not have been hit in ${days}. The highest month was ${month} with ${amount}.`,
    },
    noCalls: 'No AI calls on these days, so there is nothing to try a cap on.',
    noCallsText: 'Choose another range, or come back when the first calls are in.',
    noDay: 'No day of this range is over yet, so there is nothing to try a cap on.',
  },
  text: {
    firstLast: (first: string, last: string) =>
      first === last ? `On ${first}.` : `First on ${first}, last on ${last}.`,
    hard: (calls: string, features: string, usd: string) =>
      `With Hard the service would have stopped about ${calls} calls (${features}) and saved about ${usd}. ${capConsequence.others}`,
    soft: (calls: string, features: string) =>
      `Soft only warns. With Hard the service would have stopped about ${calls} calls (${features}).`,
    unsaid: 'With Hard the service decides what it stops.',
    unsaved: 'Nothing is saved yet.',
    saved: 'This is the saved cap.',
  },
  chart: {
    title: 'Back-test',
    cap: 'Cap to try',
    label: {
      daily_tokens: (days: number, hits: number, limit: string) =>
        `Tokens per UTC day for ${days} days; ${plural(hits, { one: `${hits} complete day is`, other: `${hits} complete days are` })} above ${limit}`,
      budget: (days: number, hits: number, limit: string) =>
        `Running total of each UTC month for ${days} days; ${plural(hits, { one: `${hits} complete day is`, other: `${hits} complete days are` })} above ${limit}`,
    },
    series: { budget: 'Month so far', daily_tokens: 'Tokens' },
    savedLine: (limit: string, action: string) => `Saved cap ${limit}, ${action}`,
    above: (line: string) => `${line}: above this chart.`,
    triedLine: (limit: string, action: string) => `Tried cap ${limit}, ${action}`,
    handle: { budget: 'Monthly budget to try, line', daily_tokens: 'Daily tokens to try, line' },
    caption: (rate: string) => `A cap of ${rate}, day by day`,
    file: 'cap-back-test',
    columns: {
      day: 'UTC day',
      budget: 'Month so far, USD',
      daily_tokens: 'Tokens',
      calls: 'Calls',
      cost: 'Cost, USD',
      hit: 'Hit',
      refused: 'Stopped with Hard, ≈',
    },
    yes: 'Hit',
    no: '–',
    soFar: (day: string) => `${day}, so far`,
  },
  try: {
    title: 'Try a cap',
    label: { budget: 'USD a month', daily_tokens: 'Tokens a day' },
    slider: { budget: 'Monthly budget to try', daily_tokens: 'Daily tokens to try' },
    problem: 'Enter 0 or more.',
    daysHit: 'Days hit',
    ofDays: (hits: string, days: string) => `${hits} of ${days} complete days`,
    refused: 'Stopped, hard',
    unspent: 'Not spent, hard',
    unsaid: 'The service decides',
    about: (amount: string) => `≈ ${amount}`,
    share: (amount: string, share: string) => `${amount}, ${share}`,
    highest: 'Highest day',
    on: (amount: string, day: string) => `${amount}, ${day}`,
    today: 'Today so far',
    month: 'This month so far',
    ofIt: (amount: string, share: string) => `${amount}, ${share} of it`,
    none: 'None',
    passed: (day: string, amount: string) => `passed on ${day}, ${amount} in all`,
    notPassed: (amount: string) => `not passed, ${amount}`,
    partial: (text: string) => `${text} (partial: its first days are missing)`,
    even: {
      daily_tokens: '≈ assumes that calls spread evenly over a day’s tokens.',
      budget: '≈ assumes that calls spread evenly over a day’s cost.',
    },
    complete: 'Only complete UTC days count.',
    minute: 'You can’t try calls per minute: the service keeps whole days, not minutes.',
    reset: 'Reset',
    save: 'Save cap…',
    same: 'This cap is already saved.',
  },
  byFeature: {
    title: 'What Hard would have done',
    note: 'estimate for the cap you are trying',
    feature: 'Feature',
    calls: 'Calls',
    total: 'Total',
    own: {
      caption: 'Stopped by the service',
      usd: 'Not spent',
      none: 'The service would not have stopped any calls.',
    },
    other: {
      caption: 'Only stopped if others check the caps',
      usd: 'Cost',
      none: 'Others made no calls after this cap.',
    },
    unsaid: 'This service does not say which calls it stops.',
  },
  ran: {
    title: 'What the hard cap did',
    none: 'No call met a hard cap on these days.',
    caption: 'Calls that met a hard cap, by feature',
    feature: 'Feature',
    refused: 'Stopped by the service',
    ran: 'Ran all the same',
    usd: 'Cost of those',
    total: 'Total',
    text: 'Calls that ran all the same were made by others while a hard cap was exceeded. The service only learns of them afterwards.',
    refusedOf: (feature: string) => `Show the stopped calls of ${feature}`,
    ranOf: (feature: string) => `Show the calls of ${feature} that ran all the same`,
  },
  changes: {
    title: 'Changes to caps',
    file: 'ai cap changes',
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
