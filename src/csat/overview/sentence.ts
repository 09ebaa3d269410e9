import type { CsatDefinition, CsatSummary } from '#contract/csat-reports.ts';
import { formatValue, verdictOf } from '#src/csat/figures.ts';
import { messages as page } from '#src/csat/messages.ts';
import { daysBetween } from '#src/format/days.ts';
import { formatCount } from '#src/format/number.ts';
import { formatZoneDays } from '#src/panels/window-text.ts';
import { messages } from './messages.ts';

const says = messages.says;

/** The scores that a share counts: "4 or 5", "5". */
export function countedScores(definition: CsatDefinition, goodFrom: number): string {
  if (definition === 'share_top' || goodFrom === 5) return '5';
  return goodFrom === 4 ? page.fourOrFive : page.scores(String(goodFrom), '5');
}

/**
 * How it stands and whether that is a change: "4.31 of 5 from 412 answers, 27 Oct to 25 Nov, Europe/Berlin. 4.20 from 398
 * in the 30 days before: within noise."
 */
export function sentenceOf(summary: CsatSummary): string {
  const { definition, good_from: goodFrom, value, responses, previous, from, to, zone } = summary;
  const window = formatZoneDays({ from, to }, zone);
  const answers = page.answers(responses, formatCount(responses));
  const days = page.days(daysBetween(from, to));
  const now =
    value === null
      ? says.none(window)
      : definition === 'mean'
        ? says.mean(formatValue(definition, value), answers, window)
        : says.share(formatValue(definition, value), countedScores(definition, goodFrom), answers, window);
  if (previous.value === null) return `${now} ${says.nothingBefore(days)}`;
  const before = says.before(formatValue(definition, previous.value), formatCount(previous.responses), days);
  const verdict = verdictOf(summary);
  return `${now} ${verdict === 'none' ? says.beforeOnly(before) : says[verdict](before)}`;
}
