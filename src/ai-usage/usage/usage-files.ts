import { csvFile } from '#contract/csv.ts';
import { shareOf } from '#contract/usd.ts';
import { messages as page } from '#src/ai-usage/messages.ts';
import type { DaySum } from '#src/ai-usage/figures/usage-sums.ts';
import type { AiSearch } from '#src/ai-usage/search.ts';
import { saveFile } from '#src/browser/save-file.ts';
import type { ChartTable } from '#src/charts/chart-types.ts';
import { addDays } from '#src/format/days.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import type { DayWindow } from '#src/panels/day-window.ts';
import type { PageFiles } from '#src/panels/page-actions.tsx';
import { formatUtcDays } from '#src/panels/window-text.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';
import { useLatencies, useShownWindow, useWindowFigures, withLatencies, type WindowFigures } from './window-figures.ts';

/** The figures on the screen as files, made of the very same rows. */
export function usePageFiles(search: AiSearch): PageFiles {
  const window = useShownWindow(search);
  const { data } = useWindowFigures(window);
  const latencies = useLatencies(window, data !== undefined);
  const days = page.days(window.days);
  const save = (makeFile: typeof dailyFile | typeof featureFile): void => {
    if (data === undefined) return;
    const { name, columns, rows } = makeFile({ ...data, features: withLatencies(data.features, latencies) }, window);
    saveFile(csvFile(columns, rows), name);
    announce(messages.export.done(name));
  };
  return {
    items: [
      { key: 'daily', label: messages.export.daily(days), onSelect: () => save(dailyFile) },
      { key: 'features', label: messages.export.features(days), onSelect: () => save(featureFile) },
    ],
    reason: data === undefined ? messages.export.waiting : undefined,
  };
}

type Window = Pick<DayWindow, 'from' | 'to'>;

/** Every day with its figures; the cost of each feature too where the service says it, and the number of calls without a price. */
export function perDayTable({ days, features, total }: WindowFigures, window: Window): ChartTable {
  const { day, cost, calls, tokens, unpriced: unpricedCalls } = messages.perDay.columns;
  const hasUnpriced = (total.details?.unpricedCalls ?? 0) > 0;
  const shown = features.filter((sum) => sum.details !== null && sum.calls > 0).map(({ feature }) => feature);
  const usdCell = (usd: number) => ({ shown: formatUsd(usd), exact: usd });
  const countCell = (n: number | bigint) => ({ shown: formatCount(n), exact: n });
  return {
    caption: messages.perDay.label.cost(formatUtcDays(window)),
    fileName: fileName('daily', window),
    columns: [
      { key: 'date_utc', label: day, isNumber: false },
      { key: 'cost_usd', label: cost, isNumber: true },
      { key: 'calls', label: calls, isNumber: true },
      { key: 'tokens', label: tokens, isNumber: true },
      ...shown.map((feature) => ({ key: `cost_usd_${feature}`, label: `${cost}, ${feature}`, isNumber: true })),
      ...(hasUnpriced ? [{ key: 'unpriced_calls', label: unpricedCalls, isNumber: true }] : []),
    ],
    // Hundreds of texts, for the few who look.
    get rows() {
      return days.map((sum) => [
        { shown: formatUtcDay(sum.date), exact: sum.date },
        usdCell(sum.costUsd),
        countCell(sum.calls),
        countCell(sum.tokens),
        ...shown.map((feature) => usdCell(sum.byFeature?.get(feature)?.costUsd ?? 0)),
        ...(hasUnpriced ? [countCell(unpricedOf(sum))] : []),
      ]);
    },
  };
}

function unpricedOf({ byFeature }: DaySum): number {
  return [...(byFeature?.values() ?? [])].reduce((sum, { details }) => sum + (details?.unpricedCalls ?? 0), 0);
}

/** The days as rows of a file. */
function dailyFile(figures: WindowFigures, window: Window) {
  const { columns, rows, fileName: name } = perDayTable(figures, window);
  return {
    name: `${name}.csv`,
    columns: columns.map(({ key }) => key),
    rows: rows.map((cells) => cells.map(({ exact }) => exact)),
  };
}

/** Every feature with its figures, as rows of a file. */
function featureFile({ features }: WindowFigures, window: Window) {
  const hasDetails = features.every(({ details }) => details !== null);
  const ofReports = ['refused', 'unpriced_calls', 'input_tokens', 'output_tokens', 'p50_ms', 'p95_ms'];
  return {
    name: `${fileName('by-feature', window)}.csv`,
    columns: [
      ...['from_utc', 'to_utc', 'feature', 'cost_usd', 'calls', 'tokens', 'cache_hits', 'cache_hit_rate', 'errors'],
      ...['error_rate', 'mean_latency_ms'],
      ...(hasDetails ? ofReports : []),
    ],
    rows: features.map(({ details, latency, ...sum }) => [
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
      ...(hasDetails && details !== null
        ? [details.refused, details.unpricedCalls, details.inputTokens, details.outputTokens]
        : []),
      ...(hasDetails ? [latency?.p50Ms ?? null, latency?.p95Ms ?? null] : []),
    ]),
  };
}

function fileName(what: string, { from, to }: Window): string {
  return `ai-usage-${what}-${from}-to-${addDays(to, -1)}-utc`;
}
