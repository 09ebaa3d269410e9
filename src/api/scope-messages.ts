import { defineMessages } from '#src/i18n/messages.ts';

/** Apart from the texts of failures, which no page begins with. */
export const messages = defineMessages({
  needsScope: (scope: string) => `This token lacks the scope ${scope}.`,
});
