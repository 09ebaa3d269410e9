import { defineMessages } from '#src/i18n/messages.ts';

/** Words that the list, the page of one customer and merging share. */
export const messages = defineMessages({
  title: 'Customers',
  identity: (id: string) => `Identity ${id}`,
});
