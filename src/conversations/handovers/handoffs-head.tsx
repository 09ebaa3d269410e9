import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ChartFrame, type ChartTable } from '#src/charts/chart-frame.tsx';
import { TrendChart } from '#src/charts/charts.tsx';
import type { HandoversSearch } from '#src/conversations/search.ts';
import { addDays, formatUtcDay, utcToday } from '#src/format/days.ts';
import { formatCount, formatPercent } from '#src/format/number.ts';
import { formatAge } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { type DayWindow, formatUtcDays } from '#src/panels/day-window.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { Table } from '#src/ui/table.tsx';
import {
  type HandoffDays,
  handoffDaysOptions,
  mostChanged,
  mostRisen,
  reasonsOptions,
  shareOf,
} from './handoff-figures.ts';
import { messages } from './messages.ts';

const HEIGHT = 180;
/** Days with fewer conversations have hollow points. */
const FEW = 5;
const NO_NOTES: readonly never[] = [];

interface HandoffsHeadProps {
  readonly search: HandoversSearch;
  readonly window: DayWindow;
}

/** How much is handed over, beside the days before, and which reasons changed. */
export function HandoffsHead({ search, window }: HandoffsHeadProps) {
  return (
    <div className="mb-7 flex flex-col gap-5">
      <Lead window={window} />
      <div className="grid gap-x-8 gap-y-6 @4xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Trend window={window} />
        <Reasons search={search} window={window} />
      </div>
    </div>
  );
}

function Lead({ window }: Pick<HandoffsHeadProps, 'window'>) {
  const { lead } = messages;
  const days = useQuery(handoffDaysOptions(window));
  const reasons = useQuery(reasonsOptions(window));
  const risen = reasons.data === undefined ? undefined : mostRisen(reasons.data.items);
  return (
    <QueryState query={days} name={lead.name} skeleton={<Skeleton className="h-6 w-80 max-w-full" />}>
      {({ totals, previous }) => {
        const [share, before] = [shareOf(totals), shareOf(previous)];
        const wait = (seconds: number | null) => (seconds === null ? null : formatAge(seconds * 1_000));
        const now = wait(totals.median_wait_seconds);
        return (
          <div>
            <h2 className="text-20 font-semibold text-balance tabular-nums">
              {share === null
                ? lead.none
                : lead.share(formatCount(totals.handed_over), formatCount(totals.sessions), formatPercent(share))}
            </h2>
            <p className="text-pretty text-ink-2 tabular-nums">
              {before === null ? lead.noBefore : lead.before(formatPercent(before), window.days)}{' '}
              {now === null ? null : lead.wait(now, wait(previous.median_wait_seconds))}{' '}
              {risen === undefined ? null : (
                <bdi>{lead.rose(risen.label, formatCount(risen.count - risen.previous_count))}</bdi>
              )}
            </p>
          </div>
        );
      }}
    </QueryState>
  );
}

function Trend({ window }: Pick<HandoffsHeadProps, 'window'>) {
  const { trend } = messages;
  const days = useQuery(handoffDaysOptions(window));
  return (
    <ChartFrame
      title={trend.title}
      note={formatUtcDays(window)}
      table={days.data === undefined ? null : trendTable(days.data, window)}
    >
      <QueryState query={days} name={trend.title} skeleton={<div style={{ height: HEIGHT }} />}>
        {(data) => <TrendPlot data={data} window={window} />}
      </QueryState>
    </ChartFrame>
  );
}

