import type { AiCap } from '#contract/ai-names.ts';
import { MAX_ID } from '#contract/scalars.ts';
import { formatCompact, formatCount } from '#src/format/number.ts';
import { formatExactUsd, formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { type NumberKind, numberText, readNumber } from '#src/format/typed-number.ts';
import { formatUtcDay } from '#src/format/days.ts';
import { numberProblem } from '#src/forms/number-field.tsx';
import { messages } from './messages.ts';

/** An amount of a cap: USD, tokens or calls. */
export type Amount = number | bigint;

export const KINDS: Readonly<Record<AiCap, NumberKind>> = {
  budget: 'money',
  daily_tokens: 'whole',
  minute_calls: 'whole',
};

/** 600 and 600n are one amount. */
export function isSameAmount(a: Amount | null, b: Amount | null): boolean {
  return String(a) === String(b);
}

/** Digits that a number keeps, wherever its decimals begin. */
const MAX_DIGITS = 15;

/** The amount of a decimal text of the history; null where no cap can have it. A bigint where a number would lose digits. */
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

/** Reads a typed amount. */
export function readAmount(cap: AiCap, text: string): TypedAmount {
  const read = readNumber(text, KINDS[cap]);
  if (read.kind === 'empty') return read;
  const amount = read.kind === 'number' ? amountOf(cap, read.plain) : null;
  if (amount !== null) return { kind: 'amount', amount };
  const tooLong = cap === 'budget' ? messages.form.digits(MAX_DIGITS) : messages.form.atMost(formatCount(MAX_ID));
  return { kind: 'wrong', problem: numberProblem(text, KINDS[cap], messages.form.otherwise) ?? tooLong };
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

/** A typed amount as it was understood, to the last digit: "6,600,000 tokens a day". */
export function formatEcho(cap: AiCap, amount: Amount): string {
  const exact = isWholeUsd(cap, amount) ? formatWholeUsd(amount) : formatExact(cap, amount);
  return messages.rate[cap](exact, Number(amount));
}

/** "13 Nov, 09:12 UTC". */
export function formatStamp(utc: string): string {
  const iso = new Date(utc).toISOString();
  return messages.stamp(formatUtcDay(iso.slice(0, 10)), iso.slice(11, 16));
}
