import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  file: 'csat low scores',
  title: 'Low scores to follow up',
  note: (window: string) => `0 to 2, ${window}`,
  states: 'State',
  state: (word: string, n: string) => `${word} ${n}`,
  of: (number: string) => `State of ${number}`,
  keys: 'Keys: C contacted, O reopen, X ignored, Enter opens the ticket.',
  opens: 'Reopened (opens the ticket)',
  by: (by: string, when: string) => `${by}, ${when}`,
  done: {
    none: (number: string) => `${number} is back to do`,
    contacted: (number: string) => `${number}: customer contacted`,
    reopened: (number: string) => `${number} reopened`,
    ignored: (number: string) => `${number} ignored`,
  },
  failed: (number: string, why: string) => `The state of ${number} was not changed. ${why}`,
  conflict: (number: string, state: string, by: string) => `Not changed: ${by} has just set ${number} to ${state}.`,
  someone: 'someone else',
  retry: 'Retry',
  undone: (number: string) => `${number} restored`,
  undoFailed: (number: string, why: string) => `${number} was not restored. ${why}`,
  empty: {
    none: { title: 'Nothing to follow up', text: 'No score of 0 to 2 is waiting in these days.' },
    contacted: { title: 'No customer contacted yet', text: 'Press C on a low score to mark its customer contacted.' },
    reopened: { title: 'No ticket reopened', text: 'Press O on a low score to open its ticket again.' },
    ignored: { title: 'Nothing ignored', text: 'Press X on a low score that needs no answer.' },
  },
  longer: 'Show 90 days',
});
