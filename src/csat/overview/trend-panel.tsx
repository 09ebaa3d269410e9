import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CsatDefinition } from '#contract/csat-reports.ts';
import { ChartFrame } from '#src/charts/chart-frame.tsx';
import { TrendChart } from '#src/charts/day-charts.tsx';
import { axisOf, definitionName, formatTick, formatValue, HOLLOW } from '#src/csat/figures.ts';
import { daysOptions, type ShownWindow, type Summary } from '#src/csat/queries.ts';
import { sharedOf, type OverviewSearch } from '#src/csat/search.ts';
import { addDays } from '#src/format/days.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { formatZoneDays, formatZoneDaysAndYears } from '#src/panels/window-text.ts';
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
  /** Without the other parts, and without the way to the answers of a day. */
  readonly isAlone: boolean;
}

/** The score of each day with its interval, how many answers it is made of, and what happened then. */
export function TrendPanel({ search, window, summary, notes, isAlone }: TrendPanelProps) {
  const { definition, asked, goodFrom } = summary;
  const days = useQuery(daysOptions(search, window, asked));
  const navigate = useNavigate();
  const isByWeek = window.days > MAX_DAYS_DRAWN;
  const name = definitionName(definition ?? 'mean', goodFrom);
  const title = (isByWeek ? texts.weekTitle : texts.title)(name);
  const note = isByWeek ? texts.weekNote : texts.note;
  const isKnown = days.data !== undefined && definition !== undefined;
  return (
    <Trend
      title={title}
      steps={isKnown ? trendSteps(days.data.items, window.to) : null}
      notes={notes}
      definition={definition}
      name={name}
      window={window}
      note={note}
      resource="csat_reports"
      onStep={
        isAlone
          ? undefined
          : ({ date, to }) =>
              void navigate({
                to: '/csat/answers',
                search: { ...sharedOf(search), days: undefined, from: date, to },
              })
      }
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
  /** Null until they are known. */
  readonly steps: readonly TrendStep[] | null;
  readonly notes: readonly TrendNote[];
  /** Undefined until it is known. */
  readonly definition: CsatDefinition | undefined;
  /** The name of the definition. */
  readonly name: string;
  readonly window: ShownWindow;
  /** What is drawn how. */
  readonly note: string;
  readonly resource: string;
  readonly onStep?: ((step: TrendStep) => void) | undefined;
  /** In the place of what is not known yet. */
  readonly children?: ReactNode;
}

/** The chart with its table and its files: one frame from the start, so that who reads the table goes on reading it. */
export function Trend({ children, ...props }: TrendProps) {
  const { title, steps, definition = 'mean', window, note, resource } = props;
  const { min } = axisOf(
    definition,
    (steps ?? []).map(({ value }) => value),
  );
  const axis = props.definition === 'mean' ? [min === 0 ? texts.whole : texts.cut] : [];
  const span = formatZoneDaysAndYears(window, window.zone);
  return (
    <ChartFrame
      title={title}
      note={texts.joined([note, ...axis])}
      pictureNote={texts.joined([span, note, ...axis])}
      table={steps === null ? null : trendTable({ ...props, steps, definition })}
      resource={resource}
    >
      {steps === null ? children : <TrendPlot {...props} steps={steps} definition={definition} />}
    </ChartFrame>
  );
}

interface TrendPlotProps extends Pick<TrendProps, 'notes' | 'name' | 'window' | 'onStep'> {
  readonly steps: readonly TrendStep[];
  readonly definition: CsatDefinition;
}

function TrendPlot({ steps, notes, definition, name, window, onStep }: TrendPlotProps) {
  const { ticks } = axisOf(
    definition,
    steps.map(({ value }) => value),
  );
  const span = formatZoneDays(window, window.zone);
  const isByWeek = window.days > MAX_DAYS_DRAWN;
  const stepFrom = new Map(steps.map((step) => [step.date, step]));
  return (
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
      format={(value, length) => (length === 'short' ? formatTick(definition, value) : formatValue(definition, value))}
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
  );
}

function spanOf(step: TrendStep | undefined, day: string): string {
  const last = step === undefined ? day : addDays(step.to, -1);
  return last === day ? formatUtcDay(day) : texts.span(formatUtcDay(day), formatUtcDay(last));
}
