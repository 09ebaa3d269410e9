import { defineMessages } from '#src/i18n/messages.ts';

/** Of the toast that offers an undo, which every page needs; those of the history come with it. */
export const messages = defineMessages({
  undo: 'Undo',
  undoneChange: (text: string) => `Undone: ${text}`,
  history: 'Undo history',
  withRemark: (text: string, remark: string) => `${text}. ${remark}`,
  nothingToUndo: 'Nothing to undo',
});
