import { foldedText, otherSpelling, plainText } from '#contract/folded-text.ts';
import { codePoints } from '#contract/scalars.ts';

/** A word of the search box. Long words match anywhere, short ones match ticket numbers or whole tags. */
export interface SearchWord {
  /** Without accents. */
  readonly text: string;
  /** Another spelling, matched as a whole word. */
  readonly other: string | null;
  /** As written, in lower case, for comparing tags. */
  readonly tag: string;
  readonly isLong: boolean;
}

/** The trigram index cannot find shorter words, and they would match almost everything. */
const LONG = 3;

/** Splits `q` at white space, in lower case and without duplicates. */
export function searchWords(q: string): SearchWord[] {
  const words = new Set(
    q
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== ''),
  );
  return [...words].map((tag) => {
    const text = plainText(tag);
    return { text, other: otherSpelling(text), tag, isLong: isLongWord(text) };
  });
}

export function isLongWord(text: string): boolean {
  return codePoints(text) >= LONG;
}

/** Builds the text that `q` is matched against. For a new ticket the insert adds the number, which it allocates. */
export function searchText(parts: readonly (string | null)[]): string {
  return parts
    .filter((part) => part !== null)
    .filter((part) => part !== '')
    .map((part) => ` ${foldedText(part)} `)
    .join('\n');
}
