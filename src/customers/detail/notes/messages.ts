import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  title: 'Notes',
  name: 'Notes',
  count: (n: number) => plural(n, { one: '1 note', other: `${n} notes` }),
  hint: 'Only your team sees notes.',
  empty: 'No notes yet. Write down what the next person should know.',
  label: 'New note',
  placeholder: 'What should the next person know?',
  add: 'Add note',
  added: 'Note added',
  draft: 'Not saved yet. This tab remembers it.',
  discard: 'Discard',
  failed: (why: string) => `The note was not added. ${why}`,
  field: 'Note',
  remove: (author: string, when: string) => `Delete note by ${author} of ${when}`,
  removed: 'Note deleted',
  removeFailed: (why: string) => `The note was not deleted. ${why}`,
  undoFailed: (why: string) => `The note was not brought back. ${why}`,
  addUndoFailed: (why: string) => `The note was not taken back. ${why}`,
  putBack: 'It stands under the name of your token now',
  more: 'Show more',
  moreFailed: 'The older notes did not load.',
  retry: 'Try again',
});
