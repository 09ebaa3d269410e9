import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  cancel: 'Cancel',
  showSecret: (name: string) => `Show ${name}`,
  hideSecret: (name: string) => `Hide ${name}`,
  optional: 'optional',
  count: (used: string, max: string) => `${used} of ${max} characters`,
  /** Without a full stop: behind a number it could be a part of it. */
  like: (example: string) => `Write it like ${example}`,
  whole: 'Enter a whole number.',
});
