import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  undoneChange: (text: string) => `Undone: ${text}`,
  withRemark: (text: string, remark: string) => `${text}. ${remark}`,
  undoLast: 'Undo the last change',
  nothingToUndo: 'Nothing to undo',
  title: 'Undo history',
  lead: 'Your changes in this tab, newest first. You can undo a change for 24 hours; sent replies and notes stay.',
  keywords: 'undo take back revert changes history',
  none: 'No changes in this tab yet.',
  undo: 'Undo',
  again: 'Retry',
  backTo: (n: number, count: string) =>
    plural(n, { one: 'Undo this and the newer one', other: `Undo this and the ${count} newer ones` }),
  all: (n: number, count: string) => plural(n, { one: 'Undo 1 change', other: `Undo all ${count} changes` }),
  withLater: 'Also undoes your later change to this ticket',
  states: {
    undoing: 'Undoing',
    undone: 'Undone',
    kept: 'Not undone: someone has changed it since.',
    failed: 'Not undone',
  },
  progress: (n: number, count: string) => plural(n, { one: 'Undoing 1 change', other: `Undoing ${count} changes` }),
  left: (n: number, count: string) =>
    plural(n, { one: '1 change can be undone.', other: `${count} changes can be undone.` }),
  nothingLeft: 'Nothing left to undo.',
});
