import { ChartFrame } from '#src/charts/chart-frame.tsx';
import { ColumnChart } from '#src/charts/column-chart.tsx';
import type { ChartLine, ChartTable } from '#src/charts/chart-types.ts';
import { messages as shared } from '#src/ai-usage/messages.ts';
import { TRIED_CAPS, type TriedCap } from '#src/ai-usage/search.ts';
import { addDays, type UsageWindow } from '#src/ai-usage/usage-window.ts';
import { formatCompact } from '#src/format/compact.ts';
import { formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { formatExact, formatLimit, formatRate } from './cap-amount.ts';
import { messages } from './back-test-messages.ts';
import type { StoppedState } from './use-stopped.ts';
import { columnsOf, type Trial, type TrialDays } from './tried-cap.ts';

interface BackTestChartProps {
  readonly trial: Trial;
  readonly state: StoppedState;
  readonly tested: TrialDays;
  readonly window: UsageWindow;
  /** What the days come from. */
  readonly resource: string;
  /** What the saved cap does. */
  readonly savedAction: string;
  readonly onCap: (cap: TriedCap) => void;
  readonly onTry: (amount: number) => void;
}

const HEIGHT = 262;

/** The days with the cap through them: those above it in red, the tried line to be dragged. */
export function BackTestChart({
  trial,
  state,
  tested,
  window,
  resource,
  savedAction,
  onCap,
  onTry,
}: BackTestChartProps) {
  const { cap, amount, result } = trial;
  const days = tested.days.filter(({ date }) => date >= tested.from).map(({ date }) => date);
  const values = columnsOf(cap, tested);
  const last = days.at(-1);
  return (
    <ChartFrame
      title={messages.chart.title}
      note={shared.utcDays(formatUtcDay(window.from), formatUtcDay(addDays(window.to, -1)))}
      table={tableOf(trial, tested, values, state)}
      resource={resource}
      actions={
        <Segmented
          label={messages.chart.cap}
          value={cap}
          options={TRIED_CAPS.map((value) => ({ value, label: messages.chart[value] }))}
          onChange={onCap}
        />
      }
    >
      <ColumnChart
        label={messages.chart.label[cap](days.length, result.hits.length, formatLimit(cap, amount))}
        days={days}
        series={[{ key: cap, label: messages.chart.series[cap], colour: 'muted', values }]}
        marked={new Set(result.hits.map(({ day }) => day))}
        format={cap === 'budget' ? formatBudget : formatTokens}
        height={HEIGHT}
        lines={linesOf(trial, savedAction, onTry)}
        isLastPartial={last === tested.today}
      />
    </ChartFrame>
  );
}

function formatBudget(usd: number, length: 'short' | 'full'): string {
  return length === 'short' ? formatWholeUsd(usd) : formatUsd(usd);
}

function formatTokens(tokens: number, length: 'short' | 'full'): string {
  return length === 'short' ? formatCompact(tokens) : formatCount(tokens);
}

function linesOf(
  { cap, amount, action, saved }: Trial,
  savedAction: string,
  onTry: (amount: number) => void,
): readonly ChartLine[] {
  const isSaved = String(saved) === String(amount);
  const tried: ChartLine = {
    label: (isSaved ? messages.chart.savedLine : messages.chart.triedLine)(formatLimit(cap, amount), action),
    value: Number(amount),
    look: isSaved ? 'solid' : 'dashed',
    tone: isSaved ? 'warn' : 'danger',
    onChange: onTry,
  };
  if (saved === null || isSaved) return [tried];
  return [
    {
      label: messages.chart.savedLine(formatLimit(cap, saved), savedAction),
      value: Number(saved),
      look: 'solid',
      tone: 'warn',
    },
    tried,
  ];
}

function tableOf(
  { cap, amount, result }: Trial,
  { days, from, today }: TrialDays,
  values: readonly number[],
  state: StoppedState,
): ChartTable {
  const texts = messages.chart.columns;
  const shares = new Map(result.hits.map(({ day, refusedShare }) => [day, refusedShare]));
  const column = (key: string, label: string, isNumber = true) => ({ key, label, isNumber });
  return {
    caption: messages.chart.caption(formatRate(cap, amount)),
    fileName: messages.chart.file,
    columns: [
      column('day', texts.day, false),
      column('amount', texts[cap]),
      column('calls', texts.calls),
      column('cost', texts.cost),
      column('hit', texts.hit, false),
      column('refused', texts.refused),
    ],
    rows: days
      .filter(({ date }) => date >= from)
      .map(({ date, tokens, calls, cost_usd }, index) => {
        const share = shares.get(date);
        const value = cap === 'budget' ? (values[index] ?? 0) : tokens;
        const stopped = state.kind === 'known' ? (state.stopped.byDay.get(date) ?? 0) : null;
        const shown = formatUtcDay(date);
        return [
          { shown: date === today ? messages.chart.soFar(shown) : shown, exact: date },
          { shown: cap === 'budget' ? formatUsd(Number(value)) : formatExact(cap, value), exact: value },
          { shown: formatCount(calls), exact: calls },
          { shown: formatUsd(cost_usd), exact: cost_usd },
          { shown: share === undefined ? messages.chart.no : messages.chart.yes, exact: share === undefined ? 0 : 1 },
          { shown: stopped === null ? messages.chart.no : formatCount(Math.round(stopped)), exact: stopped },
        ];
      }),
  };
}