function TrendPlot({ data: { items }, window }: { readonly data: HandoffDays; readonly window: DayWindow }) {
  const { trend } = messages;
  const today = utcToday(useNow());
  const plot = useMemo(
    () => ({
      days: items.map(({ day }) => day),
      values: items.map(shareOf),
      counts: items.map(({ sessions }) => sessions),
      ticks: items.some((day) => (shareOf(day) ?? 0) > 0.5) ? [0, 0.25, 0.5, 0.75, 1] : [0, 0.25, 0.5],
      words: { value: trend.value, count: trend.count, none: trend.none },
      format: (value: number, length: 'short' | 'full') =>
        length === 'short' ? trend.tick(formatCount(value * 100)) : formatPercent(value),
    }),
    [items, trend],
  );
  return (
    <TrendChart
      {...plot}
      label={trend.label(formatUtcDays(window))}
      hollowBelow={FEW}
      notes={NO_NOTES}
      height={HEIGHT}
      isLastPartial={window.to > today}
    />
  );
}

function trendTable({ items }: HandoffDays, window: DayWindow): ChartTable {
  const { columns, label, count, none } = messages.trend;
  return {
    caption: label(formatUtcDays(window)),
    fileName: `handoffs-${window.from}-to-${addDays(window.to, -1)}-utc`,
    columns: [
      { key: 'date_utc', label: columns.day, isNumber: false },
      { key: 'share', label: columns.share, isNumber: true },
      { key: 'handed_over', label: columns.handed, isNumber: true },
      { key: 'conversations', label: count, isNumber: true },
      { key: 'median_wait_seconds', label: columns.wait, isNumber: true },
    ],
    rows: items.map((row) => {
      const share = shareOf(row);
      const { median_wait_seconds: wait } = row;
      return [
        { shown: formatUtcDay(row.day), exact: row.day },
        { shown: share === null ? none : formatPercent(share), exact: share },
        { shown: formatCount(row.handed_over), exact: row.handed_over },
        { shown: formatCount(row.sessions), exact: row.sessions },
        { shown: wait === null ? '–' : formatAge(wait * 1_000), exact: wait },
      ];
    }),
  };
}

/** The reasons that rose and fell most; each leads to its handoffs below. */
function Reasons({ search, window }: HandoffsHeadProps) {
  const { reasons: texts } = messages;
  const { days, from, to } = search;
  const query = useQuery(reasonsOptions(window));
  return (
    <Panel
      title={texts.title}
      note={texts.note}
      actions={
        <Link
          to="/conversations/insights"
          search={{ days, from, to }}
          className="hit relative text-12 text-accent-text hover:underline"
        >
          {texts.all}
        </Link>
      }
    >
      <QueryState query={query} name={texts.name} rows={5}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="mt-2 text-ink-3">{texts.none}</p>
          ) : (
            <Table
              caption={texts.name}
              rows={mostChanged(items)}
              keyOf={({ label }) => label}
              columns={[
                {
                  key: 'reason',
                  head: texts.reason,
                  isRowHead: true,
                  cell: ({ label }) => (
                    <span dir="auto" className="[overflow-wrap:anywhere]">
                      {label}
                    </span>
                  ),
                },
                {
                  key: 'now',
                  head: texts.now,
                  isFigure: true,
                  cell: ({ label, count }) =>
                    count === 0 ? (
                      formatCount(count)
                    ) : (
                      <Link
                        to="/conversations/handovers"
                        search={{ days, from, to, reason: label }}
                        aria-label={texts.show(label, count, formatCount(count))}
                        className="hit relative text-accent-text hover:underline"
                        resetScroll={false}
                      >
                        {formatCount(count)}
                      </Link>
                    ),
                },
                { key: 'before', head: texts.before, isFigure: true, cell: (row) => formatCount(row.previous_count) },
                {
                  key: 'change',
                  head: texts.change,
                  isFigure: true,
                  className: 'font-medium!',
                  cell: (row) => formatChange(row.count - row.previous_count),
                },
              ]}
            />
          )
        }
      </QueryState>
    </Panel>
  );
}

/** With its sign: "+12", "−3", "0". */
function formatChange(change: number): string {
  const size = formatCount(Math.abs(change));
  return change > 0 ? `+${size}` : change < 0 ? `\u2212${size}` : size;
}
