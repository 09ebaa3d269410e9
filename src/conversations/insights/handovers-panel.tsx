import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { listHandoffDays } from '#contract/ai-reports.ts';
import type { Reply } from '#contract/operation.ts';
import { ChartFrame, type ChartTable } from '#src/charts/chart-frame.tsx';
import { TrendChart } from '#src/charts/charts.tsx';
import { addDays, formatUtcDay } from '#src/format/days.ts';
import { formatCount, formatPercent } from '#src/format/number.ts';
import { formatAge } from '#src/format/time.ts';
import { type DayWindow, formatZoneDays } from '#src/panels/day-window.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { shareText } from './lead.tsx';
import { messages } from './messages.ts';
import { handoffDaysOptions } from './queries.ts';

const texts = messages.handovers;
const HEIGHT = 180;
/** px of the two facts above the chart. */
const FACTS = 48;
/** Days with fewer conversations are hollow. */
const HOLLOW = 10;
const NO_MARKS: readonly never[] = [];
const TICKS = [0, 0.25, 0.5, 0.75, 1] as const;

type Answer = Reply<typeof listHandoffDays>;
type Day = Answer['items'][number];

/** How many conversations were handed over and how long they waited, by day. */
export function HandoversPanel({ window }: { readonly window: DayWindow }) {
  const query = useQuery(handoffDaysOptions(window));
  const days = formatZoneDays(window, 'UTC');
  return (
    <ChartFrame
      title={texts.title}
      note={texts.note(days)}
      table={query.data === undefined ? null : daysTable(query.data.items, window)}
    >
      <QueryState query={query} name={texts.name} skeleton={<div style={{ height: HEIGHT + FACTS }} />}>
        {(answer) =>
          answer.totals.sessions === 0 ? (
            <p className="text-ink-3">{texts.empty}</p>
          ) : (
            <>
              <Totals answer={answer} window={window} />
              <DaysChart days={answer.items} window={window} />
            </>
          )
        }
      </QueryState>
    </ChartFrame>
  );
}

function Totals({ answer: { totals, previous }, window }: { readonly answer: Answer; readonly window: DayWindow }) {
  const { from, to } = window;
  return (
    <FactList
      className="mb-2"
      facts={[
        [
          texts.rate,
          <>
            <Link
              to="/conversations"
              search={{ from, to, outcome: 'handed_off' }}
              className="hit relative font-medium hover:underline"
            >
              {shareText(totals)}
            </Link>
            <span className="block text-12 text-ink-3">{texts.before(shareText(previous))}</span>
          </>,
        ],
        [
          texts.wait,
          <span title={texts.waitHint}>
            <span className="font-medium">{waitText(totals)}</span>
            <span className="block text-12 text-ink-3">{texts.before(waitText(previous))}</span>
          </span>,
        ],
      ]}
    />
  );
}

function waitText({ median_wait_seconds: seconds }: Pick<Day, 'median_wait_seconds'>): string {
  return seconds === null ? texts.noWait : formatAge(seconds * 1000);
}

const rateOf = ({ sessions, handed_over }: Day): number | null => (sessions === 0 ? null : handed_over / sessions);

interface DaysChartProps {
  readonly days: readonly Day[];
  readonly window: DayWindow;
}

function DaysChart({ days, window }: DaysChartProps) {
  const navigate = useNavigate();
  const plot = useMemo(() => {
    const values = days.map(rateOf);
    const most = Math.max(0, ...values.map((value) => value ?? 0));
    return {
      days: days.map(({ day }) => day),
      values,
      counts: days.map(({ sessions }) => sessions),
      ticks: TICKS.filter((_, index) => index === 0 || (TICKS[index - 1] ?? 0) < most),
      words: { value: texts.rate, count: texts.column.sessions, none: texts.none },
    };
  }, [days]);
  const format = useCallback((value: number) => formatPercent(value), []);
  const openDay = useCallback(
    (day: string) =>
      void navigate({
        to: '/conversations',
        search: { from: day, to: addDays(day, 1), outcome: 'handed_off' },
      }),
    [navigate],
  );
  return (
    <TrendChart
      {...plot}
      label={texts.label(formatZoneDays(window, 'UTC'))}
      hollowBelow={HOLLOW}
      notes={NO_MARKS}
      format={format}
      height={HEIGHT}
      isLastPartial={window.endsToday}
      onDay={openDay}
    />
  );
}

function daysTable(days: readonly Day[], window: DayWindow): ChartTable {
  const { column } = texts;
  return {
    caption: texts.label(formatZoneDays(window, 'UTC')),
    fileName: `conversations-handovers-${window.from}-to-${addDays(window.to, -1)}-utc`,
    columns: [
      { key: 'date_utc', label: column.day, isNumber: false },
      { key: 'conversations', label: column.sessions, isNumber: true },
      { key: 'handed_over', label: column.handedOver, isNumber: true },
      { key: 'share', label: column.rate, isNumber: true },
      { key: 'median_wait_seconds', label: column.wait, isNumber: true },
    ],
    rows: days.map((row) => {
      const rate = rateOf(row);
      return [
        { shown: formatUtcDay(row.day), exact: row.day },
        { shown: formatCount(row.sessions), exact: row.sessions },
        { shown: formatCount(row.handed_over), exact: row.handed_over },
        { shown: rate === null ? texts.none : formatPercent(rate), exact: rate },
        {
          shown: row.median_wait_seconds === null ? messages.none : waitText(row),
          exact: row.median_wait_seconds,
        },
      ];
    }),
  };
}
