import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  loading: (panel: string) => `Loading ${panel}`,
  failed: (panel: string) => `${panel} could not be loaded`,
  why: (title: string, text: string) => `${title}. ${text}`,
});
