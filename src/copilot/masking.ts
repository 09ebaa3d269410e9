export const MASKED_KINDS = ['card', 'email', 'phone'] as const;
export type MaskedKind = (typeof MASKED_KINDS)[number];

/** A detail that is replaced before a text goes to the AI provider. */
export interface Masked {
  readonly kind: MaskedKind;
  /** As it was first written. */
  readonly value: string;
  /** Such as `[phone 1]`. */
  readonly placeholder: string;
}

interface Found {
  readonly kind: MaskedKind;
  readonly value: string;
  readonly start: number;
}

const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
/** Digits with at most one separator between two of them. */
const DIGITS = /\d(?:[ \u00a0.-]?\d){12,}/g;
const PHONE = /(?:\+|\()?\d(?:[ \u00a0.()/-]{0,3}\d){6,14}/g;
const DATE = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})\b/;
const PLACEHOLDER = /\[(card|email|phone) (\d+)\]/gi;

/** Email addresses, card numbers by their checksum, and phone numbers of a text, in its order. */
export function findDetails(text: string): readonly Found[] {
  const found: Found[] = [];
  let rest = text;
  const take = (kind: MaskedKind, start: number, length: number): void => {
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

/**
 * The details of texts with their placeholders. One that is written twice has one placeholder; placeholders that people
 * wrote themselves are not used, since they would be filled in the answer.
 */
export function listMasked(texts: readonly string[]): readonly Masked[] {
  const all = texts.join('\n').toLowerCase();
  const masked = new Map<string, Masked>();
  const last: Record<MaskedKind, number> = { card: 0, email: 0, phone: 0 };
  for (const { kind, value } of texts.flatMap(findDetails)) {
    if (masked.has(keyOf(kind, value))) continue;
    do last[kind] += 1;
    while (all.includes(`[${kind} ${last[kind]}]`));
    masked.set(keyOf(kind, value), { kind, value, placeholder: `[${kind} ${last[kind]}]` });
  }
  return [...masked.values()];
}

function keyOf(kind: MaskedKind, value: string): string {
  return `${kind} ${kind === 'email' ? value.toLowerCase() : value.replaceAll(/\D/g, '')}`;
}

/** Replaces these details in a text. */
export function mask(text: string, masked: readonly Masked[]): string {
  const byKey = new Map(masked.map((one) => [keyOf(one.kind, one.value), one.placeholder]));
  let out = '';
  let from = 0;
  for (const { kind, value, start } of findDetails(text)) {
    const placeholder = byKey.get(keyOf(kind, value));
    if (placeholder === undefined) continue;
    out += text.slice(from, start) + placeholder;
    from = start + value.length;
  }
  return out + text.slice(from);
}

/** Replaces the placeholders of an answer by their details; unknown ones stay. */
export function unmask(text: string, masked: readonly Masked[]): string {
  const byPlaceholder = new Map(masked.map(({ placeholder, value }) => [placeholder, value]));
  return text.replaceAll(PLACEHOLDER, (written) => byPlaceholder.get(written.toLowerCase()) ?? written);
}
