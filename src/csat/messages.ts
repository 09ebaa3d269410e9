import { defineMessages } from '#src/i18n/messages.ts';

/** The words of every part; each has more of its own beside it. */
export const messages = defineMessages({
  title: 'CSAT',
  tabs: 'Parts of CSAT',
  tab: { overview: 'Overview', answers: 'Answers', followUp: 'Follow-up', feedback: 'Chat feedback' },
  days: (days: number) => (days === 1 ? 'day' : `${days} days`),
  answers: (n: number, shown: string) => (n === 1 ? '1 answer' : `${shown} answers`),
  few: 'few',
  noComment: 'No comment',
  noCommentOn: 'No comment. Ticket:',
  on: 'Ticket:',
  subject: (subject: string) => `Ticket: ${subject}`,
  noName: 'No name',
  fourOrFive: '4 or 5',
  score: (score: string) => `Score ${score}`,
  scores: (low: string, high: string) => (low === high ? low : `${low} to ${high}`),
  definition: {
    label: 'Score as',
    mean: 'Mean',
    share_good: (from: number) => (from === 5 ? 'Good' : from === 4 ? '4 and 5' : `${from} to 5`),
    share_top: '5 only',
    /** As a heading of figures. */
    name: {
      mean: 'Mean',
      share_good: (from: number) =>
        from === 5 ? 'Share of good' : from === 4 ? 'Share of 4 and 5' : `Share of ${from} to 5`,
      share_top: 'Share of 5',
    },
  },
  /** With a no-break space, as percent has. */
  percent: (n: string) => `${n}\u00a0%`,
  points: (n: string) => `${n}\u00a0points`,
  filters: 'Filters',
  removeAll: 'Remove all',
  split: {
    priority: 'Priority',
    channel: 'Channel',
    agent: 'Agent',
    first_reply: 'First reply',
    within_hours: 'Arrived',
    ai: 'Handled by',
  },
  first_reply: { under_1h: 'Under 1 h', '1h_to_4h': '1 to 4 h', over_4h: 'Over 4 h', none: 'No reply' },
  within_hours: { inside: 'In business hours', outside: 'Outside them' },
  ai: { person: 'Agent', ai: 'AI alone' },
  unassigned: 'Unassigned',
  agentId: (id: string) => `Agent ${id}`,
  review: { none: 'To do', contacted: 'Contacted', reopened: 'Reopened', ignored: 'Ignored' },
  openTicket: (number: string) => `Open ticket ${number}`,
  ticket: (number: string) => `#${number}`,
  ticketId: (id: string) => `Ticket ${id}`,
  export: {
    button: 'Download CSV',
    nothing: 'There is nothing to download.',
    answers: 'csat-answers',
    feedback: 'chat-feedback',
  },
  noAnswers: {
    none: 'No answers match',
    noneText: 'Remove a filter or choose more days.',
    empty: (days: string) => `No answers in ${days}.`,
    emptyText: 'Answers come in as customers rate their resolved tickets.',
    longer: 'Show 365 days',
    clear: 'Remove the filters',
  },
  notProvided:
    'Comparison, splits, follow-up and the response rate need the extension “csat_reports”, which this service does not have.',
});

/** The word of a value; one that this version does not know is shown as it is sent. */
export function wordIn(words: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
}
