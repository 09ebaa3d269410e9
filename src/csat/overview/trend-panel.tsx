import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { CsatDay, CsatDefinition } from '#contract/csat-reports.ts';
import { ChartFrame, type ChartTable } from '#src/charts/chart-frame.tsx';
import type { DayNote } from '#src/charts/chart-props.ts';
import { TrendChart } from '#src/charts/charts.tsx';
import { ticksOf, definitionName, formatTick, formatValue, HOLLOW } from '#src/csat/figure-text.ts';
import { daysOptions, type ShownWindow, type Summary } from '#src/csat/queries.ts';
import { type OverviewSearch, sharedOf } from '#src/csat/search.ts';
import { addDays, formatUtcDay } from '#src/format/days.ts';
import { formatCount } from '#src/format/number.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { formatZoneDays } from '#src/panels/day-window.ts';
import { messages } from './messages.ts';
import type { ChartNote } from '#contract/chart-notes.ts';

const texts = messages.trend;
export const TREND_HEIGHT = 260;
const NO_NOTES: readonly ChartNote[] = [];
const NO_MARKS: readonly DayNote[] = [];

interface TrendPanelProps {
  readonly search: OverviewSearch;
  readonly window: ShownWindow;
  readonly summary: Summary;
  readonly notes: readonly ChartNote[] | undefined;
  /** Without the other parts of the page; days do not open their answers. */
  readonly isAlone: boolean;
}

/** The score of each day, how many answers it is made of, and its notes. */
export function TrendPanel({ search, window, summary, notes, isAlone }: TrendPanelProps) {
  const { definition, asked, goodFrom } = summary;
  const days = useQuery(daysOptions(search, window, asked));
  const navigate = useNavigate();
  const steps = useMemo(() => days.data && trendSteps(days.data.items, window.to), [days.data, window.to]);
  const openStep = useCallback(
    ({ date, to }: TrendStep) =>
      void navigate({ to: '/csat/answers', search: { ...sharedOf(search), days: undefined, from: date, to } }),
    [navigate, search],
  );
  const isByWeek = window.days > MAX_DAYS_DRAWN;
  const name = definitionName(definition ?? 'mean', goodFrom);
  const title = (isByWeek ? texts.weekTitle : texts.title)(name);
  const isCut = definition !== undefined && steps !== undefined && ticksOf(definition, valuesOf(steps))[0] === 3;
  const note = [...(isCut ? [texts.cut] : []), isByWeek ? texts.weekNote : texts.note].join(', ');
  return (
    <Trend
      title={title}
      steps={definition === undefined ? null : (steps ?? null)}
      // A chart is drawn again for another array, even an empty one.
      notes={notes === undefined || notes.length === 0 ? NO_NOTES : notes}
      definition={definition}
      name={name}
      window={window}
      note={note}
      onStep={isAlone ? undefined : openStep}
    >
      <QueryState
        query={{ ...days, data: undefined, error: days.data === undefined ? days.error : null }}
        name={texts.name}
        skeleton={<div style={{ height: TREND_HEIGHT }} />}
      >
        {() => null}
      </QueryState>
    </Trend>
  );
}

interface TrendProps {
  readonly title: string;
  /** Null while loading. */
  readonly steps: readonly TrendStep[] | null;
  readonly notes: readonly ChartNote[];
  /** Undefined while loading. */
  readonly definition: CsatDefinition | undefined;
  /** The name of the definition. */
  readonly name: string;
  readonly window: ShownWindow;
  /** How to read the chart. */
  readonly note: string;
  readonly onStep?: ((step: TrendStep) => void) | undefined;
  /** Shown while loading. */
  readonly children?: ReactNode;
}

/** The chart with its table and its files, in one frame from the start so that the table stays open while data loads. */
export function Trend({ children, ...props }: TrendProps) {
  const { title, steps, definition = 'mean', note } = props;
  return (
    <ChartFrame title={title} note={note} table={steps === null ? null : trendTable({ ...props, steps, definition })}>
      {steps === null ? children : <TrendPlot {...props} steps={steps} definition={definition} />}
    </ChartFrame>
  );
}

interface TrendPlotProps extends Pick<TrendProps, 'notes' | 'name' | 'window' | 'onStep'> {
  readonly steps: readonly TrendStep[];
  readonly definition: CsatDefinition;
}

