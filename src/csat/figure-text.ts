import { COMPARABLE_ANSWERS, type CsatDefinition, type CsatSplit } from '#contract/csat-reports.ts';
import { formatPercent, formatCount } from '#src/format/number.ts';
import { channelWord, priorityWord } from '#src/format/ticket-words.ts';
import { formatLocale } from '#src/i18n/locale.ts';
import { messages, wordIn } from './messages.ts';

/** A part of a split of fewer answers is marked. */
export const FEW = 10;
/** A point of the trend of fewer answers is hollow. */
export const HOLLOW = 6;

const [two, one] = [numbers(2), numbers(1)];
const [signedTwo, signedOne] = [numbers(2, 'exceptZero'), numbers(1, 'exceptZero')];

function numbers(digits: number, signDisplay: 'auto' | 'exceptZero' = 'auto'): Intl.NumberFormat {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay };
  return new Intl.NumberFormat(formatLocale(), options);
}

/** "4.31", or "85.2 %" of a share. */
export function formatValue(definition: CsatDefinition, value: number): string {
  return definition === 'mean' ? two.format(value) : formatPercent(value);
}

/** A tick of an axis: "4.5", "75 %". */
export function formatTick(definition: CsatDefinition, value: number): string {
  return definition === 'mean' ? one.format(value) : messages.percent(formatCount(Math.round(value * 100)));
}

/** "+0.11", or "+3.1 points". */
export function formatChange(definition: CsatDefinition, change: number): string {
  return definition === 'mean' ? signedTwo.format(change) : messages.points(signedOne.format(change * 100));
}

/** The name of a definition: "Mean", "Share of 4 and 5". */
export function definitionName(definition: CsatDefinition, goodFrom: number): string {
  const { mean, share_good, share_top } = messages.definition.name;
  return { mean, share_good: share_good(goodFrom), share_top }[definition];
}

/** The score of some answers. */
interface Scored {
  readonly responses: number;
  readonly value: number | null;
}

/**
 * The change from one period to the next: `none` without answers on one side, `few` with too few on one of them. See
 * docs/figures.md, "CSAT".
 */
export function changeOf(now: Scored, before: Scored): number | 'few' | 'none' {
  if (now.value === null || before.value === null) return 'none';
  if (Math.min(now.responses, before.responses) < COMPARABLE_ANSWERS) return 'few';
  return now.value - before.value;
}

/** The ticks of an axis. That of a mean goes from 3 to 5 while no value is below 3. */
export function ticksOf(definition: CsatDefinition, values: readonly (number | null)[]): readonly number[] {
  if (definition !== 'mean') return [0, 0.25, 0.5, 0.75, 1];
  return values.some((value) => value !== null && value < 3) ? [0, 1, 2, 3, 4, 5] : [3, 3.5, 4, 4.5, 5];
}

/** A value of a split in words. */
export function keyWord(split: CsatSplit, key: string): string {
  if (split === 'priority') return priorityWord(key);
  if (split === 'channel') return channelWord(key);
  if (split === 'agent') return key === 'none' ? messages.unassigned : messages.agentId(key);
  return wordIn(messages[split], key);
}

/** "0 to 2", "5", "0, 5". */
export function scoresText(scores: readonly string[]): string {
  const ascending = scores.toSorted();
  const [low = '', high = low] = [ascending[0], ascending.at(-1)];
  const isRange = Number(high) - Number(low) === ascending.length - 1;
  return isRange ? messages.scores(low, high) : ascending.join(', ');
}
