import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { EXACT_CALLS, lowerBoundMs } from '#contract/ai-latency.ts';
import { listAiPrices } from '#contract/ai-prices.ts';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import { shareOf, sumUsd } from '#contract/usd.ts';
import { Count, PRINTED_TABLE, Usd } from '#src/ai-usage/figure-cells.tsx';
import {
  BREAKDOWNS,
  type Breakdown,
  type BreakdownLine,
  costAt,
  keyOfRow,
  linesOfFeatures,
  linesOfRows,
  perCall,
  type TokenPrice,
  writesText,
} from '#src/ai-usage/figures/breakdown.ts';
import { featureColours } from '#src/ai-usage/figures/feature-series.ts';
import { addSums, type UsageSum } from '#src/ai-usage/figures/usage-sums.ts';
import { POLL_MS, reportOptions, useHasReports, wholeReportOptions } from '#src/ai-usage/queries.ts';
import {
  BREAKDOWN_COLUMNS,
  type BreakdownColumn,
  type BreakdownSort,
  type CallsSearch,
  DEFAULT_SORT,
  type TabProps,
  type UsageSearch,
} from '#src/ai-usage/search.ts';
import { Swatch } from '#src/charts/swatch.tsx';
import { formatLatency, formatPercent } from '#src/format/compact.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatLocale } from '#src/i18n/locale.ts';
import { isAhead, windowBefore } from '#src/panels/day-window.ts';
import { messages as panels } from '#src/panels/page-messages.ts';
import { type Asked, Panel, QueryState } from '#src/panels/panel.tsx';
import { formatUtcDays } from '#src/panels/window-text.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { Table, type Column } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import { useLatencies, type ShownWindow, type WindowFigures } from './window-figures.ts';

interface BreakdownPanelProps extends TabProps<UsageSearch> {
  readonly window: ShownWindow;
  readonly figures: UseQueryResult<WindowFigures>;
}

/** The six features, the header and the total. */
const ROWS = 8;
const texts = messages.breakdown;
const NO_PRICES: readonly TokenPrice[] = [];

