import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lowerBoundMs } from '#contract/ai-latency.ts';
import { Count } from '#src/ai-usage/figure-cells.tsx';
import { colourOf } from '#src/ai-usage/figures/feature-series.ts';
import { shareOf } from '#src/ai-usage/figures/usd.ts';
import type { FeatureSum, UsageSum } from '#src/ai-usage/figures/usage-sums.ts';
import { useHasReports } from '#src/ai-usage/queries.ts';
import {
  DEFAULT_SORT,
  type CallsSearch,
  type UsageSearch,
  type FeatureColumn,
  type FeatureSort,
  type Metric,
} from '#src/ai-usage/search.ts';
import type { TabProps } from '#src/ai-usage/tab-props.ts';
import type { UsageWindow } from '#src/ai-usage/usage-window.ts';
import { windowText } from '#src/ai-usage/window-text.ts';
import { SWATCH } from '#src/charts/chart-colours.ts';
import { formatCompact, formatPercent } from '#src/format/compact.ts';
import { formatLatency } from '#src/format/latency.ts';
import { formatExactUsd, formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';
import { metricOf, valueOf } from './metric-switch.tsx';

const texts = messages.feature;

type Value = string | number | bigint | null;

interface Column {
  readonly key: FeatureColumn;
  /** Needs more room than the panel has beside another: without it the tokens say it when they are pointed at. */
  readonly isWide?: boolean;
  /** The value that is sorted by; null is not known, and stands last. */
  readonly value: (sum: UsageSum) => Value;
  readonly show: (sum: UsageSum) => ReactNode;
  /** Narrows the calls of a feature to those that the cell counts. */
  readonly filter?: CallsSearch;
}

/** Amber and red for shares of errors. */
const AMBER = 0.02;
const RED = 0.05;
/** Of fewer calls a rate says little. */
const MIN_CALLS = 50;

const percent = (share: number | null): string => (share === null ? texts.none : formatPercent(share));
const cacheShare = ({ cacheHits, calls }: UsageSum) => shareOf(cacheHits, calls);
const errorRate = ({ errors, calls }: UsageSum) => shareOf(errors, calls);

/** The columns behind the name of the feature. */
function columnsOf(hasReports: boolean, metric: Metric, total: UsageSum): readonly Column[] {
  const metricShare = (sum: UsageSum) => shareOf(valueOf(metric, sum), valueOf(metric, total));
  const ofUsage: Column[] = [
    {
      key: 'cost',
      value: ({ costUsd }) => costUsd,
      show: ({ costUsd }) => <span title={formatExactUsd(costUsd)}>{formatUsd(costUsd)}</span>,
    },
    { key: 'share', value: metricShare, show: (sum) => percent(metricShare(sum)) },
    { key: 'calls', value: ({ calls }) => calls, show: ({ calls }) => formatCount(calls) },
    { key: 'tokens', value: ({ tokens }) => tokens, show: (sum) => <Tokens sum={sum} /> },
    {
      key: 'cache',
      value: cacheShare,
      show: (sum) => <span title={formatCount(sum.cacheHits)}>{percent(cacheShare(sum))}</span>,
    },
    { key: 'errors', value: errorRate, show: (sum) => <ErrorRate sum={sum} />, filter: { status: 'error' } },
    {
      key: 'mean',
      value: ({ calls, meanLatencyMs }) => (calls === 0 ? null : meanLatencyMs),
      show: ({ calls, meanLatencyMs }) => (calls === 0 ? texts.none : formatLatency(meanLatencyMs)),
    },
  ];
  if (!hasReports) return ofUsage;
  return [
    ...ofUsage,
    { key: 'p50', value: (sum) => sortedMs(sum, 'p50Ms'), show: (sum) => <Percentile sum={sum} name="p50Ms" /> },
    { key: 'p95', value: (sum) => sortedMs(sum, 'p95Ms'), show: (sum) => <Percentile sum={sum} name="p95Ms" /> },
    {
      key: 'refused',
      value: ({ details }) => details?.refused ?? null,
      show: ({ details }) => formatCount(details?.refused ?? 0),
      filter: { status: 'refused' },
    },
    {
      key: 'input',
      isWide: true,
      value: ({ details }) => details?.inputTokens ?? null,
      show: ({ details }) => <Count count={details?.inputTokens ?? 0n} />,
    },
    {
      key: 'output',
      isWide: true,
      value: ({ details }) => details?.outputTokens ?? null,
      show: ({ details }) => <Count count={details?.outputTokens ?? 0n} />,
    },
  ];
}

interface FeatureTableProps extends TabProps<UsageSearch> {
  readonly features: readonly FeatureSum[];
  readonly total: UsageSum;
  readonly window: UsageWindow;
}

/** Every figure of each feature. Sorted by any column; a row opens the calls that it counts. */
export function FeatureTable({ features, total, window, search, go }: FeatureTableProps) {
  const hasReports = useHasReports();
  const metric = metricOf(search);
  const sort: FeatureSort = search.sort ?? DEFAULT_SORT;
  const columns = columnsOf(hasReports, metric, total);
  // The column that the table is sorted by is always there.
  const shown = ({ key, isWide }: Column): string =>
    isWide === true && sort !== key && sort !== `-${key}` ? 'hidden @[880px]:table-cell' : '';
  const toCalls = (feature: string, filter: CallsSearch = {}): CallsSearch => ({
    from: window.from,
    to: window.to,
    feature,
    ...filter,
  });
  const headProps = {
    sort,
    onSort: (next: FeatureSort) => go({ ...search, sort: next === DEFAULT_SORT ? undefined : next }, { replace: true }),
  };
  return (
    <div className="@container mt-1 overflow-x-auto max-md:-mx-4 max-md:px-4">
      <table className="w-full whitespace-nowrap tabular-nums">
        <caption className="sr-only">{texts.caption(windowText(window))}</caption>
        <thead>
          <tr className="border-b border-line text-12 text-ink-3">
            <SortHeader {...headProps} column="feature" label={texts.columns.feature} />
            {columns.map((column) => (
              <SortHeader
                key={column.key}
                {...headProps}
                column={column.key}
                label={column.key === 'share' ? texts.shareOf[metric] : texts.columns[column.key]}
                className={shown(column)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sortFeatures(features, columns, sort).map((sum) => (
            <tr key={sum.feature} className="relative border-b border-line hover:bg-hover">
              <th scope="row" className="min-h-8 py-1.5 pe-3 text-start font-normal">
                <span className={`me-2 inline-block size-2 rounded-[2px] ${SWATCH[colourOf(sum.feature)]}`} />
                {hasReports ? (
                  <Link
                    to="/ai/usage/calls"
                    search={toCalls(sum.feature)}
                    title={texts.callsOf(sum.feature)}
                    className="text-ink no-underline after:absolute after:inset-0"
                  >
                    {sum.feature}
                  </Link>
                ) : (
                  sum.feature
                )}
              </th>
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={`py-1.5 ps-2.5 text-end ${column.key === 'cost' ? 'font-medium' : ''} ${shown(column)}`}
                >
                  {hasReports && column.filter !== undefined && Boolean(column.value(sum)) ? (
                    // Above the link of the row, which covers it.
                    <Link
                      to="/ai/usage/calls"
                      search={toCalls(sum.feature, column.filter)}
                      title={(column.key === 'errors' ? texts.errorsOf : texts.refusedOf)(sum.feature)}
                      className="hit relative z-10 text-inherit underline decoration-line-strong"
                    >
                      {column.show(sum)}
                    </Link>
                  ) : (
                    column.show(sum)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-medium">
            <th scope="row" className="py-1.5 pe-3 text-start font-medium">
              {texts.total}
            </th>
            {columns.map((column) => (
              <td key={column.key} className={`py-1.5 ps-2.5 text-end ${shown(column)}`}>
                {column.show(total)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** The features in the chosen order; what is not known stands last in either direction. */
function sortFeatures(
  features: readonly FeatureSum[],
  columns: readonly Column[],
  sort: FeatureSort,
): readonly FeatureSum[] {
  const isDescending = sort.startsWith('-');
  const column = columns.find(({ key }) => sort === key || sort === `-${key}`);
  const of = (sum: FeatureSum): Value => (column === undefined ? sum.feature : column.value(sum));
  return features.toSorted((a, b) => {
    const [left, right] = [of(a), of(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (left === right) return 0;
    return left < right === isDescending ? 1 : -1;
  });
}

interface SortHeaderProps {
  readonly column: FeatureColumn;
  readonly label: string;
  readonly sort: FeatureSort;
  readonly className?: string;
  readonly onSort: (sort: FeatureSort) => void;
}

/** Names begin with A, figures with the largest; pressed again it is the other way round. */
function SortHeader({ column, label, sort, className = '', onSort }: SortHeaderProps) {
  const isFeature = column === 'feature';
  const order = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined;
  const first: FeatureSort = isFeature ? column : `-${column}`;
  const second: FeatureSort = isFeature ? `-${column}` : column;
  return (
    <th
      scope="col"
      aria-sort={order}
      className={`font-normal ${isFeature ? 'pe-3 text-start' : 'ps-2.5 text-end'} ${className}`}
    >
      <button
        type="button"
        className={`hit relative inline-flex min-h-8 items-center gap-0.5 whitespace-normal hover:text-ink ${
          isFeature ? 'text-start' : 'text-end'
        } ${order === undefined ? '' : 'font-medium text-ink'}`}
        onClick={() => onSort(sort === first ? second : first)}
      >
        {label}
        {order === undefined ? null : <Icon name={order === 'ascending' ? 'chevron-up' : 'chevron-down'} size={14} />}
      </button>
    </th>
  );
}

function Tokens({ sum: { tokens, details } }: { readonly sum: UsageSum }) {
  const all = formatCount(tokens);
  const parts =
    details === null ? '' : `: ${texts.parts(formatCount(details.inputTokens), formatCount(details.outputTokens))}`;
  return <span title={`${all}${parts}`}>{formatCompact(tokens)}</span>;
}

function ErrorRate({ sum }: { readonly sum: UsageSum }) {
  const rate = errorRate(sum);
  const isQuiet = rate === null || sum.calls < MIN_CALLS || rate < AMBER;
  const tone = isQuiet ? '' : `font-medium ${rate < RED ? 'text-warn-text' : 'text-danger-text'}`;
  return (
    <span className={tone} title={formatCount(sum.errors)}>
      {percent(rate)}
    </span>
  );
}

/** Beyond the last bound is longer than any that is known. */
function sortedMs({ calls, latency }: UsageSum, name: 'p50Ms' | 'p95Ms'): number | null {
  return latency === undefined || calls === 0 ? null : (latency[name] ?? Infinity);
}

function Percentile({ sum: { calls, latency }, name }: { readonly sum: UsageSum; readonly name: 'p50Ms' | 'p95Ms' }) {
  if (latency === undefined || calls === 0) return texts.none;
  const ms = latency[name];
  if (ms === null) {
    const longest = formatLatency(lowerBoundMs(null));
    return <span title={texts.longerThanText(longest)}>{texts.longerThan(longest)}</span>;
  }
  const shown = formatLatency(ms);
  return latency.isEstimate ? <span title={texts.estimate}>{messages.strip.approximately(shown)}</span> : shown;
}
