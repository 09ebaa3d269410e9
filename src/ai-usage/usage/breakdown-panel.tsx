import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { EXACT_CALLS, lowerBoundMs } from '#contract/ai-latency.ts';
import { listAiPrices } from '#contract/ai-prices.ts';
import { listAiUsage } from '#contract/ai-reports.ts';
import { shareOf, sumUsd } from '#contract/usd.ts';
import { Cents, Count, PRINTED_TABLE } from '#src/ai-usage/figure-cells.tsx';
import {
  BREAKDOWNS,
  type Breakdown,
  type BreakdownLine,
  costAt,
  keyOfRow,
  perCall,
  type TokenPrice,
  writesText,
} from '#src/ai-usage/figures/breakdown.ts';
import { POLL_MS, reportOptions, wholeReportOptions } from '#src/ai-usage/queries.ts';
import {
  BREAKDOWN_COLUMNS,
  type BreakdownColumn,
  type BreakdownSort,
  type CallsSearch,
  DEFAULT_SORT,
  type TabProps,
  type UsageSearch,
} from '#src/ai-usage/search.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { formatLatency, formatPercent, formatCount } from '#src/format/number.ts';
import { isAhead, windowBefore, formatUtcDays } from '#src/panels/day-window.ts';
import { messages as panels } from '#src/panels/messages.ts';
import { type Asked, Panel, QueryState } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { Table, type Column } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import type { ShownWindow } from './shown-figures.ts';

/** Six features, the header and the total. */
const ROWS = 8;
const texts = messages.breakdown;
const NO_PRICES: readonly TokenPrice[] = [];

interface BreakdownPanelProps extends TabProps<UsageSearch> {
  readonly window: ShownWindow;
}

/** The cost of the shown days by feature, model or API token, beside as many days before. */
export function BreakdownPanel({ window, search, go }: BreakdownPanelProps) {
  const by = search.by ?? 'feature';
  const query = useLines(by, window);
  const prices = useQuery(wholeReportOptions(listAiPrices)).data ?? NO_PRICES;
  const offered = prices.filter(writesText);
  return (
    <Panel
      title={texts.title}
      note={formatUtcDays(window)}
      actions={
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
          <Button
            size="sm"
            aria-pressed={search.columns === 'all'}
            onClick={() => go({ ...search, columns: search.columns === 'all' ? undefined : 'all' })}
          >
            {search.columns === 'all' ? texts.fewerColumns : texts.moreColumns}
          </Button>
        </>
      }
    >
      <QueryState query={query} name={texts.title} rows={ROWS}>
        {({ lines, total }) =>
          isAhead(window, window.today) ? (
            <EmptyBlock icon="clock" title={panels.window.ahead} text={panels.window.aheadText} />
          ) : total.usage.calls === 0 && total.usage.refused === 0 && (total.beforeUsd ?? 0) === 0 ? (
            <EmptyBlock icon="spark" title={texts.empty} text={texts.emptyText} />
          ) : (
            <BreakdownTable
              by={by}
              lines={lines}
              total={total}
              window={window}
              price={offered.find(({ model }) => model === search.at) ?? null}
              search={search}
              go={go}
            />
          )
        }
      </QueryState>
    </Panel>
  );
}

interface Lines {
  readonly lines: readonly BreakdownLine[];
  readonly total: BreakdownLine;
}

/** The lines and their total, with the cost of as many days before. */
function useLines(by: Breakdown, window: ShownWindow): Asked<Lines> {
  const { from, to } = window;
  const { from: fromBefore, to: toBefore } = windowBefore(window);
  const refetchInterval = POLL_MS;
  const rows = useQuery({ ...wholeReportOptions(listAiUsage, { from, to, group_by: [by] }), refetchInterval });
  const total = useQuery({ ...reportOptions(listAiUsage, { from, to }), refetchInterval });
  const before = useQuery(wholeReportOptions(listAiUsage, { from: fromBefore, to: toBefore, group_by: [by] })).data;
  const data = useMemo((): Lines | undefined => {
    const sum = total.data?.items[0];
    if (rows.data === undefined || sum === undefined) return undefined;
    const costs = before && new Map(before.map((row) => [keyOfRow(by, row), row.cost_usd]));
    return {
      lines: rows.data.map((usage) => {
        const key = keyOfRow(by, usage);
        return { key, usage, beforeUsd: costs === undefined ? null : (costs.get(key) ?? 0) };
      }),
      total: { key: '', usage: sum, beforeUsd: costs === undefined ? null : sumUsd([...costs.values()]) },
    };
  }, [rows.data, total.data, before, by]);
  const error = rows.error ?? total.error;
  const refetch = () => Promise.all([rows.refetch(), total.refetch()]);
  return { ...rows, data, error, isError: error !== null, refetch };
}