/** What the money of the shown days went to, by feature, model or API token, beside as many days before. */
export function BreakdownPanel({ window, figures, search, go }: BreakdownPanelProps) {
  const hasReports = useHasReports();
  const by = (hasReports ? search.by : undefined) ?? 'feature';
  const rows = useQuery({
    ...wholeReportOptions(listAiUsage, { from: window.from, to: window.to, group_by: [by] }),
    enabled: hasReports && by !== 'feature',
    refetchInterval: POLL_MS,
  });
  const prices = useQuery({ ...wholeReportOptions(listAiPrices), enabled: hasReports }).data ?? NO_PRICES;
  const offered = prices.filter(writesText);
  const query: Asked<unknown> = by === 'feature' ? figures : rows;
  return (
    <Panel
      title={texts.title}
      note={formatUtcDays(window)}
      actions={
        hasReports ? (
          <>
            {offered.length === 0 ? null : (
              <label className="flex items-center gap-1.5 text-12 text-ink-2">
                <span className="max-md:sr-only">{texts.at}</span>
                <select
                  value={search.at ?? ''}
                  className="h-control max-w-44 rounded-control border border-line-strong bg-surface px-1.5 text-12 text-ink"
                  onChange={({ target }) => go({ ...search, at: target.value === '' ? undefined : target.value })}
                >
                  <option value="">{texts.paid}</option>
                  {offered.map(({ model }) => (
                    <option key={model} value={model}>
                      {model}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <Segmented
              label={texts.by}
              value={by}
              options={BREAKDOWNS.map((value) => ({ value, label: texts.name[value] }))}
              onChange={(value) => go({ ...search, by: value === 'feature' ? undefined : value })}
            />
          </>
        ) : null
      }
    >
      <QueryState query={query} name={texts.title} rows={ROWS}>
        {() =>
          isAhead(window, window.today) ? (
            <EmptyBlock icon="clock" title={panels.window.ahead} text={panels.window.aheadText} />
          ) : (
            <Lines
              by={by}
              rows={rows.data}
              figures={figures.data}
              window={window}
              price={offered.find(({ model }) => model === search.at) ?? null}
              search={search}
              go={go}
            />
          )
        }
      </QueryState>
      {hasReports ? null : <p className="mt-2 text-12 text-ink-3">{texts.withoutReports}</p>}
    </Panel>
  );
}

interface LinesProps extends TabProps<UsageSearch> {
  readonly by: Breakdown;
  readonly rows: readonly AiUsageRow[] | undefined;
  readonly figures: WindowFigures | undefined;
  readonly window: ShownWindow;
  /** What the same tokens would have cost is shown beside what was paid. */
  readonly price: TokenPrice | null;
}

function Lines({ by, rows, figures, window, price, search, go }: LinesProps) {
  const hasReports = useHasReports();
  const latencies = useLatencies(window, true);
  const total = useQuery({
    ...reportOptions(listAiUsage, { from: window.from, to: window.to }),
    enabled: hasReports,
    refetchInterval: POLL_MS,
  }).data?.items[0];
  const before = useCostsBefore(by, window);
  const lines = useMemo(() => {
    if (by === 'feature') return linesOfFeatures(figures?.features ?? [], latencies, before);
    return linesOfRows(by, rows ?? [], before, (total?.calls ?? 0) > EXACT_CALLS);
  }, [by, figures, latencies, rows, before, total]);
  const all: BreakdownLine = {
    key: '',
    label: null,
    sum: { ...addSums(lines.map(({ sum }) => sum)), latency: latencies?.total },
    beforeUsd: before === null ? null : sumUsd([...before.values()]),
  };
  if (all.sum.calls === 0 && (all.sum.details?.refused ?? 0) === 0 && (all.beforeUsd ?? 0) === 0)
    return <EmptyBlock icon="spark" title={texts.empty} text={texts.emptyText} />;
  return <BreakdownTable by={by} lines={lines} all={all} window={window} price={price} search={search} go={go} />;
}

/** USD of as many days right before, by line; null until they are known, and without reports. */
function useCostsBefore(by: Breakdown, window: ShownWindow): ReadonlyMap<string, number> | null {
  const { from, to } = windowBefore(window);
  const { data } = useQuery({
    ...wholeReportOptions(listAiUsage, { from, to, group_by: [by] }),
    enabled: useHasReports(),
  });
  return useMemo(
    () => (data === undefined ? null : new Map(data.map((row) => [keyOfRow(by, row), row.cost_usd]))),
    [data, by],
  );
}

type Value = string | number | bigint | null;

interface FigureColumn {
  readonly key: BreakdownColumn;
  readonly head: string;
  /** The value that is sorted by; null is not known, and comes last. */
  readonly value: (line: BreakdownLine) => Value;
  readonly show: (line: BreakdownLine) => ReactNode;
  /** Narrows the calls of a line to those that the cell counts. */
  readonly filter?: CallsSearch;
}

/** Amber and red for shares of errors. */
const AMBER = 0.02;
const RED = 0.05;
/** Of fewer calls a rate says little. */
const MIN_CALLS = 50;

const percent = (share: number | null): string => (share === null ? texts.none : formatPercent(share));
const cacheShare = ({ sum: { cacheHits, calls } }: BreakdownLine) => shareOf(cacheHits, calls);
const errorRate = ({ sum: { errors, calls } }: BreakdownLine) => shareOf(errors, calls);
const changeOf = ({ sum, beforeUsd }: BreakdownLine) => (beforeUsd === null ? null : sumUsd([sum.costUsd, -beforeUsd]));
/** Calls cost fractions of a cent. */
const perCallUsd = new Intl.NumberFormat(formatLocale(), { maximumSignificantDigits: 3 });

/** The columns behind the name of the line. */
function columnsOf(hasReports: boolean, price: TokenPrice | null): readonly FigureColumn[] {
  const { columns } = texts;
  const usdOrNone = (usd: number | null) => (usd === null ? texts.none : <Usd usd={usd} />);
  const atPrice = ({ sum }: BreakdownLine) => (price === null ? null : costAt(sum, price));
  const difference = (line: BreakdownLine) => {
    const cost = atPrice(line);
    return cost === null ? null : sumUsd([cost, -line.sum.costUsd]);
  };
  const compared: readonly FigureColumn[] = [
    {
      key: 'before',
      head: columns.before,
      value: ({ beforeUsd }) => beforeUsd,
      show: (line) => usdOrNone(line.beforeUsd),
    },
    { key: 'change', head: columns.change, value: changeOf, show: (line) => changeText(changeOf(line)) },
  ];
  const priced: readonly FigureColumn[] =
    price === null
      ? []
      : [
          { key: 'at', head: columns.at(price.model), value: atPrice, show: (line) => usdOrNone(atPrice(line)) },
          { key: 'saving', head: columns.saving, value: difference, show: (line) => changeText(difference(line)) },
        ];
  const latency: readonly FigureColumn[] = hasReports
    ? (['p50', 'p95'] as const).map((key) => ({
        key,
        head: columns[key],
        value: ({ sum }) => sortedMs(sum, `${key}Ms`),
        show: ({ sum }) => <Percentile sum={sum} name={`${key}Ms`} />,
      }))
    : [
        {
          key: 'mean',
          head: columns.mean,
          value: ({ sum }) => (sum.calls === 0 ? null : sum.meanLatencyMs),
          show: ({ sum }) => (sum.calls === 0 ? texts.none : formatLatency(sum.meanLatencyMs)),
        },
      ];
  return [
    { key: 'cost', head: columns.cost, value: ({ sum }) => sum.costUsd, show: ({ sum }) => <Usd usd={sum.costUsd} /> },
    ...(hasReports ? compared : []),
    ...priced,
    { key: 'call', head: columns.call, value: ({ sum }) => perCall(sum), show: ({ sum }) => perCallText(sum) },
    { key: 'calls', head: columns.calls, value: ({ sum }) => sum.calls, show: ({ sum }) => formatCount(sum.calls) },
    {
      key: 'tokens',
      head: columns.tokens,
      value: ({ sum }) => sum.tokens,
      show: ({ sum }) => <Count count={sum.tokens} />,
    },
    {
      key: 'errors',
      head: columns.errors,
      value: errorRate,
      show: (line) => <ErrorRate line={line} />,
      filter: { status: 'error' },
    },
    {
      key: 'cache',
      head: columns.cache,
      value: cacheShare,
      show: (line) => <span title={formatCount(line.sum.cacheHits)}>{percent(cacheShare(line))}</span>,
    },
    ...latency,
  ];
}

function perCallText(sum: UsageSum): string {
  const usd = perCall(sum);
  return usd === null ? texts.none : texts.usd(perCallUsd.format(usd));
}

/** "+$3.20": plus, or the minus sign of typography, which a screen reader says. */
function changeText(usd: number | null): string {
  if (usd === null) return texts.none;
  if (usd === 0) return formatUsd(0);
  return `${usd > 0 ? '+' : '\u2212'}${formatUsd(Math.abs(usd))}`;
}

interface BreakdownTableProps extends TabProps<UsageSearch> {
  readonly by: Breakdown;
  readonly lines: readonly BreakdownLine[];
  readonly all: BreakdownLine;
  readonly window: ShownWindow;
  readonly price: TokenPrice | null;
}

/** Every figure of each line. Sorted by any column; a row opens the calls that it counts. */
function BreakdownTable({ by, lines, all, window, price, search, go }: BreakdownTableProps) {
  const hasReports = useHasReports();
  const sort: BreakdownSort = search.sort ?? DEFAULT_SORT;
  const columns = columnsOf(hasReports, price);
  const colourOf = featureColours(lines.map(({ key, sum }) => ({ feature: key, ...sum })));
  const { from, to } = window;
  const toCalls = ({ key }: BreakdownLine): CallsSearch | null =>
    hasReports && key !== '' ? { from, to, [by]: key } : null;
  const nameOf = ({ key, label }: BreakdownLine): string =>
    by === 'token' ? (label ?? (key === '' ? texts.noToken : texts.noLabel(key))) : key;
  return (
    <Table<BreakdownLine, BreakdownColumn>
      caption={texts.caption[by](formatUtcDays(window))}
      className={`mt-1 max-md:-mx-4 max-md:px-4 ${PRINTED_TABLE}`}
      rowClass="relative"
      rows={sortLines(lines, columns, sort, nameOf)}
      keyOf={({ key }) => key}
      sort={{
        by: BREAKDOWN_COLUMNS.find((key) => sort === key || sort === `-${key}`) ?? 'cost',
        direction: sort.startsWith('-') ? 'descending' : 'ascending',
        onSort: (key, direction) => {
          const next: BreakdownSort = direction === 'ascending' ? key : `-${key}`;
          go({ ...search, sort: next === DEFAULT_SORT ? undefined : next });
        },
      }}
      columns={[
        {
          key: 'name',
          head: texts.one[by],
          isRowHead: true,
          sortFirst: 'ascending',
          className: 'whitespace-nowrap',
          cell: (line) => {
            const calls = toCalls(line);
            const name = nameOf(line);
            return (
              <>
                {by === 'feature' ? <Swatch colour={colourOf(line.key)} /> : null}
                {calls === null ? (
                  name
                ) : (
                  <Link
                    to="/ai/usage/calls"
                    search={calls}
                    title={texts.callsOf(name)}
                    className="text-ink no-underline after:absolute after:inset-0"
                  >
                    {name}
                  </Link>
                )}
              </>
            );
          },
          foot: texts.total,
        },
        ...columns.map((column): Column<BreakdownLine, BreakdownColumn> => ({
          key: column.key,
          head: column.head,
          isFigure: true,
          sortFirst: 'descending',
          // Headings wrap, so that all columns have room.
          className: `px-0! ps-2.5! whitespace-normal! ${column.key === 'cost' ? 'font-medium!' : ''}`,
          cell: (line) => {
            const calls = toCalls(line);
            return calls !== null && column.filter !== undefined && Boolean(column.value(line)) ? (
              // Above the link of the row, which covers it.
              <Link
                to="/ai/usage/calls"
                search={{ ...calls, ...column.filter }}
                title={texts.errorsOf(nameOf(line))}
                className="hit relative z-10 text-inherit underline decoration-line-strong"
              >
                {column.show(line)}
              </Link>
            ) : (
              column.show(line)
            );
          },
          foot: column.show(all),
        })),
      ]}
    />
  );
}

/** The lines in the chosen order; what is not known comes last in either direction. */
function sortLines(
  lines: readonly BreakdownLine[],
  columns: readonly FigureColumn[],
  sort: BreakdownSort,
  nameOf: (line: BreakdownLine) => string,
): readonly BreakdownLine[] {
  const isDescending = sort.startsWith('-');
  const column = columns.find(({ key }) => sort === key || sort === `-${key}`);
  const of = (line: BreakdownLine): Value => (column === undefined ? nameOf(line) : column.value(line));
  return lines.toSorted((a, b) => {
    const [left, right] = [of(a), of(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (left === right) return 0;
    return left < right === isDescending ? 1 : -1;
  });
}

function ErrorRate({ line }: { readonly line: BreakdownLine }) {
  const rate = errorRate(line);
  const isQuiet = rate === null || line.sum.calls < MIN_CALLS || rate < AMBER;
  const tone = isQuiet ? '' : `font-medium ${rate < RED ? 'text-warn-text' : 'text-danger-text'}`;
  return (
    <span className={tone} title={formatCount(line.sum.errors)}>
      {percent(rate)}
    </span>
  );
}

/** What takes longer than the last bound sorts above all that is known. */
function sortedMs({ calls, latency }: UsageSum, name: 'p50Ms' | 'p95Ms'): number | null {
  return latency === undefined || calls === 0 ? null : (latency[name] ?? Infinity);
}

function Percentile({ sum: { calls, latency }, name }: { readonly sum: UsageSum; readonly name: 'p50Ms' | 'p95Ms' }) {
  if (latency === undefined || calls === 0) return texts.none;
  const ms = latency[name];
  if (ms === null) return texts.longerThan(formatLatency(lowerBoundMs(null)));
  const shown = formatLatency(ms);
  return latency.isEstimate ? (
    <span title={texts.estimate} className="whitespace-nowrap">
      {messages.strip.approximately(shown)}
    </span>
  ) : (
    shown
  );
}
