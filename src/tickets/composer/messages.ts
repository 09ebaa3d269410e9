import { defineMessages, plural } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  label: 'Reply or note',
  text: 'The message',
  kinds: 'Reply or note',
  public: 'Public reply',
  internal: 'Internal note',
  hasDraft: 'has a draft',
  loggedAs: 'Logged as',
  channel: (word: string) => `Channel: ${word}`,
  chooseChannel: 'Channel of the reply',
  noChannel: 'Channel of the reply: last used',
  lastUsed: 'last used',
  hint: {
    public: 'Shown on the customer portal only. Nothing is emailed.',
    internal: 'Only your team can read it.',
  },
  placeholder: { public: 'Write a reply', internal: 'Write a note for your team' },
  send: { public: 'Send reply', internal: 'Add note' },
  sendAndResolve: { public: 'Send and resolve', internal: 'Add and resolve' },
  anyway: 'Send anyway',
  discard: 'Discard',
  discarded: { public: 'Reply discarded', internal: 'Note discarded' },
  arrived: {
    public: (n: string) => `The reply to #${n} was sent after all`,
    internal: (n: string) => `The note on #${n} was added after all`,
  },
  draft: {
    kept: (time: string) => `Draft saved in this browser, ${time}`,
    memory: 'This browser can’t store drafts. This one is lost when you close the tab.',
  },
  count: (n: string, max: string) => `${n} of ${max} characters`,
  tooMany: (n: number, count: string) =>
    plural(n, { one: '1 character too many', other: `${count} characters too many` }),
  savedReplies: {
    label: 'Saved replies',
    button: 'Saved reply',
    find: 'Find a saved reply',
    loading: 'Loading saved replies',
    failed: 'Saved replies couldn’t be loaded.',
    none: 'No saved replies yet.',
    noMatch: 'No saved reply has these words. Enter puts them into the text.',
    manage: 'Manage saved replies',
    inserted: (title: string) => `${title} inserted`,
  },
  open: (names: readonly string[], count: string) =>
    plural(names.length, {
      one: `${names.join(', ')} has no value. Replace it before you send.`,
      other: `${count} fields have no value: ${names.join(', ')}. Replace them before you send.`,
    }),
  why: {
    empty: 'Write something first.',
    wait: (seconds: number) => plural(seconds, { one: 'Wait 1 second.', other: `Wait ${seconds} seconds.` }),
  },
  failed: { public: 'The reply was not sent', internal: 'The note was not added' },
  unknown: {
    public: 'We couldn’t confirm that the reply was sent',
    internal: 'We couldn’t confirm that the note was added',
  },
  unknownText: 'Send it again; it won’t be sent twice. Your text is kept.',
  textKept: 'Your text is kept.',
  offline: 'You’re offline. Your text is kept until you can send it.',
  answered: (name: string, time: string) => `${name} answered at ${time}.`,
  wrote: (name: string, time: string) => `${name} wrote at ${time}.`,
  andMore: (n: number) => plural(n, { one: 'And 1 more message.', other: `And ${n} more messages.` }),
  read: 'Read it before you send.',
  keys: { group: 'Ticket', send: 'Send', resolve: 'Send and resolve', otherKind: 'Make it a note, or a reply' },
  conflict: {
    notSent: { public: 'Your reply was not sent.', internal: 'Your note was not added.' },
    notSentWith: {
      public: (status: string) => `Your reply was not sent and the status was not set to ${status}.`,
      internal: (status: string) => `Your note was not added and the status was not set to ${status}.`,
    },
  },
});
