import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lowerBoundMs, type LatencyBucket } from '#contract/ai-latency.ts';
import { shareOf } from '#contract/usd.ts';
import { Count, PRINTED_TABLE } from '#src/ai-usage/figure-cells.tsx';
import { featureColours, featureSeries, type ColourOf } from '#src/ai-usage/figures/feature-series.ts';
import type { FeatureSum, UsageSum } from '#src/ai-usage/figures/usage-sums.ts';
import { usageOptions, useHasReports } from '#src/ai-usage/queries.ts';
import {
  type UsageSearch,
  type TabProps,
  DEFAULT_SORT,
  FEATURE_COLUMNS,
  type CallsSearch,
  type FeatureColumn,
  type FeatureSort,
  type Metric,
} from '#src/ai-usage/search.ts';
import { UnpricedLine, type Unpriced, MoreUnpriced } from '#src/ai-usage/unpriced.tsx';
import { useShareFill, Swatch } from '#src/charts/swatch.tsx';
import { formatLatency, formatPercent, formatCompact } from '#src/format/compact.ts';
import { formatExactUsd, formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { isAhead, type DayWindow } from '#src/panels/day-window.ts';
import { messages as panels } from '#src/panels/page-messages.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { formatUtcDays } from '#src/panels/window-text.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ShareBar } from '#src/ui/share-bar.tsx';
import { Table, type Column } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import { MetricSwitch, metricOf, valueOf } from './metric-switch.tsx';
import { useLatencies, withLatencies, type ShownWindow, type WindowFigures } from './window-figures.ts';

interface FeaturePanelProps extends TabProps<UsageSearch> {
  readonly window: ShownWindow;
  readonly figures: UseQueryResult<WindowFigures>;
  /** Of the window. */
  readonly unpriced: Unpriced | null;
}

/** Header, bar, the six features, the total, the fold. */
const ROWS = 10;
const texts = messages.feature;

/** The figures of each feature in the window: one bar in the chosen metric, and all of them in a table. */
export function FeaturePanel({ window, figures, unpriced, search, go }: FeaturePanelProps) {
  return (
    <div className="min-w-0 flex-1">
      <Panel
        title={texts.title}
        note={formatUtcDays(window)}
        actions={<MetricSwitch search={search} go={go} />}
        resource={useHasReports() ? 'ai_reports' : 'ai_usage'}
      >
        <QueryState query={figures} name={texts.name} rows={ROWS}>
          {(data) => <Features search={search} go={go} data={data} window={window} unpriced={unpriced} />}
        </QueryState>
      </Panel>
    </div>
  );
}

interface FeaturesProps extends Omit<FeaturePanelProps, 'figures'> {
  readonly data: WindowFigures;
}

function Features({ data, window, unpriced, search, go }: FeaturesProps) {
  const latencies = useLatencies(window, true);
  const { features, total } = withLatencies(data, latencies);
  const metric = metricOf(search);
  const unpricedCalls = total.details?.unpricedCalls ?? 0;
  const { fill, patterns } = useShareFill();
  const month = useQuery(usageOptions()).data?.summary.unpriced_calls_month ?? 0;
  if (total.calls === 0 && (total.details?.refused ?? 0) === 0) {
    return isAhead(window, window.today) ? (
      <EmptyBlock icon="clock" title={panels.window.ahead} text={panels.window.aheadText} />
    ) : (
      <EmptyBlock icon="spark" title={texts.empty} text={texts.emptyText} />
    );
  }
  const values = new Map(features.map((sum) => [sum.feature, valueOf(metric, sum)]));
  const drawn = [...values].filter(([, value]) => value > 0).map(([feature]) => feature);
  const colourOf = featureColours(features);
  const segments = featureSeries(drawn, colourOf).map(({ key, feature, features: parts, colour }) => {
    const value = parts.reduce((sum, name) => sum + (values.get(name) ?? 0), 0);
    const share = formatPercent(shareOf(value, valueOf(metric, total)) ?? 0);
    return { key, text: texts.segment(feature ?? texts.other, share), value, fill: fill[colour] };
  });
  return (
    <>
      <div className="mt-2">
        {patterns}
        <ShareBar label={`${texts.bar[metric]}: ${segments.map(({ text }) => text).join(', ')}`} segments={segments} />
      </div>
      <FeatureTable
        colourOf={colourOf}
        features={features}
        total={total}
        window={window}
        unpriced={unpriced}
        search={search}
        go={go}
      />
      <UnpricedLine
        calls={unpricedCalls}
        unpriced={unpriced}
        // The sentence of the month has the choice where it speaks of such calls.
        onPrice={month > 0 ? undefined : (price) => go({ ...search, price })}
      />
      {total.details === null ? (
        <p className="mt-2 text-12 text-ink-3">{texts.withoutReports}</p>
      ) : (
        <LatencyFold buckets={latencies?.buckets ?? []} />
      )}
    </>
  );
}

/** The histogram that percentiles of many calls are read from. */
function LatencyFold({ buckets }: { readonly buckets: readonly LatencyBucket[] }) {
  const { summary, text, above, upTo, calls } = messages.latency;
  return (
    <details className="mt-2 text-12 text-ink-3">
      <summary className="min-h-6 cursor-pointer leading-6">{summary}</summary>
      <p className="max-w-measure">{text}</p>
      <ul className="mt-1.5 columns-2 md:columns-3">
        {buckets.map(({ le_ms, count }) => {
          const from = formatLatency(lowerBoundMs(le_ms));
          return (
            <li key={le_ms ?? 'above'} className="tabular-nums">
              {le_ms === null ? above(from) : upTo(from, formatLatency(le_ms))}
              {': '}
              <span className="text-ink-2">{calls(formatCount(count), count === 1)}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

type Value = string | number | bigint | null;

interface FigureColumn {
  readonly key: FeatureColumn;
  /** Needs more room than the panel has beside another: without it the tokens say it when they are pointed at. */
  readonly isWide?: boolean;
  /** Known after the others: it keeps the room that its figures take, so that nothing moves when they come. */
  readonly isLate?: boolean;
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
function columnsOf(hasReports: boolean, metric: Metric, total: UsageSum): readonly FigureColumn[] {
  const metricShare = (sum: UsageSum) => shareOf(valueOf(metric, sum), valueOf(metric, total));
  const ofUsage: FigureColumn[] = [
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
    ...(['p50', 'p95'] as const).map((key): FigureColumn => ({
      key,
      isLate: true,
      value: (sum) => sortedMs(sum, `${key}Ms`),
      show: (sum) => <Percentile sum={sum} name={`${key}Ms`} />,
    })),
    {
      key: 'refused',
      value: ({ details }) => details?.refused ?? null,
      show: ({ details }) => formatCount(details?.refused ?? 0),
      filter: { status: 'refused' },
    },
    ...(['input', 'output'] as const).map((key): FigureColumn => ({
      key,
      isWide: true,
      value: ({ details }) => details?.[`${key}Tokens` as const] ?? null,
      show: ({ details }) => <Count count={details?.[`${key}Tokens` as const] ?? 0n} />,
    })),
  ];
}

interface FeatureTableProps extends TabProps<UsageSearch> {
  readonly colourOf: ColourOf;
  readonly features: readonly FeatureSum[];
  readonly total: UsageSum;
  readonly window: DayWindow;
  /** What calls without a price would have cost; null without any. */
  readonly unpriced: Unpriced | null;
}

/** Every figure of each feature. Sorted by any column; a row opens the calls that it counts. */
function FeatureTable({ colourOf, features, total, window, unpriced, search, go }: FeatureTableProps) {
  const hasReports = useHasReports();
  const metric = metricOf(search);
  const sort: FeatureSort = search.sort ?? DEFAULT_SORT;
  const columns = columnsOf(hasReports, metric, total);
  const { from, to } = window;
  // The column that the table is sorted by is always there.
  const isNarrowed = ({ key, isWide }: FigureColumn) => isWide === true && sort !== key && sort !== `-${key}`;
  return (
    <Table<FeatureSum, FeatureColumn>
      caption={texts.caption(formatUtcDays(window))}
      className={`@container mt-1 max-md:-mx-4 max-md:px-4 ${PRINTED_TABLE}`}
      rowClass="relative"
      rows={sortFeatures(features, columns, sort)}
      keyOf={({ feature }) => feature}
      sort={{
        by: FEATURE_COLUMNS.find((key) => sort === key || sort === `-${key}`) ?? 'cost',
        direction: sort.startsWith('-') ? 'descending' : 'ascending',
        onSort: (key, direction) => {
          const next: FeatureSort = direction === 'ascending' ? key : `-${key}`;
          go({ ...search, sort: next === DEFAULT_SORT ? undefined : next });
        },
      }}
      columns={[
        {
          key: 'feature',
          head: texts.columns.feature,
          isRowHead: true,
          sortFirst: 'ascending',
          className: 'whitespace-nowrap',
          cell: ({ feature }) => (
            <>
              <Swatch colour={colourOf(feature)} />
              {hasReports ? (
                <Link
                  to="/ai/usage/calls"
                  search={{ from, to, feature }}
                  title={texts.callsOf(feature)}
                  className="text-ink no-underline after:absolute after:inset-0"
                >
                  {feature}
                </Link>
              ) : (
                feature
              )}
            </>
          ),
          foot: texts.total,
        },
        ...columns.map((column): Column<FeatureSum, FeatureColumn> => ({
          key: column.key,
          head: column.key === 'share' ? texts.shareOf[metric] : texts.columns[column.key],
          isFigure: true,
          sortFirst: 'descending',
          // Headings wrap, so that all columns have room.
          className: `px-0! ps-2.5! whitespace-normal! ${column.key === 'cost' ? 'font-medium!' : ''} ${
            column.isLate === true ? 'min-w-18' : ''
          } ${isNarrowed(column) ? 'hidden @[880px]:table-cell' : ''}`,
          cell: (sum) =>
            hasReports && column.filter !== undefined && Boolean(column.value(sum)) ? (
              // Above the link of the row, which covers it.
              <Link
                to="/ai/usage/calls"
                search={{ from, to, feature: sum.feature, ...column.filter }}
                title={(column.key === 'errors' ? texts.errorsOf : texts.refusedOf)(sum.feature)}
                className="hit relative z-10 text-inherit underline decoration-line-strong"
              >
                {column.show(sum)}
              </Link>
            ) : (
              <>
                {column.show(sum)}
                {column.key === 'cost' ? (
                  <MoreUnpriced usd={unpriced?.cost.byFeature.get(sum.feature) ?? 0} unpriced={unpriced} />
                ) : null}
              </>
            ),
          foot: (
            <>
              {column.show(total)}
              {column.key === 'cost' ? <MoreUnpriced usd={unpriced?.cost.usd ?? 0} unpriced={unpriced} /> : null}
            </>
          ),
        })),
      ]}
    />
  );
}

/** The features in the chosen order; what is not known stands last in either direction. */
function sortFeatures(
  features: readonly FeatureSum[],
  columns: readonly FigureColumn[],
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
  return latency.isEstimate ? (
    <span title={texts.estimate} className="whitespace-nowrap">
      {messages.strip.approximately(shown)}
    </span>
  ) : (
    shown
  );
}
