import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

/** Words of taking a merge back, from its toast, the history of changes or its receipt. */
export const messages = defineMessages({
  merged: (from: string, into: string) => `${from} merged into ${into}`,
  receipt: 'Receipt',
  failed: (why: string) => `The merge was not undone. ${why}`,
  retry: 'Retry',
  kept: (n: number, count: string, into: string) =>
    plural(n, {
      one: `1 thing that came since stays with ${into}`,
      other: `${count} things that came since stay with ${into}`,
    }),
  already: 'It was undone already.',
  tooLate: 'The 30 days to undo it are over.',
  gone: 'There is no receipt of it any more.',
});
