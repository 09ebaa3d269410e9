import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  cancel: 'Cancel',
  optional: 'optional',
  count: (used: string, max: string) => `${used} of ${max} characters`,
});
