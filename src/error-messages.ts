import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  updatedTitle: 'Support Console was updated',
  updatedText: 'This page belongs to the version before. Reload to go on with the new one.',
  reload: 'Reload',
});
