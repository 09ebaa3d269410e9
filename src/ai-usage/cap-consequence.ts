import { defineMessages } from '#src/i18n/messages.ts';

/**
 * What the two actions of a cap do, as the ends of a sentence that begins with the cap: "The soft cap warns and does not
 * stop calls." The service enforces them, so this is its promise and stands in one place.
 */
export const capConsequence = defineMessages({
  softText: 'warns and does not stop calls',
  hardText: 'stops AI calls when a cap is reached',
});
