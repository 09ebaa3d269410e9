import { messages } from './messages.ts';

/** As a `disabledReason`, of what is never possible on this page: buttons and menus leave it out, all others say it. */
export const LEFT_OUT: string = messages.readOnly;
