import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  cancel: 'Cancel',
  showSecret: (name: string) => `Show ${name}`,
  hideSecret: (name: string) => `Hide ${name}`,
  optional: 'optional',
  count: (used: string, max: string) => `${used} of ${max} characters`,
  /** No full stop: after a number it could be read as part of it. */
  like: (example: string) => `Write it like ${example}`,
  whole: 'Enter a whole number.',
  expiresAfter: 'Expires after',
  days: 'days',
  dayPresets: 'Days until it expires',
  daysRange: (max: string) => `Enter 1 to ${max} days.`,
  expiresOn: (instant: string) => `On ${instant}.`,
});
