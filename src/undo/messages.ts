import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  undoneChange: (text: string) => `Undone: ${text}`,
  withRemark: (text: string, remark: string) => `${text}. ${remark}`,
  undoLast: 'Undo the last change',
  nothingToUndo: 'Nothing to undo',
  title: 'Undo history',
  lead: 'What you changed in this tab, newest first. A change can be undone for 24 hours.',
  keywords: 'undo take back revert changes history',
  none: 'You have not changed anything in this tab yet.',
  undo: 'Undo',
  again: 'Retry',
  backTo: (n: number, count: string) =>
    plural(n, { one: 'Undo this and the newer one', other: `Undo this and the ${count} newer ones` }),
  all: (n: number, count: string) => plural(n, { one: 'Undo 1 change', other: `Undo all ${count} changes` }),
  withLater: 'This also undoes your later change to this ticket.',
  states: {
    undoing: 'Undoing',
    undone: 'Undone',
    kept: 'Changed by someone since, so it stayed as it was.',
    failed: 'Not undone',
    stays: 'Sent. It cannot be undone.',
  },
  progress: (n: number, count: string) => plural(n, { one: 'Undoing 1 change', other: `Undoing ${count} changes` }),
  left: (n: number, count: string) =>
    plural(n, { one: '1 change can be undone.', other: `${count} changes can be undone.` }),
  nothingLeft: 'There is nothing left to undo.',
});
