import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  star: (n: string) => `Star #${n}`,
  starred: (n: string) => `#${n} has a star`,
  unstarred: (n: string) => `#${n} has no star any more`,
  max: (n: number) => `You have ${n} stars, and more are not kept. Take one away first.`,
  failed: (n: string, why: string) => `The star of #${n} is as it was: ${why}`,
});
