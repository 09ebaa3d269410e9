import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  partTitle: 'A part of the page could not be loaded',
  partText: 'Support Console has been updated since you opened this page, or the service is not answering.',
  reload: 'Reload',
});
