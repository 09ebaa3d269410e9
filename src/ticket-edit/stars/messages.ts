import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  star: (n: string) => `Star #${n}`,
  starred: (n: string) => `#${n} starred`,
  unstarred: (n: string) => `#${n} unstarred`,
  max: (n: number) => `You can star at most ${n} tickets. Remove a star first.`,
  failed: (n: string, why: string) => `Could not change the star of #${n}: ${why}`,
});
