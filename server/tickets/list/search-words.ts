import { foldedText, otherSpelling, plainText } from '#contract/folded-text.ts';
import { codePoints } from '#contract/scalars.ts';

/** A word of the search box: long ones may occur anywhere, short ones in ticket numbers or as a whole tag. */
export interface SearchWord {
  /** Without accents. */
  readonly text: string;
  /** Found as a whole word too. */
  readonly other: string | null;
  /** As it was written, in lower case: tags are compared so. */
  readonly tag: string;
  readonly isLong: boolean;
}

/** Words shorter than a trigram can not be found by the index, and would match almost everything. */
const LONG = 3;

/** Splits `q` at white space, without regard to case, accents and repetition. */
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

/** The text that `q` is matched against, without the ticket number, which only the database knows at creation. */
export function searchText(parts: readonly (string | null)[]): string {
  return parts
    .filter((part) => part !== null)
    .filter((part) => part !== '')
    .map((part) => ` ${foldedText(part)} `)
    .join('\n');
}
