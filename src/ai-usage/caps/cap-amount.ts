import type { AiCap } from '#contract/ai-names.ts';
import { formatCompact } from '#src/format/compact.ts';
import { formatExactUsd, formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import type { Amount } from './cap-draft.ts';
import { messages } from './messages.ts';

const HOUR_MS = 3_600_000;
const SOON_MS = 6 * HOUR_MS;
const MINUTE_MS = 60_000;

/** What is used, or left: "$460.82", "1.09 M", "11". */
export function formatUse(cap: AiCap, amount: Amount): string {
  if (cap === 'budget') return formatUsd(Number(amount));
  return cap === 'daily_tokens' ? formatCompact(amount) : formatCount(amount);
}

/** A limit: as `formatUse`, without cents where there are none. */
export function formatLimit(cap: AiCap, amount: Amount): string {
  if (cap === 'budget' && Number.isInteger(Number(amount))) return formatWholeUsd(Number(amount));
  return formatUse(cap, amount);
}

/** A limit, or the words for none. */
export function formatCap(cap: AiCap, limit: Amount | null): string {
  return limit === null ? messages.noCap : formatLimit(cap, limit);
}

/** Every digit, for where rounding hides some. */
export function formatExact(cap: AiCap, amount: Amount): string {
  return cap === 'budget' ? formatExactUsd(Number(amount)) : formatCount(amount);
}

/** What a field of an amount begins with. */
export function fieldText(cap: AiCap, amount: Amount): string {
  return cap === 'budget' ? String(amount) : formatCount(amount);
}

/** A limit with its period: "$400 a month". */
export function formatRate(cap: AiCap, limit: Amount): string {
  return messages.rate[cap](formatLimit(cap, limit));
}

/** "14:00 UTC on 23 Nov", to five minutes within six hours, to the hour beyond: an estimate is not to the minute. */
export function formatAbout(ms: number, nowMs: number): string {
  const step = ms - nowMs < SOON_MS ? 5 * MINUTE_MS : HOUR_MS;
  return formatMoment(Math.round(ms / step) * step);
}

/** "09:12 UTC on 13 Nov". */
export function formatMoment(ms: number): string {
  const iso = new Date(ms).toISOString();
  return messages.moment(iso.slice(11, 16), formatUtcDay(iso.slice(0, 10)));
}

/** "13 Nov, 09:12 UTC". */
export function formatStamp(utc: string): string {
  const iso = new Date(utc).toISOString();
  return messages.stamp(formatUtcDay(iso.slice(0, 10)), iso.slice(11, 16));
}
