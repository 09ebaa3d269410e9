import { defineMessages } from '#src/i18n/messages.ts';

/** Keeps a text of a visitor apart from the sentence around it, whatever its direction is. */
const quote = (text: string) => `“\u2068${text}\u2069”`;

export const messages = defineMessages({
  lead: {
    name: 'What changed',
    questions: {
      few: 'Too few questions to compare',
      same: 'No question changed clearly',
      new: (question: string) => `${quote(question)} is a new question`,
      rising: (question: string) => `${quote(question)} is asked more often`,
      falling: (question: string) => `${quote(question)} is asked less often`,
    },
    handovers: {
      rising: 'handovers rose',
      falling: 'handovers fell',
      same: 'handovers are about the same',
    },
    both: (questions: string, handovers: string) => `${questions}; ${handovers}.`,
    one: (questions: string) => `${questions}.`,
    asked: (now: string, before: string) => `Asked ${now} times, ${before} before.`,
    withinChance: (question: string, now: string, before: string) =>
      `${quote(question)} grew most, from ${before} to ${now}, which may be chance.`,
    askedNew: (now: string) => `Asked ${now} times, never before.`,
    few: (now: string, before: string, least: string) =>
      `${now} questions now, ${before} before; we compare from ${least} on.`,
    handedOver: (now: string, before: string) => `Handed over: ${now}, before ${before}.`,
    reason: (reason: string, now: string, before: string) =>
      `The reason that changed most is ${quote(reason)}, from ${before} to ${now}.`,
    covers: (now: string, before: string) => `${now}, compared with ${before}.`,
    todayIsOn: 'Today so far is included.',
    documentCovers: (days: string) => `${days}. This service doesn’t say how it was before.`,
  },
  share: (part: string, all: string, percent: string) => `${part} of ${all} (${percent})`,
  noShare: 'no conversations',
  title: { question: 'Questions', reason: 'Reasons for handoffs', status: 'States of handoffs' },
  total: (now: string, before: string) => `${now}, was ${before}`,
  listed: (shown: string, all: string) => `the ${shown} most frequent of ${all}`,
  firstCharacters: 'first 80 characters',
  group: { rising: 'Rising', falling: 'Falling', same: 'Unchanged' },
  column: {
    question: 'Question',
    reason: 'Reason',
    status: 'State',
    now: 'Now',
    before: 'Before',
    bar: 'Less or more',
    change: 'Change',
    share: 'Share',
    starter: 'Starter',
  },
  new: 'new',
  none: '–',
  noStarter: 'No starter',
  matched: 'Matched by words',
  empty: {
    question: 'No questions in these days',
    reason: 'No handoffs in these days',
    status: 'No handoffs in these days',
  },
  emptyText: 'Choose more days.',
  showAll: (n: string) => `Show all ${n}`,
  showFewer: 'Show fewer',
  withoutStarter: (n: string, of: string, percent: string) =>
    `${n} of the ${of} most frequent questions have no starter. They are ${percent} of all questions.`,
  open: {
    noStarter: 'No conversation starter covers this question.',
    starter: (starter: string) => `The starter ${quote(starter)} covers this question, going by its words.`,
    startersFailed: 'We couldn’t load the conversation starters.',
    proposal: 'Proposed starter',
    hint: 'Starters can’t be changed here. Copy the proposal for whoever maintains them.',
    copy: 'Copy proposal',
    sessions: (n: number, shown: string) => (n === 1 ? 'Open 1 conversation' : `Open ${shown} conversations`),
    inbox: 'Find in inbox',
    draft: 'Draft an answer',
  },
  handovers: {
    title: 'Handovers',
    days: 'By day',
    rate: 'Handed over',
    wait: 'Median wait for a person',
    waitHint: 'From the handoff until an agent took it. Handoffs that no one has taken yet aren’t in it.',
    before: (value: string) => `before ${value}`,
    noWait: 'none taken',
    empty: 'No conversations in these days, so none was handed over.',
  },
  drafts: {
    title: 'Drafts of the copilot',
    used: (used: string, of: string, percent: string) =>
      `${used} of ${of} drafts were used where a reply followed (${percent}).`,
    none: 'No draft in these days had a reply yet.',
    empty: 'No drafts in these days. Agents ask for one below a ticket.',
    label: (asIs: string, edited: string, discarded: string, open: string) =>
      `Used as is ${asIs}, edited ${edited}, thrown away ${discarded}, no reply yet ${open}`,
    as_is: 'Used as is',
    edited: 'Edited',
    discarded: 'Thrown away',
    open: 'No reply yet',
  },
});
