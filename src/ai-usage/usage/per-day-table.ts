import type { DaySum } from '#src/ai-usage/figures/usage-sums.ts';
import { shareOf } from '#src/ai-usage/figures/usd.ts';
import type { FeatureSum } from '#src/ai-usage/figures/usage-sums.ts';
import { addDays, type UsageWindow } from '#src/ai-usage/usage-window.ts';
import type { ChartTable } from '#src/charts/chart-types.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { messages } from './messages.ts';
import type { WindowFigures } from './use-window-figures.ts';
import { windowText } from '#src/ai-usage/window-text.ts';

type Window = Pick<UsageWindow, 'from' | 'to'>;

/** Every day with its figures; the cost of each feature too where the service says it. */
export function perDayTable({ days, features }: WindowFigures, window: Window): ChartTable {
  const { day, cost, calls, tokens } = messages.perDay.columns;
  const shown = features.filter(({ details, ...sum }) => details !== null && sum.calls > 0);
  return {
    caption: messages.perDay.label.cost(windowText(window)),
    fileName: fileName('daily', window),
    columns: [
      { key: 'date_utc', label: day, isNumber: false },
      { key: 'cost_usd', label: cost, isNumber: true },
      { key: 'calls', label: calls, isNumber: true },
      { key: 'tokens', label: tokens, isNumber: true },
      ...shown.map(({ feature }) => ({ key: `cost_usd_${feature}`, label: `${cost}, ${feature}`, isNumber: true })),
    ],
    rows: days.map((sum) => [
      { shown: formatUtcDay(sum.date), exact: sum.date },
      usdCell(sum.costUsd),
      { shown: formatCount(sum.calls), exact: sum.calls },
      { shown: formatCount(sum.tokens), exact: sum.tokens },
      ...shown.map(({ feature }) => usdCell(costOf(sum, feature))),
    ]),
  };
}

/** Every feature with its figures, as rows of a file. */
export function featureFile({ features }: WindowFigures, window: Window) {
  const withDetails = features.every(({ details }) => details !== null);
  const more = ['refused', 'unpriced_calls', 'input_tokens', 'output_tokens', 'p50_ms', 'p95_ms'];
  return {
    name: `${fileName('by-feature', window)}.csv`,
    columns: [
      ...['from_utc', 'to_utc', 'feature', 'cost_usd', 'calls', 'tokens', 'cache_hits', 'cache_hit_rate', 'errors'],
      ...['error_rate', 'mean_latency_ms'],
      ...(withDetails ? more : []),
    ],
    rows: features.map((sum) => [
      window.from,
      addDays(window.to, -1),
      sum.feature,
      sum.costUsd,
      sum.calls,
      sum.tokens,
      sum.cacheHits,
      shareOf(sum.cacheHits, sum.calls),
      sum.errors,
      shareOf(sum.errors, sum.calls),
      sum.calls === 0 ? null : sum.meanLatencyMs,
      ...(withDetails ? detailCells(sum) : []),
    ]),
  };
}

function detailCells({ details, latency }: FeatureSum): (number | bigint | null)[] {
  if (details === null) return [];
  return [
    details.refused,
    details.unpricedCalls,
    details.inputTokens,
    details.outputTokens,
    latency?.p50Ms ?? null,
    latency?.p95Ms ?? null,
  ];
}

/** The days as rows of a file. */
export function dailyFile(figures: WindowFigures, window: Window) {
  const { columns, rows, fileName: name } = perDayTable(figures, window);
  return {
    name: `${name}.csv`,
    columns: columns.map(({ key }) => key),
    rows: rows.map((cells) => cells.map(({ exact }) => exact)),
  };
}

function fileName(what: string, { from, to }: Window): string {
  return `ai-usage-${what}-${from}-to-${addDays(to, -1)}-utc`;
}

function costOf({ byFeature }: DaySum, feature: string): number {
  return byFeature?.get(feature)?.costUsd ?? 0;
}

function usdCell(usd: number) {
  return { shown: formatUsd(usd), exact: usd };
}
