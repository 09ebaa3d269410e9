import { defineMessages, plural } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  label: 'Copilot',
  draft: 'Draft a reply',
  summarise: 'Summarise',
  showDraft: 'Show the draft',
  mode: 'What to write',
  modes: { reply: 'Reply', summary: 'Summary' },
  close: 'Close the copilot',
  start: { reply: 'Draft reply', summary: 'Summarise' },
  again: 'Try again',
  hint: 'What should be different?',
  running: (seconds: number) =>
    seconds < 1
      ? 'Asking the AI provider'
      : plural(seconds, {
          one: 'Asking the AI provider, 1 second',
          other: `Asking the AI provider, ${seconds} seconds`,
        }),
  cancel: 'Cancel',
  key: {
    label: 'Key of your AI provider',
    hint: 'The service keeps no key. Yours stays in the memory of this tab and goes along with each call.',
    use: 'Use key',
    wrong: 'A key has 1 to 500 letters, digits and signs, and no spaces.',
    inUse: 'Key in use until you close this tab.',
    forget: 'Forget',
    missing: 'Enter the key of your AI provider first.',
  },
  sent: {
    title: 'What the model reads',
    comments: (n: number, total: string) =>
      plural(n, { one: `1 of ${total} messages`, other: `${n} of ${total} messages` }),
    sources: (n: number) => plural(n, { one: '1 source', other: `${n} sources` }),
    hidden: (n: number) => plural(n, { one: '1 detail hidden', other: `${n} details hidden` }),
    count: (n: string, max: string) => `${n} of ${max} characters`,
    tooMany: (n: number, count: string) =>
      plural(n, { one: '1 character too many', other: `${count} characters too many` }),
    nothing: 'Choose at least one message.',
    loading: 'The messages are loading.',
    messages: 'Messages',
    leftOut: (n: number, count: string) =>
      plural(n, {
        one: '1 earlier message isn’t loaded and is left out.',
        other: `${count} earlier messages aren’t loaded and are left out.`,
      }),
    note: 'internal note',
    kinds: { saved_reply: 'saved reply', article: 'article' },
    sourcesTitle: 'Sources for the draft',
    noSources: 'No saved reply or article is about this.',
    sourcesLoading: 'Looking for sources',
    sourcesFailed: 'Sources couldn’t be loaded. The draft is made without them.',
    details: 'Hidden before sending',
    noDetails:
      'No card number, phone number or email was found. Check the text yourself: not every detail is recognised.',
    detailsText: 'They are put back into the draft. Untick one to send it as it is.',
    exactly: 'Exactly what is sent',
    roles: { customer: 'customer', agent: 'agent', ai: 'AI', system: 'automatic' },
  },
  tone: {
    label: 'Tone',
    names: { friendly: 'Friendly', formal: 'Formal', short: 'Short', own: 'Own words' },
    own: 'Tone in your words',
  },
  /** The words for the model. */
  tones: {
    friendly: 'Friendly and warm',
    formal: 'Formal and polite',
    short: 'As short as possible, at most three sentences',
  },
  model: {
    label: 'Model',
    usual: 'The service’s choice',
  },
  cost: {
    most: (usd: string) => `Costs at most ${usd}.`,
    tokens: (count: string) => `Uses at most ${count} AI tokens.`,
    unpriced: 'This model has no price, and the hard budget takes none without.',
    budget: (percent: string, action: string) => `Budget ${percent} used, ${action} cap.`,
    actions: { soft: 'soft', hard: 'hard' },
    exceeded: {
      budget: 'This month’s AI budget is used up.',
      daily_tokens: 'Today’s AI tokens are used up.',
      minute_calls: 'This minute’s AI calls are used up.',
    },
    close: {
      budget: 'The call could pass this month’s AI budget.',
      daily_tokens: 'The call could pass today’s cap on AI tokens.',
      minute_calls: 'The call could pass this minute’s cap on AI calls.',
    },
    stopped: 'The cap is hard: wait for the next period, or have the cap raised.',
    last: 'The cap is hard: this call is made, and the next may be refused.',
    allowed: 'The cap is soft, so the call is made.',
    caps: 'See the caps',
  },
  offer: {
    title: { reply: 'AI draft', summary: 'AI summary' },
    sources: (titles: string) => `Based on: ${titles}`,
    check: 'Check it before you send it.',
    cost: (model: string, tokens: string, usd: string) => `${model}, ${tokens} AI tokens, ${usd}`,
    insert: 'Insert',
    insertNote: 'Insert as note',
    copy: { reply: 'Copy draft', summary: 'Copy summary' },
    dismiss: 'Dismiss',
    ready: { reply: 'The draft is ready.', summary: 'The summary is ready.' },
    inserted: 'Inserted',
  },
  failed: {
    refused: 'The AI provider gave no draft',
    refusedText: (message: string) => `${message}. Try again in a moment.`,
    badKey: 'The AI provider didn’t accept the key',
    badKeyText: (message: string) => `${message}. Enter another key and try again.`,
    noProvider: 'This service has no AI provider',
    noProviderText: 'An administrator can set AI_PROVIDER_BASE_URL.',
    cap: 'An AI cap stops this call',
    capText: (message: string) => `${message}. Calls are possible again in the next period, or when the cap is raised.`,
    kept: 'The draft on screen is kept.',
    otherKey: 'Enter another key',
    wait: (seconds: number) => plural(seconds, { one: 'Wait 1 second.', other: `Wait ${seconds} seconds.` }),
  },
});
