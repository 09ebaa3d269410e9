import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  title: 'Edit customer',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  save: 'Save',
  cancel: 'Cancel',
  keepOne: 'Keep an email or a phone: without both nobody can be matched to this customer.',
  nothing: 'Nothing was changed.',
  saved: (name: string) => `${name} saved`,
  undoFailed: (name: string, why: string) => `The change of ${name} was not taken back. ${why}`,
  failed: (why: string) => `Not saved. ${why}`,
  request: (id: string) => `Request ${id}`,
  conflict: {
    title: 'Somebody else changed this customer meanwhile',
    line: (field: string, value: string) => `${field} is now ${value}.`,
    empty: 'empty',
    mine: (field: string) => `Keep my ${field}`,
    theirs: (field: string) => `Take their ${field}`,
    mineShort: 'Keep mine',
    theirsShort: 'Take theirs',
    first: 'Decide first what becomes of the fields that somebody else changed.',
  },
  taken: {
    email: 'This email belongs to',
    phone: 'This phone belongs to',
    owner: (name: string, id: string) => `${name} (${id})`,
    merge: 'Merge them?',
  },
  guard: {
    title: 'Discard these changes?',
    text: 'What you changed will be lost.',
    discard: 'Discard',
    keep: 'Keep editing',
  },
});
