import type { AiCap } from '#contract/ai-names.ts';
import { MAX_ID } from '#contract/scalars.ts';
import { formatCompact } from '#src/format/compact.ts';
import { formatExactUsd, formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { type NumberKind, numberText, readNumber } from '#src/format/typed-number.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { numberProblem } from '#src/forms/number-field.tsx';
import { formatLocale } from '#src/i18n/locale.ts';
import { messages } from './messages.ts';

/** An amount of a cap: USD, tokens or calls. */
export type Amount = number | bigint;

export const KINDS: Readonly<Record<AiCap, NumberKind>> = {
  budget: 'money',
  daily_tokens: 'whole',
  minute_calls: 'whole',
};
const HOUR_MS = 3_600_000;
const SOON_MS = 6 * HOUR_MS;
const DAYS_MS = 48 * HOUR_MS;
const MINUTE_MS = 60_000;

/** 600 and 600n are one amount. */
export function isSameAmount(a: Amount | null, b: Amount | null): boolean {
  return String(a) === String(b);
}

/** So many digits a number keeps, wherever its decimals begin. */
const MAX_DIGITS = 15;

/**
 * The amount of a decimal text, as the history has them; null where it is none that a cap can be. Tokens
 * and calls are whole, and what a number could not hold is a bigint: no digit is lost.
 */
export function amountOf(cap: AiCap, plain: string): Amount | null {
  if (!/^[0-9]+(\.[0-9]+)?$/.test(plain)) return null;
  const isWhole = !plain.includes('.');
  if (cap !== 'budget') return isWhole && BigInt(plain) <= MAX_ID ? BigInt(plain) : null;
  if (plain.replace('.', '').replace(/^0+/, '').length <= MAX_DIGITS) return Number(plain);
  return isWhole ? BigInt(plain) : null;
}

export type TypedAmount =
  | { readonly kind: 'empty' }
  | { readonly kind: 'amount'; readonly amount: Amount }
  /** With what may be entered instead. */
  | { readonly kind: 'wrong'; readonly problem: string };

/** The amount that was typed. @param otherwise what may be entered instead of no number at all */
export function readAmount(cap: AiCap, text: string, otherwise: string = messages.form.otherwise): TypedAmount {
  const read = readNumber(text, KINDS[cap]);
  if (read.kind === 'empty') return read;
  const amount = read.kind === 'number' ? amountOf(cap, read.plain) : null;
  if (amount !== null) return { kind: 'amount', amount };
  const tooLong = cap === 'budget' ? messages.form.digits(MAX_DIGITS) : messages.form.atMost(formatCount(MAX_ID));
  return { kind: 'wrong', problem: numberProblem(text, KINDS[cap], otherwise) ?? tooLong };
}

/** The nearest amount that can be set: whole cents, whole tokens, whole calls. */
export function roundAmount(cap: AiCap, value: number): Amount {
  return cap === 'budget' ? Math.round(value * 100) / 100 : BigInt(Math.round(value));
}

/** The step of 1, 2 or 5 and zeros that is at least this; whole where the cap counts something, and never below a cent. */
export function niceStep(least: number, cap: AiCap): number {
  const smallest = cap === 'budget' ? 0.01 : 1;
  const power = 10 ** Math.floor(Math.log10(Math.max(least, smallest)));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10;
  return Math.max(smallest, step * power);
}

/** An amount that is used or left: "$460.82", "1.09 M", "11". */
export function formatUse(cap: AiCap, amount: Amount): string {
  if (cap === 'budget') return formatUsd(Number(amount));
  return cap === 'daily_tokens' ? formatCompact(amount) : formatCount(amount);
}

/** A limit: as `formatUse`, without cents where there are none. */
export function formatLimit(cap: AiCap, limit: Amount): string {
  return isWholeUsd(cap, limit) ? formatWholeUsd(limit) : formatUse(cap, limit);
}

function isWholeUsd(cap: AiCap, amount: Amount): boolean {
  return cap === 'budget' && Number.isInteger(Number(amount));
}

/** A limit, or the words for none. */
export function formatCap(cap: AiCap, limit: Amount | null): string {
  return limit === null ? messages.noCap : formatLimit(cap, limit);
}

/** Every digit, for where rounding hides some. */
export function formatExact(cap: AiCap, amount: Amount): string {
  return cap === 'budget' ? formatExactUsd(amount) : formatCount(amount);
}

/** The text of a field that holds an amount. */
export function fieldText(cap: AiCap, amount: Amount): string {
  return numberText(amount, KINDS[cap]);
}

/** A limit with its period: "$400 a month". */
export function formatRate(cap: AiCap, limit: Amount): string {
  return messages.rate[cap](formatLimit(cap, limit), Number(limit));
}

const WORDS = [
  { from: 1e12, word: 'trillion' },
  { from: 1e9, word: 'billion' },
  { from: 1e6, word: 'million' },
] as const;
const upToThree = new Intl.NumberFormat(formatLocale(), { maximumSignificantDigits: 3 });

/** "6.6 million", with at most three digits that count; null below a million, whose digits are read at a glance. */
export function formatInWords(n: number | bigint): string | null {
  const rounded = Number(Number(n).toPrecision(3));
  const step = WORDS.find(({ from }) => rounded >= from);
  return step === undefined ? null : `${upToThree.format(rounded / step.from)} ${step.word}`;
}

/** What was understood of a typed amount, to the last digit: "6.6 million tokens a day (6,600,000)". */
export function formatEcho(cap: AiCap, amount: Amount): string {
  const exact = isWholeUsd(cap, amount) ? formatWholeUsd(amount) : formatExact(cap, amount);
  const words = cap === 'budget' ? null : formatInWords(amount);
  const rate = messages.rate[cap](words ?? exact, Number(amount));
  return words === null ? rate : messages.inDigits(rate, exact);
}

/** "14:00 UTC on 23 Nov", to five minutes within six hours, to the hour within two days, beyond it "23 Nov": an estimate is not to the minute. */
export function formatAbout(ms: number, nowMs: number): string {
  // The end of a day belongs to it.
  if (ms - nowMs > DAYS_MS) return formatUtcDay(new Date(ms - 1).toISOString().slice(0, 10));
  const step = ms - nowMs < SOON_MS ? 5 * MINUTE_MS : HOUR_MS;
  const iso = new Date(Math.round(ms / step) * step).toISOString();
  return messages.moment(iso.slice(11, 16), formatUtcDay(iso.slice(0, 10)));
}

/** "13 Nov, 09:12 UTC". */
export function formatStamp(utc: string): string {
  const iso = new Date(utc).toISOString();
  return messages.stamp(formatUtcDay(iso.slice(0, 10)), iso.slice(11, 16));
}
