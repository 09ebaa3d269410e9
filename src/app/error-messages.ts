import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  partTitle: 'A part of the page could not be loaded',
  partText: 'Support Console was updated since this page was opened, or the service does not answer.',
  reload: 'Reload',
});
