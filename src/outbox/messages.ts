import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  counting: {
    public: (seconds: number) => `Reply goes in ${seconds} s`,
    internal: (seconds: number) => `Note goes in ${seconds} s`,
  },
  sending: { public: 'Sending reply', internal: 'Adding note' },
  outgoing: { public: (n: string) => `Reply to #${n}`, internal: (n: string) => `Note on #${n}` },
  waiting: 'Messages waiting to be sent',
  undo: 'Undo',
  sendNow: 'Send now',
  back: {
    public: (n: string) => `The reply to #${n} is back in its draft`,
    internal: (n: string) => `The note on #${n} is back in its draft`,
  },
  sent: { public: (n: string) => `Reply to #${n} sent`, internal: (n: string) => `Note added to #${n}` },
  sentAndResolved: {
    public: (n: string) => `Reply sent, #${n} resolved`,
    internal: (n: string) => `Note added, #${n} resolved`,
  },
  /** Beside the offer to undo the status. */
  willStay: { public: 'The reply stays sent if you undo.', internal: 'The note stays if you undo.' },
  left: {
    public: (n: string) => `The reply to #${n} was not sent. Its draft is kept.`,
    internal: (n: string) => `The note on #${n} was not added. Its draft is kept.`,
  },
});
