import { codePoints } from '#contract/scalars.ts';
import type { Country } from '#contract/dialling.ts';
import { otherSpelling, plainText } from '#contract/folded-text.ts';
import { phoneKey } from '#contract/contact-keys.ts';

interface SoughtWord {
  /** Without accents. */
  readonly text: string;
  /** Found as a whole word too. */
  readonly other: string | null;
  /** As it was written, in lower case: the key of an email keeps its accents. */
  readonly written: string;
  readonly isLong: boolean;
}

/** A parsed search for customers. See docs/api.md, "Finding customers". */
export interface IdentitySearch {
  /** Words that must all occur. Short ones only begin a word: they hold no trigram that an index knows. */
  readonly words: readonly SoughtWord[];
  /**
   * The digits of the whole text where it can be a phone, however written: as they stand, and as they match by the country
   * of the site; a plus is left out, as people do.
   */
  readonly phones: readonly string[];
}

const LONG = 3;
const PHONE = /^[\s+0-9.\-/\u2010\u2011()[\]]+$/;
const MIN_DIGITS = 3;

/** Null where nothing is asked for: a text of blanks finds everybody. */
export function readIdentitySearch(q: string, country: Country | null): IdentitySearch | null {
  const texts = new Set(
    q
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== ''),
  );
  if (texts.size === 0) return null;
  const words = [...texts].map((written) => {
    const text = plainText(written);
    return { text, other: otherSpelling(text), written, isLong: codePoints(text) >= LONG };
  });
  return { words, phones: digitsOf(q, country) };
}

function digitsOf(q: string, country: Country | null): string[] {
  if (!PHONE.test(q)) return [];
  const all = [phoneKey(q, null), phoneKey(q, country)].map((key) => key?.replaceAll('+', '') ?? '');
  return [...new Set(all)].filter((digits) => digits.length >= MIN_DIGITS);
}
