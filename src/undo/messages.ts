import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  undoneChange: (text: string) => `Undone: ${text}`,
  withRemark: (text: string, remark: string) => `${text}. ${remark}`,
  undoLast: 'Undo the last change',
  nothingToUndo: 'Nothing to undo',
  undo: 'Undo',
});
