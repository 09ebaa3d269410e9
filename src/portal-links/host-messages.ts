import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({ issue: 'Issue portal link', keywords: 'token share access email customer' });
