import { defineMessages, plural } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  log: 'Handoffs',
  since: (count: string, days: string) => `${count}, ${days}`,
  count: (n: number, shown: string) => plural(n, { one: '1 handoff', other: `${shown} handoffs` }),
  status: 'Status',
  all: 'All',
  reason: 'Reason',
  column: {
    who: 'Who',
    when: 'Handed over',
    reason: 'Reason',
    status: 'Status',
    wait: 'Waiting time',
    agent: 'Taken by',
    ticket: 'Ticket',
  },
  waitingFor: (age: string) => `${age} so far`,
  waitingSince: (time: string) => `Waiting since ${time}`,
  notTaken: 'Not taken',
  agentId: (id: string) => `Agent ${id}`,
  openConversation: (name: string) => `Open the conversation with ${name}`,
  file: 'handoffs',
  none: {
    title: 'No handoffs in these days',
    text: 'The AI passed no conversation to people. Choose more days to see earlier ones.',
    filtered: 'No handoffs match',
    filteredText: 'Remove a filter or choose more days.',
    clear: 'Remove the filters',
  },
  lead: {
    name: 'The share handed over',
    share: (handed: string, all: string, share: string) => `${handed} of ${all} conversations handed over, ${share}.`,
    none: 'No conversation began in these days.',
    before: (share: string, days: number) =>
      days === 1 ? `${share} the day before.` : `${share} in the ${days} days before.`,
    noBefore: 'There were none in the days before.',
    wait: (wait: string, before: string | null) =>
      before === null ? `Median wait ${wait}.` : `Median wait ${wait}, before ${before}.`,
    rose: (reason: string, more: string) => `The reason that grew most: “${reason}”, ${more} more than before.`,
  },
  trend: {
    title: 'Share handed over by day',
    label: (days: string) => `Share of conversations handed over by day, ${days}`,
    value: 'Handed over',
    /** With a no-break space, as percent has. */
    tick: (percent: string) => `${percent}\u00a0%`,
    count: 'Conversations',
    none: 'no conversation',
    columns: { day: 'Day', share: 'Share', handed: 'Handed over', wait: 'Median wait' },
  },
  reasons: {
    title: 'Reasons',
    note: 'beside the days before',
    name: 'Reasons of handoffs',
    reason: 'Reason',
    now: 'Now',
    before: 'Before',
    change: 'Change',
    show: (reason: string, n: number, count: string) =>
      plural(n, { one: `1 handoff with the reason ${reason}`, other: `${count} handoffs with the reason ${reason}` }),
    all: 'All reasons',
    none: 'No handoff in these days or the days before.',
  },
});
