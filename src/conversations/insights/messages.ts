import { defineMessages } from '#src/i18n/messages.ts';

/** Keeps a text of a visitor apart from the sentence around it, whatever its direction is. */
const quote = (text: string) => `“\u2068${text}\u2069”`;

export const messages = defineMessages({
  lead: {
    name: 'Handovers',
    share: (share: string) => `${share} were handed over.`,
    none: 'No conversation began in these days.',
    noShare: 'no conversations',
    before: (share: string) => `Before: ${share}.`,
    few: (least: string) => `Too few to compare: that takes ${least} conversations in both periods.`,
    wait: (now: string, before: string) => `Median wait for a person: ${now}, before ${before}.`,
    noWait: 'none taken',
    grown: {
      reason: (label: string, before: string, now: string) =>
        `The reason that grew most is ${quote(label)}, from ${before} to ${now}.`,
      question: (label: string, before: string, now: string) =>
        `The question that grew most is ${quote(label)}, from ${before} to ${now}.`,
    },
    covers: (now: string, before: string) => `${now}, compared with ${before}.`,
    todayIsOn: 'Today so far is included.',
  },
  documentCovers: (days: string) => `${days}. This service doesn’t say how it was before.`,
  share: (part: string, all: string, percent: string) => `${part} of ${all} conversations (${percent})`,
  trend: {
    title: 'Share handed over by day',
    label: (days: string) => `Share of conversations handed over by day, ${days}`,
    day: 'Day',
    share: 'Share',
    value: 'Handed over',
    count: 'Conversations',
    wait: 'Median wait',
    /** With a no-break space, as percent has. */
    tick: (percent: string) => `${percent}\u00a0%`,
    none: 'no conversation',
  },
  title: { question: 'Questions', reason: 'Reasons for handoffs', status: 'States of handoffs' },
  total: (now: string, before: string) => `${now}, was ${before}`,
  listed: (shown: string, all: string) => `the ${shown} most frequent of ${all}`,
  firstCharacters: 'first 80 characters',
  column: {
    question: 'Question',
    reason: 'Reason',
    status: 'State',
    now: 'Now',
    share: 'Share',
    before: 'Before',
    change: 'Change',
    starter: 'Starter',
    act: 'What to do',
  },
  new: 'new',
  none: '–',
  noStarter: 'No starter',
  copyStarter: (starter: string) => `Copy a starter: ${starter}`,
  draft: (question: string) => `Draft an answer to: ${question}`,
  empty: {
    question: 'No questions in these days',
    reason: 'No handoffs in these days',
    status: 'No handoffs in these days',
  },
  emptyText: 'Choose more days.',
  showAll: (n: string) => `Show all ${n}`,
  showFewer: 'Show fewer',
  drafts: {
    title: 'Drafts of the copilot',
    used: (used: string, of: string, percent: string) =>
      `${used} of ${of} drafts were used where a reply followed (${percent}).`,
    none: 'No draft in these days had a reply yet.',
    empty: 'No drafts in these days. Agents ask for one below a ticket.',
    as_is: 'Used as is',
    edited: 'Edited',
    discarded: 'Thrown away',
    open: 'No reply yet',
  },
});
