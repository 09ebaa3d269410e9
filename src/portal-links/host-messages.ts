import { defineMessages } from '#src/i18n/messages.ts';

/** Of the palette's line, which every page has: the rest of the room's texts comes with the dialog. */
export const messages = defineMessages({
  issue: 'Issue portal link',
  keywords: 'portal token share access email customer',
});
