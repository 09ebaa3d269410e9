import { defineMessages, plural } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  calls: 'Calls',
  filters: 'Filters of the calls',
  filter: {
    feature: 'Feature',
    model: 'Model',
    status: 'Status',
    since: 'Since',
    session: 'Session',
    customer: 'Customer',
    token: 'Token',
    unpriced: 'No price',
    min: 'Input tokens from',
  },
  status: { ok: 'OK', error: 'Error', refused: 'Refused', ran: 'Ran' },
  /** The value of a filter that has no other. */
  yes: 'yes',
  only: (field: string, value: string) => `Only ${field.toLowerCase()} ${value}`,
  removeAll: 'Remove all',
  any: { feature: 'Any feature', model: 'Any model', status: 'Any status' },
  order: { label: 'Order', newest: 'Newest', cost: 'Costliest' },
  column: {
    time: (zone: string) => `Time (${zone})`,
    feature: 'Feature',
    model: 'Model',
    status: 'Status',
    input: 'Tokens in',
    output: 'Tokens out',
    cost: 'Cost',
    latency: 'Latency',
    session: 'Session',
    ticket: 'Ticket',
    token: 'Token',
  },
  caption: 'AI calls',
  cached: 'Cache hit',
  unpriced: 'No price',
  refusedBy: {
    budget: 'Refused: monthly budget',
    daily_tokens: 'Refused: daily tokens',
    per_minute: 'Refused: calls per minute',
  },
  refusedText: 'A hard cap stopped this call. It used no tokens and cost nothing.',
  none: 'None',
  ticketId: (id: string) => `id ${id}`,
  transcript: 'Transcript',
  transcriptOf: (session: string) => `Transcript of ${session}`,
  openTicket: (id: string) => `Open the ticket with id ${id}`,
  range: (first: string, last: string, total: string) => `${first} to ${last} of ${total} calls`,
  sum: (n: number, calls: string) => plural(n, { one: `${calls} call ran, for`, other: `${calls} calls ran, for` }),
  withUnpriced: (calls: string) => `${calls} of them without a price`,
  withRefused: (refused: string) => `${refused} refused`,
  onlyRefused: (n: number, refused: string) =>
    plural(n, { one: `${refused} call refused, none ran`, other: `${refused} calls refused, none ran` }),
  previous: 'Previous',
  next: 'Next',
  pages: 'Pages',
  empty: {
    title: 'No calls in these days',
    filtered: 'No calls match these filters',
    text: 'A call appears here as soon as a bot or the copilot makes one.',
    filteredText: 'Remove a filter or choose other dates.',
  },
  outcome: { open: 'Open', answered: 'Answered', handed_off: 'Handed off', abandoned: 'Abandoned' },
  transcriptDialog: {
    title: (session: string) => `Transcript of ${session}`,
    name: 'The transcript',
    missing: {
      title: 'No transcript is stored for this session',
      text: 'Its calls are stored. What was said was never sent, or has been erased.',
    },
    calls: 'Show its calls',
    close: 'Close transcript',
    facts: (outcome: string, channel: string, messages: string) => `${outcome}, ${channel}, ${messages} messages`,
    costOfCalls: 'cost of its calls',
    role: { visitor: 'Visitor', ai: 'AI', agent: 'Agent', system: 'System' },
    said: 'What was said',
    handoff: (reason: string) => `Handed off to people: ${reason}`,
    tokens: (tokens: string) => `${tokens} tokens`,
    more: (count: string) => `Show ${count} more messages`,
    empty: 'Nothing was said in this session.',
  },
  csv: {
    save: 'Download CSV',
    nothing: 'There is nothing to download.',
  },
});

/** The word of a status or outcome; one that this program does not know is shown as it is sent. */
export function wordIn(words: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
}
