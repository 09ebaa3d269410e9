import { defineMessages } from '#src/i18n/messages.ts';

/** Of a row, and of the keys that are there before the verbs: loaded with the list, the others after it. */
export const messages = defineMessages({
  star: (n: string) => `Star #${n}`,
  starred: (n: string) => `#${n} starred`,
  unstarred: (n: string) => `#${n} unstarred`,
  max: (n: number) => `You can star at most ${n} tickets. Remove a star first.`,
  notStarred: (n: string, why: string) => `Could not change the star of #${n}: ${why}`,
});
