import { defineMessages } from '#src/i18n/messages.ts';

/** Apart from the form's texts: the button is there before anything of the form is. */
export const messages = defineMessages({ title: 'New ticket' });
