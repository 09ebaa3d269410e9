import type { UseQueryResult } from '@tanstack/react-query';
import type { AiLimits } from '#contract/ai-limits.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { formatLimit } from '#src/ai-usage/caps/cap-amounts.ts';
import { crossingDay, reachedOn, type Forecast, type MonthCurve } from '#contract/ai-forecast.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { ChartFrame } from '#src/charts/chart-frame.tsx';
import type { ChartLine, ChartTable } from '#src/charts/chart-types.ts';
import { BurnUpChart } from '#src/charts/day-charts.tsx';
import { formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { formatUtcDay, formatUtcMonth, formatUtcMonthAndYear } from '#src/format/utc-day.ts';
import { Skeleton } from '#src/ui/loading.tsx';
import { messages } from './messages.ts';
import type { MonthFigures } from './month-figures.ts';

interface BurnUpPanelProps {
  readonly usage: UseQueryResult<Reply<typeof getAiUsage>>;
  readonly month: MonthFigures;
  readonly limits: AiLimits | undefined;
}

const HEIGHT = 240;
const PHONE_HEIGHT = 210;
const texts = messages.burnUp;

/** The running total of this month against the budget, and where it goes. */
export function BurnUpPanel({ usage, month: figures, limits }: BurnUpPanelProps) {
  const isPhone = useMedia('(max-width: 767.98px)');
  const height = isPhone ? PHONE_HEIGHT : HEIGHT;
  const { data } = usage;
  const { trend, costUsd, curve, curves } = figures;
  const today = trend.at(-1)?.date;
  if (data === undefined || today === undefined) {
    return (
      <section aria-label={texts.title} aria-busy={!usage.isError} className="min-w-0 flex-1">
        <h2 className="flex min-h-control items-center text-14 font-semibold">{texts.title}</h2>
        <div style={{ height }}>
          {usage.isError ? (
            <p className="text-12 text-ink-3">{texts.failed}</p>
          ) : (
            <Skeleton className="h-full w-full" />
          )}
        </div>
      </section>
    );
  }
  // On the last day there is no day left to draw.
  const forecast = curves === null ? null : figures.forecast;
  const month = formatUtcMonth(today);
  const limit = limits?.budget.limit ?? null;
  const label = [
    texts.label(formatUsd(costUsd), month),
    forecast === null
      ? []
      : texts.labelForecast(formatWholeUsd(forecast.monthEnd.middle), formatUtcDay(forecast.lastDay)),
    limit === null ? [] : texts.labelBudget(formatLimit('budget', limit)),
  ];
  return (
    <div className="min-w-0 flex-1">
      <ChartFrame
        title={texts.title}
        note={texts.note(month)}
        pictureNote={texts.note(formatUtcMonthAndYear(today))}
        table={tableOf(figures, today)}
      >
        <BurnUpChart
          label={label.flat().join(', ')}
          days={curve.days}
          actual={curve.actual}
          forecast={curves}
          crossing={limit === null ? null : crossingOf(curve, forecast, Number(limit))}
          lines={linesOf(limits)}
          format={(value, length) => (length === 'short' ? formatWholeUsd(value) : formatUsd(value))}
          height={height}
          group="ai-days"
        />
      </ChartFrame>
    </div>
  );
}

/** The budget, as a line across the chart. */
function linesOf(limits: AiLimits | undefined): readonly ChartLine[] {
  const limit = limits?.budget.limit ?? null;
  if (limits === undefined || limit === null) return [];
  return [
    {
      label: texts.budget(formatLimit('budget', limit), texts.action[limits.action]),
      value: Number(limit),
      look: 'solid',
      tone: limits.budget.exceeded ? 'danger' : 'warn',
    },
  ];
}

/** Where the budget was reached, else where the forecast reaches it. */
function crossingOf(curve: MonthCurve, forecast: Forecast | null, value: number) {
  const day = reachedOn(curve, value) ?? (forecast === null ? null : crossingDay(forecast, value));
  return day === null ? null : { day, value, label: formatUtcDay(day) };
}

/** Each day of the month with what was spent by its end, or what is expected. */
function tableOf({ curve: { days, actual }, curves }: MonthFigures, today: string): ChartTable {
  const { day, spent, forecast, low, high } = texts.columns;
  const columns = [
    { key: 'spent_usd', label: spent, values: actual },
    ...(curves === null
      ? []
      : [
          { key: 'forecast_usd', label: forecast, values: curves.middle },
          { key: 'forecast_low_usd', label: low, values: curves.low },
          { key: 'forecast_high_usd', label: high, values: curves.high },
        ]),
  ];
  return {
    caption: `${texts.title}, ${texts.note(formatUtcMonthAndYear(today))}`,
    fileName: texts.fileName(today.slice(0, 7)),
    columns: [
      { key: 'date_utc', label: day, isNumber: false },
      ...columns.map(({ key, label }) => ({ key, label, isNumber: true })),
    ],
    get rows() {
      return days.map((date, index) => [
        { shown: formatUtcDay(date), exact: date },
        ...columns.map(({ values }) => {
          const value = values[index] ?? null;
          return { shown: value === null ? messages.breakdown.none : formatUsd(value), exact: value };
        }),
      ]);
    },
  };
}
