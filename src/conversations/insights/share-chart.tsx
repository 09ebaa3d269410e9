import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { listHandoffDays } from '#contract/ai-reports.ts';
import type { Reply } from '#contract/operation.ts';
import { ChartFrame, type ChartTable } from '#src/charts/chart-frame.tsx';
import { TrendChart } from '#src/charts/charts.tsx';
import { addDays, formatUtcDay, utcToday } from '#src/format/days.ts';
import { formatCount, formatPercent } from '#src/format/number.ts';
import { formatAge } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { type DayWindow, formatUtcDays } from '#src/panels/day-window.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { messages } from './messages.ts';
import { handoffDaysOptions } from './queries.ts';

const texts = messages.trend;
const HEIGHT = 180;
/** Days with fewer conversations have hollow points. */
const FEW = 5;
const NO_NOTES: readonly never[] = [];

type Days = Reply<typeof listHandoffDays>['items'];

/** The share handed over, by day. */
export function ShareChart({ window }: { readonly window: DayWindow }) {
  const query = useQuery(handoffDaysOptions(window));
  return (
    <ChartFrame
      title={texts.title}
      note={formatUtcDays(window)}
      table={query.data === undefined ? null : tableOf(query.data.items, window)}
    >
      <QueryState query={query} name={texts.title} skeleton={<div style={{ height: HEIGHT }} />}>
        {({ items }) => <Plot items={items} window={window} />}
      </QueryState>
    </ChartFrame>
  );
}

function Plot({ items, window }: { readonly items: Days; readonly window: DayWindow }) {
  const today = utcToday(useNow());
  const plot = useMemo(
    () => ({
      days: items.map(({ day }) => day),
      values: items.map(shareOf),
      counts: items.map(({ sessions }) => sessions),
      ticks: items.some((day) => (shareOf(day) ?? 0) > 0.5) ? [0, 0.25, 0.5, 0.75, 1] : [0, 0.25, 0.5],
      words: { value: texts.value, count: texts.count, none: texts.none },
      format: (value: number, length: 'short' | 'full') =>
        length === 'short' ? texts.tick(formatCount(value * 100)) : formatPercent(value),
    }),
    [items],
  );
  return (
    <TrendChart
      {...plot}
      label={texts.label(formatUtcDays(window))}
      hollowBelow={FEW}
      notes={NO_NOTES}
      height={HEIGHT}
      isLastPartial={window.to > today}
    />
  );
}

function tableOf(items: Days, window: DayWindow): ChartTable {
  return {
    caption: texts.label(formatUtcDays(window)),
    fileName: `handoffs-${window.from}-to-${addDays(window.to, -1)}-utc`,
    columns: [
      { key: 'date_utc', label: texts.day, isNumber: false },
      { key: 'share', label: texts.share, isNumber: true },
      { key: 'handed_over', label: texts.value, isNumber: true },
      { key: 'conversations', label: texts.count, isNumber: true },
      { key: 'median_wait_seconds', label: texts.wait, isNumber: true },
    ],
    rows: items.map((row) => {
      const share = shareOf(row);
      const { median_wait_seconds: wait } = row;
      return [
        { shown: formatUtcDay(row.day), exact: row.day },
        { shown: share === null ? texts.none : formatPercent(share), exact: share },
        { shown: formatCount(row.handed_over), exact: row.handed_over },
        { shown: formatCount(row.sessions), exact: row.sessions },
        { shown: wait === null ? '–' : formatAge(wait * 1_000), exact: wait },
      ];
    }),
  };
}

/** Null where no session began. */
function shareOf({ sessions, handed_over: handed }: Days[number]): number | null {
  return sessions === 0 ? null : handed / sessions;
}
