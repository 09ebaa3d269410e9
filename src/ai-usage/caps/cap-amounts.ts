import type { AiCap } from '#contract/ai-names.ts';
import { commaProblem, plainNumber, type NumberKind } from '#src/ai-usage/number-text.ts';
import { formatCompact } from '#src/format/compact.ts';
import { formatExactUsd, formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { messages } from './messages.ts';

/** An amount of a cap: USD, tokens or calls. */
export type Amount = number | bigint;

const KINDS: Readonly<Record<AiCap, NumberKind>> = { budget: 'money', daily_tokens: 'whole', minute_calls: 'whole' };
const HOUR_MS = 3_600_000;
const SOON_MS = 6 * HOUR_MS;
const DAYS_MS = 48 * HOUR_MS;
const MINUTE_MS = 60_000;

/** 600 and 600n are one amount. */
export function isSameAmount(a: Amount | null, b: Amount | null): boolean {
  return String(a) === String(b);
}

/** The digits of an amount that was typed; null where it is none. */
export function plainAmount(cap: AiCap, text: string): string | null {
  return plainNumber(text, KINDS[cap]);
}

/** The amount that was typed; null where it is none. Tokens and calls are whole and keep every digit. */
export function parseAmount(cap: AiCap, text: string): Amount | null {
  const plain = plainAmount(cap, text);
  if (plain === null) return null;
  if (cap === 'budget') return Number(plain);
  return /^[0-9]+$/.test(plain) ? BigInt(plain) : null;
}

/** Says what to type instead of an amount whose comma could mean another one. */
export function commaIn(cap: AiCap, text: string): string | undefined {
  return commaProblem(text, KINDS[cap]);
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
  if (cap === 'budget' && Number.isInteger(Number(limit))) return formatWholeUsd(Number(limit));
  return formatUse(cap, limit);
}

/** A limit, or the words for none. */
export function formatCap(cap: AiCap, limit: Amount | null): string {
  return limit === null ? messages.noCap : formatLimit(cap, limit);
}

/** Every digit, for where rounding hides some. */
export function formatExact(cap: AiCap, amount: Amount): string {
  return cap === 'budget' ? formatExactUsd(Number(amount)) : formatCount(amount);
}

/** The text of a field that holds an amount. */
export function fieldText(cap: AiCap, amount: Amount): string {
  return cap === 'budget' ? String(amount) : formatCount(amount);
}

/** A limit with its period: "$400 a month". */
export function formatRate(cap: AiCap, limit: Amount): string {
  return messages.rate[cap](formatLimit(cap, limit));
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
