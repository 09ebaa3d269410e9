import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CsatDefinition } from '#contract/csat-reports.ts';
import { ChartFrame } from '#src/charts/chart-frame.tsx';
import { TrendChart } from '#src/charts/day-charts.tsx';
import { axisOf, definitionName, formatValue, HOLLOW } from '#src/csat/figures.ts';
import { daysOptions, type ShownWindow, type Summary } from '#src/csat/queries.ts';
import { sharedOf, type OverviewSearch } from '#src/csat/search.ts';
import { addDays } from '#src/format/days.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { formatZoneDays } from '#src/panels/window-text.ts';
import { messages } from './messages.ts';
import { trendTable } from './overview-files.ts';
import { MAX_DAYS_DRAWN, stepOf, trendSteps, type TrendStep } from './trend-figures.ts';
import type { TrendNote } from './trend-notes.ts';

const texts = messages.trend;
export const TREND_HEIGHT = 296;

interface TrendPanelProps {
  readonly search: OverviewSearch;
  readonly window: ShownWindow;
  readonly summary: Summary;
  readonly notes: readonly TrendNote[];
}

/** The score of each day with its interval, how many answers it is made of, and what happened then. */
export function TrendPanel({ search, window, summary, notes }: TrendPanelProps) {
  const { definition, asked, goodFrom } = summary;
  const days = useQuery(daysOptions(search, window, asked));
  const navigate = useNavigate();
  const isByWeek = window.days > MAX_DAYS_DRAWN;
  const name = definitionName(definition ?? 'mean', goodFrom);
  const title = (isByWeek ? texts.weekTitle : texts.title)(name);
  const note = isByWeek ? texts.weekNote : texts.note;
  if (days.data === undefined || definition === undefined)
    return (
      <ChartFrame
        title={title}
        note={texts.joined([note, ...(definition === 'mean' ? [texts.cut] : [])])}
        table={null}
        resource="csat_reports"
      >
        <QueryState
          query={{ ...days, data: undefined, error: days.data === undefined ? days.error : null }}
          name={texts.name}
          skeleton={<div style={{ height: TREND_HEIGHT }} />}
        >
          {() => null}
        </QueryState>
      </ChartFrame>
    );
  const steps = trendSteps(days.data.items, window.to);
  return (
    <Trend
      title={title}
      steps={steps}
      notes={notes}
      definition={definition}
      name={name}
      window={window}
      note={note}
      resource="csat_reports"
      onStep={({ date, to }) =>
        void navigate({
          to: '/csat/answers',
          search: { ...sharedOf(search), days: undefined, from: date, to },
        })
      }
    />
  );
}

interface TrendProps {
  readonly title: string;
  readonly steps: readonly TrendStep[];
  readonly notes: readonly TrendNote[];
  readonly definition: CsatDefinition;
  /** The name of the definition. */
  readonly name: string;
  readonly window: ShownWindow;
  /** What is drawn how. */
  readonly note: string;
  readonly resource: string;
  readonly onStep?: ((step: TrendStep) => void) | undefined;
}

/** The chart with its table and its files. */
export function Trend(props: TrendProps) {
  const { title, steps, notes, definition, name, window, note, resource, onStep } = props;
  const { min, ticks } = axisOf(
    definition,
    steps.map(({ value }) => value),
  );
  const span = formatZoneDays(window, window.zone);
  const isByWeek = window.days > MAX_DAYS_DRAWN;
  const axis = definition === 'mean' ? [min === 0 ? texts.whole : texts.cut] : [];
  const stepFrom = new Map(steps.map((step) => [step.date, step]));
  return (
    <ChartFrame
      title={title}
      note={texts.joined([note, ...axis])}
      pictureNote={texts.joined([span, note, ...axis])}
      table={trendTable({ steps, notes, definition, name, window })}
      resource={resource}
    >
      <TrendChart
        label={(isByWeek ? texts.weekLabel : texts.label)(name, span)}
        days={steps.map(({ date }) => date)}
        values={steps.map(({ value }) => value)}
        low={steps.map(({ low }) => low)}
        high={steps.map(({ high }) => high)}
        counts={steps.map(({ responses }) => responses)}
        hollowBelow={HOLLOW}
        ticks={ticks}
        notes={notes.flatMap(({ day, text }) => {
          const at = stepOf(steps, day);
          return at === null ? [] : [{ day: at, text }];
        })}
        words={{ value: name, range: texts.range, count: texts.count, none: texts.none }}
        format={(value, length) =>
          definition === 'mean' && length === 'short' ? formatTick(value, ticks) : formatValue(definition, value)
        }
        height={TREND_HEIGHT}
        isLastPartial={window.to > window.today}
        nameOf={isByWeek ? (day) => spanOf(stepFrom.get(day), day) : undefined}
        group="csat-days"
        onDay={
          onStep === undefined
            ? undefined
            : (day) => {
                const step = stepFrom.get(day);
                if (step !== undefined) onStep(step);
              }
        }
      />
    </ChartFrame>
  );
}

/** A tick of the axis: "4.5", "4.0". */
function formatTick(value: number, ticks: readonly number[]): string {
  return ticks.includes(value) && Number.isInteger(value * 2) ? value.toFixed(1) : formatValue('mean', value);
}

function spanOf(step: TrendStep | undefined, day: string): string {
  const last = step === undefined ? day : addDays(step.to, -1);
  return last === day ? formatUtcDay(day) : texts.span(formatUtcDay(day), formatUtcDay(last));
}
