import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  label: 'Reply or note',
  text: 'The message',
  kinds: 'Reply or note',
  public: 'Public reply',
  internal: 'Internal note',
  hasDraft: 'has a draft',
  to: (name: string) => `to ${name} by`,
  toNobody: 'by',
  channel: (word: string) => `Channel: ${word}`,
  chooseChannel: 'Channel of the reply',
  lastUsed: 'last used',
  hint: {
    public: 'The customer can read it on the portal page. No email is sent.',
    internal: 'Only your team can read it.',
  },
  placeholder: { public: 'Write a reply', internal: 'Write a note for your team' },
  send: { public: 'Send reply', internal: 'Add note' },
  sendAndResolve: { public: 'Send and resolve', internal: 'Add and resolve' },
  anyway: 'Send anyway',
  discard: 'Discard',
  discarded: { public: 'Reply discarded', internal: 'Note discarded' },
  sent: { public: (n: string) => `Reply to #${n} sent`, internal: (n: string) => `Note added to #${n}` },
  sentAndResolved: {
    public: (n: string) => `Reply sent, #${n} resolved`,
    internal: (n: string) => `Note added, #${n} resolved`,
  },
  stays: { public: 'The reply has already been sent.', internal: 'The note is kept.' },
  arrived: {
    public: (n: string) => `The reply to #${n} had already been sent`,
    internal: (n: string) => `The note on #${n} had already been added`,
  },
  left: {
    public: (n: string) => `The reply to #${n} was not sent. Its draft is kept.`,
    internal: (n: string) => `The note on #${n} was not added. Its draft is kept.`,
  },
  draft: {
    none: '',
    kept: (time: string) => `Draft kept in this browser, ${time}`,
    memory: 'This browser cannot store drafts. This one lasts until you close the tab.',
    restored: (time: string) => `Draft from ${time} restored`,
    elsewhere: (time: string) => `Changed in another tab, ${time}`,
    sending: { public: 'Sending the reply', internal: 'Adding the note' },
  },
  count: (n: string, max: string) => `${n} of ${max} characters`,
  tooMany: (n: number, count: string) =>
    plural(n, { one: '1 character too many', other: `${count} characters too many` }),
  why: {
    empty: 'There is nothing to send yet.',
    offline: 'Not sent: you are offline. The draft is kept.',
    wait: (seconds: number) => plural(seconds, { one: 'Wait 1 second.', other: `Wait ${seconds} seconds.` }),
  },
  failed: { public: 'The reply was not sent', internal: 'The note was not added' },
  unknown: {
    public: 'It is not clear whether the reply was sent',
    internal: 'It is not clear whether the note was added',
  },
  unknownText: 'Send it again: it will not be sent twice. Your text is kept.',
  textKept: 'Your text is kept.',
  request: (id: string) => `Request ${id}`,
  copyRequest: 'Copy request id',
  offline: 'You are offline. You can keep writing: the draft is kept, and nothing is sent until you are back online.',
  answered: (name: string, time: string) => `${name} answered at ${time}.`,
  wrote: (name: string, time: string) => `${name} wrote at ${time}.`,
  andMore: (n: number) => plural(n, { one: 'And 1 more message.', other: `And ${n} more messages.` }),
  read: 'Read it before you send.',
  keys: { group: 'Ticket', send: 'Send', resolve: 'Send and resolve' },
  conflict: {
    notSent: { public: 'Your reply was not sent.', internal: 'Your note was not added.' },
    notSentWith: {
      public: (status: string) => `Your reply was not sent and the status was not set to ${status}.`,
      internal: (status: string) => `Your note was not added and the status was not set to ${status}.`,
    },
  },
});
