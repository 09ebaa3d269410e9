import { codePoints } from '#contract/scalars.ts';
import { phoneKey } from './contact-keys.ts';

/** What the search box of customers asks for. See docs/api.md, "Finding customers". */
export interface IdentitySearch {
  /** Lower-case words that must all occur. Short ones only begin a word: they hold no trigram that an index knows. */
  readonly words: readonly { readonly text: string; readonly isLong: boolean }[];
  /** The digits of the whole text where it can be a phone, however written; a plus is left out, as people do. */
  readonly phone: string | null;
}

const LONG = 3;
const PHONE = /^[\s+0-9.\-\u2010\u2011()[\]]+$/;
const MIN_DIGITS = 3;

/** Null where nothing is asked for: a text of blanks finds everybody. */
export function readIdentitySearch(q: string): IdentitySearch | null {
  const texts = new Set(
    q
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== ''),
  );
  if (texts.size === 0) return null;
  const words = [...texts].map((text) => ({ text, isLong: codePoints(text) >= LONG }));
  return { words, phone: digitsOf(q) };
}

function digitsOf(q: string): string | null {
  if (!PHONE.test(q)) return null;
  const digits = phoneKey(q)?.replaceAll('+', '') ?? '';
  return digits.length >= MIN_DIGITS ? digits : null;
}
