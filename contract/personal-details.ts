/** Kinds of personal details that are recognised by their form. */
export type DetailKind = 'card' | 'email' | 'phone';

interface FoundDetail {
  readonly kind: DetailKind;
  readonly value: string;
  readonly start: number;
}

const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
/** Digits with at most one separator between two of them. */
const DIGITS = /\d(?:[ \u00a0.-]?\d){12,}/g;
const PHONE = /(?:\+|\()?\d(?:[ \u00a0.()/-]{0,3}\d){6,14}/g;
const DATE = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})\b/;

/** Email addresses, card numbers by their checksum, and phone numbers of a text, in its order. */
export function findDetails(text: string): readonly FoundDetail[] {
  const found: FoundDetail[] = [];
  let rest = text;
  const take = (kind: DetailKind, start: number, length: number): void => {
    found.push({ kind, value: text.slice(start, start + length), start });
    // Blanks of the same length, so that the next search does not find it again.
    rest = rest.slice(0, start) + '\n'.repeat(length) + rest.slice(start + length);
  };
  for (const match of text.matchAll(EMAIL)) take('email', match.index, match[0].length);
  for (const match of rest.matchAll(DIGITS))
    for (const [from, to] of cardsIn(match[0])) take('card', match.index + from, to - from);
  for (const match of rest.matchAll(PHONE)) if (isPhone(rest, match)) take('phone', match.index, match[0].length);
  return found.toSorted((a, b) => a.start - b.start);
}

/** The ranges of card numbers in a run of digits, which may begin with other numbers. */
function cardsIn(run: string): readonly (readonly [number, number])[] {
  const at = [...run.matchAll(/\d/g)].map(({ index }) => index);
  const digits = at.map((index) => Number(run[index]));
  const cards: (readonly [number, number])[] = [];
  for (let first = 0; first + 13 <= digits.length; first += 1) {
    // A number begins and ends where its digits do.
    if (first > 0 && at[first] === (at[first - 1] ?? 0) + 1) continue;
    for (let last = Math.min(first + 19, digits.length); last >= first + 13; last -= 1) {
      const end = (at[last - 1] ?? 0) + 1;
      if (at[last] === end || !hasChecksum(digits.slice(first, last))) continue;
      cards.push([at[first] ?? 0, end]);
      first = last - 1;
      break;
    }
  }
  return cards;
}

/** The checksum of Luhn. */
function hasChecksum(digits: readonly number[]): boolean {
  const sum = digits.toReversed().reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** An order or serial number has no sign of a phone number: a plus, a zero, brackets or groups. */
function isPhone(text: string, match: RegExpExecArray): boolean {
  const [value] = match;
  const before = text[match.index - 1] ?? ' ';
  const after = text[match.index + value.length] ?? ' ';
  if (/[\p{L}\p{N}]/u.test(before + after) || DATE.test(value)) return false;
  const groups = value.split(/[^\d]+/).filter((group) => group !== '');
  return /^[+(0]/.test(value) || (groups.length >= 3 && groups.every((group) => group.length >= 2));
}
