import { defineMessages } from '#src/i18n/messages.ts';

/** Of the sheet of keyboard shortcuts. */
export const messages = defineMessages({
  title: 'Keyboard shortcuts',
  then: 'then',
  off: 'Letter keys are switched off.',
  on: 'Letter keys are on.',
  change: 'Change keys',
  turnOn: 'Switch them on',
  turnOff: 'Switch them off',
});
