import { formatLocale } from '#src/i18n/locale.ts';

/**
 * `money` may have decimals and a currency sign, `percent` a percent sign, `whole` digits alone. Money has its own
 * separators.
 */
export type NumberKind = 'whole' | 'percent' | 'money';

export type TypedNumber =
  | { readonly kind: 'empty' }
  /** Digits, with a dot before decimals, as addresses and the API have them. */
  | { readonly kind: 'number'; readonly plain: string }
  /** `form`: separators where the locale has none. `decimals`: of what is counted whole. `text`: no number at all. */
  | { readonly kind: 'wrong'; readonly why: 'form' | 'decimals' | 'text' };

/** Reads a number as the page writes those of its kind. A separator that could mean two things is refused, never guessed. */
export function readNumber(text: string, kind: NumberKind): TypedNumber {
  const { signs, notations } = readerOf(kind);
  const typed = normal(text).trim();
  if (typed === '') return { kind: 'empty' };
  const bare = withoutSign(typed, signs);
  for (const notation of notations) {
    const { integer = '', decimals = '' } = notation.pattern.exec(bare)?.groups ?? {};
    if (integer === '' && decimals === '') continue;
    if (kind !== 'money' && decimals !== '') return { kind: 'wrong', why: 'decimals' };
    const before = digitsOf(integer, notation).replace(/^0+(?=.)/, '');
    const after = digitsOf(decimals, notation).replace(/0+$/, '');
    return { kind: 'number', plain: after === '' ? before : `${before === '' ? '0' : before}.${after}` };
  }
  return { kind: 'wrong', why: ATTEMPT.test(bare) ? 'form' : 'text' };
}

/** A number as a field begins with it: with every digit and no sign, so that `readNumber` reads the same number again. */
export function numberText(value: number | bigint, kind: NumberKind): string {
  return written(value, kind, {});
}

/** "1,500.50" for money, else "1,500": with each separator that the locale has. */
export function numberExample(kind: NumberKind): string {
  return written(kind === 'money' ? 1_500.5 : 1_500, kind, { useGrouping: 'always' });
}

/** Ten digits of a locale, with the separators that it writes between them. */
interface Notation {
  readonly digits: readonly string[];
  /** A number, with its decimals apart. */
  readonly pattern: RegExp;
}

/** A text that may be meant as a number: digits of any language, and any separators. */
const ATTEMPT = /^[ .,'٫٬]*\p{Nd}[\p{Nd} .,'٫٬]*$/u;

interface Reader {
  readonly notations: readonly Notation[];
  /** Signs before or after the number. */
  readonly signs: readonly string[];
}

const readers = new Map<NumberKind, Reader>();

function readerOf(kind: NumberKind): Reader {
  let reader = readers.get(kind);
  if (reader === undefined) {
    // Every keyboard has 0 to 9. A locale with other digits writes them with other separators.
    reader = { notations: [notationOf(kind, {}), notationOf(kind, { numberingSystem: 'latn' })], signs: signsOf(kind) };
    readers.set(kind, reader);
  }
  return reader;
}

/** Long enough for groups of every size: "12,34,567" in India. */
const LONG = 123_456_789.5;

function notationOf(kind: NumberKind, options: Intl.NumberFormatOptions): Notation {
  const parts = formatterOf(kind, { ...options, useGrouping: 'always' }).formatToParts(LONG);
  const separator = (type: string) => normal(parts.find((part) => part.type === type)?.value ?? '');
  const sizes = parts.filter(({ type }) => type === 'integer').map(({ value }) => [...value].length);
  const [middle = 3, last = 3] = sizes.slice(-2);
  const { format } = formatterOf('whole', options);
  const digits = Array.from({ length: 10 }, (_, digit) => format(digit));
  const digit = `[${digits.join('')}]`;
  // A blank between groups means nothing else in any language.
  const group = `(?<group>[ ${separator('group')}])`;
  const grouped = `${digit}{1,${middle}}${group}(?:${digit}{${middle}}\\k<group>)*${digit}{${last}}`;
  const decimals = `[${separator('decimal')}](?<decimals>${digit}+)`;
  return {
    digits,
    pattern: new RegExp(`^(?<integer>${grouped}|${digit}*)(?:${decimals})?$`, 'u'),
  };
}

/** The digits of a number as 0 to 9, without what is between them. */
function digitsOf(text: string, { digits }: Notation): string {
  return [...text].flatMap((character) => (digits.includes(character) ? digits.indexOf(character) : [])).join('');
}

function signsOf(kind: NumberKind): readonly string[] {
  if (kind === 'whole') return [];
  const isMoney = kind === 'money';
  const format = isMoney ? formatterOf(kind, {}) : new Intl.NumberFormat(formatLocale(), { style: 'percent' });
  const own = format.formatToParts(1).filter(({ type }) => type === 'currency' || type === 'percentSign');
  return [...own.map(({ value }) => normal(value)), isMoney ? '$' : '%'];
}

function withoutSign(text: string, signs: readonly string[]): string {
  const before = signs.find((sign) => text.startsWith(sign));
  if (before !== undefined) return text.slice(before.length).trim();
  const after = signs.find((sign) => text.endsWith(sign));
  return after === undefined ? text : text.slice(0, -after.length).trim();
}

/** Without a currency sign, and with cents where there are any. */
function written(value: number | bigint, kind: NumberKind, options: Intl.NumberFormatOptions): string {
  const hasCents = kind === 'money' && Number(value) % 1 !== 0;
  return formatterOf(kind, { ...options, minimumFractionDigits: hasCents ? 2 : 0 })
    .formatToParts(value)
    .filter(({ type }) => type !== 'currency' && type !== 'literal')
    .map(({ value: part }) => part)
    .join('');
}

/** With one kind of blank and one apostrophe, and without marks that only turn the direction of a text. */
function normal(text: string): string {
  return text
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/\s/g, ' ')
    .replaceAll('’', "'");
}

const MONEY = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;

function formatterOf(kind: NumberKind, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const exact = { minimumFractionDigits: 0, maximumFractionDigits: 20, ...options };
  return new Intl.NumberFormat(formatLocale(), kind === 'money' ? { ...MONEY, ...exact } : exact);
}