function TrendPlot({ steps, notes, definition, name, window, onStep }: TrendPlotProps) {
  const isByWeek = window.days > MAX_DAYS_DRAWN;
  const plot = useMemo(() => {
    const stepFrom = new Map(steps.map((step) => [step.date, step]));
    return {
      days: steps.map(({ date }) => date),
      values: valuesOf(steps),
      counts: steps.map(({ responses }) => responses),
      ticks: ticksOf(definition, valuesOf(steps)),
      words: { value: name, count: texts.count, none: texts.none },
      format: (value: number, length: 'short' | 'full') =>
        length === 'short' ? formatTick(definition, value) : formatValue(definition, value),
      nameOf: isByWeek ? (day: string) => spanOf(stepFrom.get(day), day) : undefined,
      onDay:
        onStep === undefined
          ? undefined
          : (day: string) => {
              const step = stepFrom.get(day);
              if (step !== undefined) onStep(step);
            },
    };
  }, [steps, definition, name, isByWeek, onStep]);
  const marks = useMemo(() => {
    if (notes.length === 0) return NO_MARKS;
    return notes.flatMap(({ date, text }) => {
      const at = stepOf(steps, date);
      return at === null ? [] : [{ day: at, text }];
    });
  }, [notes, steps]);
  return (
    <TrendChart
      {...plot}
      label={(isByWeek ? texts.weekLabel : texts.label)(name, formatZoneDays(window, window.zone))}
      hollowBelow={HOLLOW}
      notes={marks}
      height={TREND_HEIGHT}
      isLastPartial={window.to > window.today}
    />
  );
}

/** The steps as a table and as rows of a file, where a gap is empty. */
function trendTable({ steps, notes, definition, name, window }: TrendPlotProps): ChartTable {
  const isByWeek = steps.some(({ date, to }) => addDays(date, 1) < to);
  const cell = (value: number | null, none: string) => ({
    shown: value === null ? none : formatValue(definition, value),
    exact: value,
  });
  const said = (date: string) =>
    notes
      .filter((note) => stepOf(steps, note.date) === date)
      .map(({ text }) => text)
      .join('; ');
  const hasNotes = steps.some(({ date }) => said(date) !== '');
  return {
    caption: (isByWeek ? texts.weekLabel : texts.label)(name, formatZoneDays(window, window.zone)),
    fileName: `csat-${isByWeek ? 'weeks' : 'days'}-${window.from}-to-${addDays(window.to, -1)}`,
    columns: [
      {
        key: isByWeek ? 'week_from' : 'date',
        label: isByWeek ? texts.columns.week : texts.columns.day,
        isNumber: false,
      },
      { key: definition, label: name, isNumber: true },
      { key: 'responses', label: texts.count, isNumber: true },
      ...(hasNotes ? [{ key: 'notes', label: texts.columns.notes, isNumber: false }] : []),
    ],
    rows: steps.map(({ date, value, responses }) => [
      { shown: formatUtcDay(date), exact: date },
      cell(value, texts.none),
      { shown: formatCount(responses), exact: responses },
      ...(hasNotes ? [{ shown: said(date), exact: said(date) === '' ? null : said(date) }] : []),
    ]),
  };
}

const valuesOf = (steps: readonly TrendStep[]) => steps.map(({ value }) => value);

function spanOf(step: TrendStep | undefined, day: string): string {
  const last = step === undefined ? day : addDays(step.to, -1);
  return last === day ? formatUtcDay(day) : texts.span(formatUtcDay(day), formatUtcDay(last));
}

/** Longer windows are drawn by week, because a year of days shows no trend. */
const MAX_DAYS_DRAWN = 120;

/** A day or a week of the trend. */
export interface TrendStep extends CsatDay {
  /** The day after its last one. */
  readonly to: string;
}

/** The days as they are drawn: one by one, or by week. @param to the day after the last one */
export function trendSteps(days: readonly CsatDay[], to: string): readonly TrendStep[] {
  if (days.length <= MAX_DAYS_DRAWN) return days.map((day) => ({ ...day, to: addDays(day.date, 1) }));
  const weeks = Map.groupBy(days, ({ date }) => mondayOf(date));
  return [...weeks].map(([monday, ofWeek]) => {
    const responses = ofWeek.reduce((sum, day) => sum + day.responses, 0);
    // A mean and a share are sums over answers, so the value of a week is that of its days by their answers.
    const total = ofWeek.reduce((sum, { value, responses: n }) => sum + (value ?? 0) * n, 0);
    const end = addDays(monday, 7);
    return {
      date: ofWeek[0]?.date ?? monday,
      to: end < to ? end : to,
      responses,
      value: responses === 0 ? null : total / responses,
    };
  });
}

/** The Monday of a date's week. */
function mondayOf(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday + 6) % 7));
}

/** The first day of the step that contains a day; null if none does. */
export function stepOf(steps: readonly TrendStep[], day: string): string | null {
  return steps.find(({ date, to }) => day >= date && day < to)?.date ?? null;
}
