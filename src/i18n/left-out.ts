import { defineMessages } from './messages.ts';

const { readOnly } = defineMessages({ readOnly: 'The page around this frame doesn’t allow changes.' });

/** As a `disabledReason`, of what is never possible on this page: buttons and menus leave it out, all others say it. */
export const LEFT_OUT: string = readOnly;
