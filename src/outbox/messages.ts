import { defineMessages } from '#src/i18n/messages.ts';

/** Of a message that waits; with the rows of lists in the first file. */
export const messages = defineMessages({
  counting: {
    public: (seconds: number) => `Reply goes in ${seconds} s`,
    internal: (seconds: number) => `Note goes in ${seconds} s`,
  },
  sending: { public: 'Sending reply', internal: 'Adding note' },
  waiting: { public: 'Reply waits for a connection', internal: 'Note waits for a connection' },
});