type Value = string | number | bigint | null;

interface FigureColumn {
  readonly key: BreakdownColumn;
  readonly head: string;
  /** Lines are sorted by it; null is unknown and comes last. */
  readonly value: (line: BreakdownLine) => Value;
  readonly show: (line: BreakdownLine) => ReactNode;
  /** Shown from the start, and not only after "More columns". */
  readonly isFirst?: true;
  readonly className?: string;
}

/** Amber and red for shares of errors. */
const AMBER = 0.02;
const RED = 0.05;
/** A rate of fewer calls says little. */
const MIN_CALLS = 50;

const cacheShare = ({ usage }: BreakdownLine) => shareOf(usage.cache_hits, usage.calls);
const errorRate = ({ usage }: BreakdownLine) => shareOf(usage.errors, usage.calls);
const tokensOf = ({ usage }: BreakdownLine) => usage.input_tokens + usage.output_tokens;
const changeOf = ({ usage, beforeUsd }: BreakdownLine) =>
  beforeUsd === null ? null : sumUsd([usage.cost_usd, -beforeUsd]);
const centsOrNone = (usd: number | null, isSigned?: true) =>
  usd === null ? texts.none : <Cents usd={usd} isSigned={isSigned} />;

/** The columns behind the name of the line. */
function columnsOf(price: TokenPrice | null, isEstimate: boolean): readonly FigureColumn[] {
  const { columns } = texts;
  const difference = ({ usage }: BreakdownLine, at: TokenPrice) => sumUsd([costAt(usage, at), -usage.cost_usd]);
  const priced: readonly FigureColumn[] =
    price === null
      ? []
      : [
          {
            key: 'at',
            head: columns.at(price.model),
            value: ({ usage }) => costAt(usage, price),
            show: ({ usage }) => <Cents usd={costAt(usage, price)} />,
            isFirst: true,
          },
          {
            key: 'saving',
            head: columns.saving,
            value: (line) => difference(line, price),
            show: (line) => <Cents usd={difference(line, price)} isSigned />,
            isFirst: true,
          },
        ];
  const latency = (['p50', 'p95'] as const).map((key): FigureColumn => ({
    key,
    head: columns[key],
    value: ({ usage }) => (usage.calls === 0 ? null : (usage[`${key}_ms`] ?? Infinity)),
    show: ({ usage }) =>
      usage.calls === 0 ? texts.none : <Percentile ms={usage[`${key}_ms`]} isEstimate={isEstimate} />,
  }));
  return [
    {
      key: 'cost',
      head: columns.cost,
      value: ({ usage }) => usage.cost_usd,
      show: ({ usage }) => <Cents usd={usage.cost_usd} />,
      isFirst: true,
      className: 'font-medium!',
    },
    {
      key: 'before',
      head: columns.before,
      value: ({ beforeUsd }) => beforeUsd,
      show: ({ beforeUsd }) => centsOrNone(beforeUsd),
    },
    {
      key: 'change',
      head: columns.change,
      value: changeOf,
      show: (line) => centsOrNone(changeOf(line), true),
      isFirst: true,
    },
    ...priced,
    {
      key: 'call',
      head: columns.call,
      value: ({ usage }) => perCall(usage),
      show: ({ usage }) => centsOrNone(perCall(usage)),
      isFirst: true,
    },
    {
      key: 'calls',
      head: columns.calls,
      value: ({ usage }) => usage.calls,
      show: ({ usage }) => formatCount(usage.calls),
    },
    { key: 'tokens', head: columns.tokens, value: tokensOf, show: (line) => <Count count={tokensOf(line)} /> },
    { key: 'errors', head: columns.errors, value: errorRate, show: (line) => <ErrorRate line={line} />, isFirst: true },
    { key: 'cache', head: columns.cache, value: cacheShare, show: (line) => percentText(cacheShare(line)) },
    ...latency,
  ];
}

