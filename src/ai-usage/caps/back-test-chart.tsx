import { TRIED_CAPS, type TriedCap } from '#src/ai-usage/search.ts';
import { ChartFrame } from '#src/charts/chart-frame.tsx';
import type { ChartLine, ChartTable } from '#src/charts/chart-types.ts';
import { ColumnChart } from '#src/charts/day-charts.tsx';
import { formatCompact } from '#src/format/compact.ts';
import { formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import type { DayWindow } from '#src/panels/day-window.ts';
import { formatUtcDays, formatUtcDaysAndYears } from '#src/panels/window-text.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { formatExact, formatLimit, formatRate, isSameAmount, roundAmount, type Amount } from './cap-amounts.ts';
import { columnsOf, type Trial, type TrialDays } from './cap-trial.ts';
import { messages } from './caps-tab-messages.ts';
import { messages as capMessages } from './messages.ts';
import type { StoppedState } from './stopped-by-service.tsx';

interface BackTestChartProps {
  readonly trial: Trial;
  readonly state: StoppedState;
  readonly tested: TrialDays;
  readonly window: DayWindow;
  /** The resource of the days. */
  readonly resource: string;
  /** The action of the saved cap. */
  readonly savedAction: string;
  readonly onCap: (cap: TriedCap) => void;
  /** Left out where nothing can be tried. */
  readonly onTry: ((amount: Amount) => void) | undefined;
}

const texts = messages.chart;
const HEIGHT = 262;
/** Times the highest column. */
const FAR = 3;

/** The days with the cap through them: those above it in red, the tried line to be dragged. */
export function BackTestChart(props: BackTestChartProps) {
  const { trial, tested, window, resource, onCap } = props;
  const { cap, amount, result } = trial;
  const days = tested.days.filter(({ date }) => date >= tested.from).map(({ date }) => date);
  const values = columnsOf(cap, tested);
  const isFar = isFarAbove(trial, values);
  return (
    <ChartFrame
      title={texts.title}
      note={formatUtcDays(window)}
      pictureNote={formatUtcDaysAndYears(window)}
      table={tableOf(props, values)}
      resource={resource}
      actions={
        <Segmented
          label={texts.cap}
          value={cap}
          options={TRIED_CAPS.map((value) => ({ value, label: capMessages.name[value] }))}
          onChange={onCap}
        />
      }
    >
      <ColumnChart
        label={texts.label[cap](days.length, result.hits.length, formatLimit(cap, amount))}
        days={days}
        series={[{ key: cap, label: texts.series[cap], colour: 'muted', values }]}
        marked={new Set(result.hits.map(({ day }) => day))}
        format={cap === 'budget' ? formatCost : formatTokens}
        height={HEIGHT}
        lines={isFar ? linesOf(props).filter((line) => line.look === 'dashed') : linesOf(props)}
        isLastPartial={days.at(-1) === tested.today}
      />
      {isFar && trial.saved !== null ? (
        <p className="text-12 text-ink-3">
          {texts.above(texts.savedLine(formatLimit(cap, trial.saved), props.savedAction))}
        </p>
      ) : null}
    </ChartFrame>
  );
}

/** A saved cap that is so far above the days, and what is tried, that its line would leave them no height. */
export function isFarAbove({ saved, amount }: Pick<Trial, 'saved' | 'amount'>, values: readonly number[]): boolean {
  if (saved === null) return false;
  const tried = isSameAmount(saved, amount) ? 0 : Number(amount);
  const highest = Math.max(0, tried, ...values);
  return highest > 0 && Number(saved) > FAR * highest;
}

function formatCost(usd: number, length: 'short' | 'full'): string {
  return length === 'short' ? formatWholeUsd(usd) : formatUsd(usd);
}

function formatTokens(tokens: number, length: 'short' | 'full'): string {
  return length === 'short' ? formatCompact(tokens) : formatCount(tokens);
}

function linesOf({ trial, savedAction, onTry }: BackTestChartProps): readonly ChartLine[] {
  const { cap, amount, action, saved } = trial;
  const onChange = onTry && ((value: number) => onTry(roundAmount(cap, value)));
  const handle = { name: texts.handle[cap], text: formatRate(cap, amount) };
  const savedLine = (limit: Amount, does: string): ChartLine => ({
    label: texts.savedLine(formatLimit(cap, limit), does),
    value: Number(limit),
    look: 'solid',
    tone: 'warn',
  });
  if (isSameAmount(saved, amount)) return [{ ...savedLine(amount, action), onChange, handle }];
  const tried: ChartLine = {
    label: texts.triedLine(formatLimit(cap, amount), action),
    value: Number(amount),
    look: 'dashed',
    tone: 'danger',
    onChange,
    handle,
  };
  return saved === null ? [tried] : [savedLine(saved, savedAction), tried];
}

function tableOf({ trial, state, tested }: BackTestChartProps, values: readonly number[]): ChartTable {
  const { cap, amount, result } = trial;
  const { columns } = texts;
  const hits = new Set(result.hits.map(({ day }) => day));
  return {
    caption: texts.caption(formatRate(cap, amount)),
    fileName: texts.file,
    columns: [
      { key: 'day', label: columns.day, isNumber: false },
      { key: 'amount', label: columns[cap], isNumber: true },
      { key: 'calls', label: columns.calls, isNumber: true },
      { key: 'cost', label: columns.cost, isNumber: true },
      { key: 'hit', label: columns.hit, isNumber: false },
      { key: 'refused', label: columns.refused, isNumber: true },
    ],
    rows: tested.days
      .filter(({ date }) => date >= tested.from)
      .map(({ date, tokens, calls, cost_usd }, index) => {
        const isHit = hits.has(date);
        const value = cap === 'budget' ? (values[index] ?? 0) : tokens;
        const stopped = state.kind === 'known' ? (state.stopped.byDay.get(date) ?? 0) : null;
        const day = formatUtcDay(date);
        return [
          { shown: date === tested.today ? texts.soFar(day) : day, exact: date },
          { shown: cap === 'budget' ? formatUsd(Number(value)) : formatExact(cap, value), exact: value },
          { shown: formatCount(calls), exact: calls },
          { shown: formatUsd(cost_usd), exact: cost_usd },
          { shown: isHit ? texts.yes : texts.no, exact: isHit ? 1 : 0 },
          { shown: stopped === null ? texts.no : formatCount(Math.round(stopped)), exact: stopped },
        ];
      }),
  };
}
