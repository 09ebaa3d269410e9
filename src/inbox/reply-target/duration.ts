import { MAX_REPLY_TARGET_MINUTES } from '#contract/ticket-names.ts';
import { formatCount } from '#src/format/number.ts';
import { numberText, readNumber } from '#src/format/typed-number.ts';
import { messages } from './messages.ts';

/** A duration as it is typed. */
export interface TypedDuration {
  readonly hours: string;
  readonly minutes: string;
}

/** Minutes that the slider stops at: closer together where a minute matters more. */
export const STOPS: readonly number[] = [
  5, 10, 15, 20, 30, 45, 60, 90, 120, 150, 180, 240, 300, 360, 480, 600, 720, 960, 1_440, 1_920, 2_400, 2_880, 4_320,
];

/** The stop that is nearest, as its place. */
export function nearestStop(minutes: number): number {
  const distance = (at: number) => Math.abs((STOPS[at] ?? 0) - minutes);
  return STOPS.reduce((best, _, at) => (distance(at) < distance(best) ? at : best), 0);
}

export function typedOf(minutes: number): TypedDuration {
  return { hours: numberText(Math.floor(minutes / 60), 'whole'), minutes: numberText(minutes % 60, 'whole') };
}

/** An empty field is 0; null for what is no target. */
export function minutesOf({ hours, minutes }: TypedDuration): number | null {
  const [h, m] = [readCount(hours), readCount(minutes)];
  if (h === null || m === null) return null;
  const total = h * 60 + m;
  return total >= 1 && total <= MAX_REPLY_TARGET_MINUTES ? total : null;
}

function readCount(text: string): number | null {
  const read = readNumber(text, 'whole');
  if (read.kind === 'empty') return 0;
  return read.kind === 'number' ? Number(read.plain) : null;
}

/** "4 h", "1 h 30 min", "45 min". */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return messages.min(formatCount(rest));
  const inHours = messages.h(formatCount(hours));
  return rest === 0 ? inHours : messages.both(inHours, messages.min(formatCount(rest)));
}
