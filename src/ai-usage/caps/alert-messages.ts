import { defineMessages } from '#src/i18n/messages.ts';

/** What the alerts of the caps say, in their list and as the banner of the page. */
export const messages = defineMessages({
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
    forecast: (when: string) => `≈ ${when}, forecast`,
    not: { budget: 'Not this month, forecast', daily_tokens: 'Not today, forecast', minute_calls: 'Not this minute' },
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
      'They go to webhooks that ask for ai_cap.warning, at 100 % ai_cap.exceeded, to the audit log, and to the banner of this page.',
    here: 'Without ai_reports on the service it is not known what was sent. They show as the banner of this page.',
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
