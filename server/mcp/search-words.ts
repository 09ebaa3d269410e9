import { isPhone } from '#contract/contact-keys.ts';
import { plainText } from '#contract/folded-text.ts';
import { codePoints } from '#contract/scalars.ts';
import { fieldError } from '#server/operation/field-errors.ts';

/** A search of tickets, and the words that were left out of it. */
interface Search {
  readonly q: string;
  readonly ignored: readonly string[];
}

/** Shorter words match only ticket numbers and whole tags: docs/api.md, "Finding tickets". */
const LONG = 3;

/**
 * Words of a sentence as the ticket search can use them. Every word must occur, so one "is" or "E14?" would find nothing: leaves
 * out punctuation at the ends of words, short words, and short numbers unless there is nothing else.
 * @throws ApiError bad_field if no word remains; an empty search would match every ticket
 */
export function searchable(q: string): Search {
  if (isPhone(q)) return { q, ignored: [] };
  const words = q
    .split(/\s+/)
    .map((word) => word.replace(/^\p{P}+|\p{P}+$/gu, ''))
    .filter((word) => word !== '');
  const long = words.filter((word) => codePoints(plainText(word)) >= LONG);
  const kept = long.length > 0 ? long : words.filter((word) => /^\d+$/.test(word));
  if (kept.length === 0) {
    throw fieldError('q', `needs a word of at least ${LONG} characters or a number; tag finds a shorter tag`);
  }
  return { q: kept.join(' '), ignored: words.filter((word) => !kept.includes(word)) };
}