function percentText(share: number | null): string {
  return share === null ? texts.none : formatPercent(share);
}

interface BreakdownTableProps extends TabProps<UsageSearch>, Lines {
  readonly by: Breakdown;
  readonly window: ShownWindow;
  /** Adds what the same tokens would have cost. */
  readonly price: TokenPrice | null;
}

/** Sorted by any column; a row opens the calls that it counts, and its errors open the failed ones. */
function BreakdownTable({ by, lines, total, window, price, search, go }: BreakdownTableProps) {
  const isPhone = useMedia('(max-width: 767.98px)');
  const isWhole = search.columns === 'all';
  const sort: BreakdownSort = search.sort ?? DEFAULT_SORT;
  const all = columnsOf(price, total.usage.calls > EXACT_CALLS);
  const columns = isWhole ? all : all.filter(({ isFirst }) => isFirst === true);
  const { from, to } = window;
  const toCalls = ({ key }: BreakdownLine): CallsSearch | null => (key === '' ? null : { from, to, [by]: key });
  const nameOf = ({ key, usage }: BreakdownLine): string =>
    by === 'token' ? (usage.token_label ?? (key === '' ? texts.noToken : texts.noLabel(key))) : key;
  return (
    <Table<BreakdownLine, BreakdownColumn>
      caption={texts.caption[by](formatUtcDays(window))}
      className={`mt-1 max-md:-mx-4 max-md:px-4 ${PRINTED_TABLE}`}
      // All columns have no room side by side on a phone.
      phone={isWhole || price !== null ? 'stack' : 'scroll'}
      rowClass="relative"
      rows={sortLines(lines, all, sort, nameOf)}
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
          className: '[overflow-wrap:anywhere]',
          cell: (line) => {
            const calls = toCalls(line);
            const name = nameOf(line);
            return calls === null ? (
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
            );
          },
          foot: texts.total,
        },
        ...columns.map(({ key, head, value, show, className = '' }): Column<BreakdownLine, BreakdownColumn> => ({
          key,
          head,
          isFigure: true,
          sortFirst: 'descending',
          // Headings wrap, so that all columns have room.
          className: `px-0! ps-2.5! ${isPhone ? '' : 'whitespace-normal!'} ${className}`,
          cell: (line) => {
            const calls = toCalls(line);
            return key === 'errors' && calls !== null && Boolean(value(line)) ? (
              // Above the link of the row, which covers it.
              <Link
                to="/ai/usage/calls"
                search={{ ...calls, status: 'error' }}
                title={texts.errorsOf(nameOf(line))}
                className="hit relative z-10 text-inherit underline decoration-line-strong"
              >
                {show(line)}
              </Link>
            ) : (
              show(line)
            );
          },
          foot: show(total),
        })),
      ]}
    />
  );
}

/** The lines in the chosen order; unknown values come last in either direction. */
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
  const isQuiet = rate === null || line.usage.calls < MIN_CALLS || rate < AMBER;
  const tone = isQuiet ? '' : `font-medium ${rate < RED ? 'text-warn-text' : 'text-danger-text'}`;
  return (
    <span className={tone} title={formatCount(line.usage.errors)}>
      {percentText(rate)}
    </span>
  );
}

interface PercentileProps {
  /** Null above the last bound of the service's histogram. */
  readonly ms: number | null;
  /** The service reads percentiles of many calls from a histogram. */
  readonly isEstimate: boolean;
}

function Percentile({ ms, isEstimate }: PercentileProps) {
  if (ms === null) return texts.longerThan(formatLatency(lowerBoundMs(null)));
  const shown = formatLatency(ms);
  return isEstimate ? (
    <span title={texts.estimate} className="whitespace-nowrap">
      {texts.approximately(shown)}
    </span>
  ) : (
    shown
  );
}
