import type { UseQueryResult } from '@tanstack/react-query';
import type { AiLimits } from '#contract/ai-limits.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { crossingDay, forecastCurves, forecastMonth, type Forecast } from '#src/ai-usage/figures/forecast.ts';
import { daysLeft, monthCurve, reachedOn, type MonthCurve } from '#src/ai-usage/figures/forecast.ts';
import type { TabProps } from '#src/ai-usage/tab-props.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { BurnUpChart } from '#src/charts/burn-up-chart.tsx';
import { ChartFrame } from '#src/charts/chart-frame.tsx';
import type { ChartLine, ChartTable } from '#src/charts/chart-types.ts';
import { formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { formatUtcDay, formatUtcMonth, formatUtcMonthAndYear } from '#src/format/utc-day.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { formatBudget } from './format-budget.ts';
import { messages } from './messages.ts';

type Curve = readonly (number | null)[];

/** The curve as a table: each day of the month with what was spent by its end, or what is expected. */
function burnUpTable(
  { days, actual }: MonthCurve,
  curves: { readonly middle: Curve; readonly low: Curve; readonly high: Curve } | null,
  today: string,
): ChartTable {
  const columns = curves === null ? [actual] : [actual, curves.middle, curves.low, curves.high];
  const { day, spent, forecast, low, high } = messages.burnUp.columns;
  const labels = curves === null ? [spent] : [spent, forecast, low, high];
  return {
    caption: `${messages.burnUp.title}, ${messages.burnUp.note(formatUtcMonthAndYear(today))}`,
    fileName: messages.burnUp.fileName(today.slice(0, 7)),
    columns: [
      { key: 'date_utc', label: day, isNumber: false },
      ...labels.map((label, index) => ({
        key: ['spent_usd', 'forecast_usd', 'forecast_low_usd', 'forecast_high_usd'][index] ?? '',
        label,
        isNumber: true,
      })),
    ],
    rows: days.map((date, index) => [
      { shown: formatUtcDay(date), exact: date },
      ...columns.map((column) => {
        const value = column[index] ?? null;
        return { shown: value === null ? messages.feature.none : formatUsd(value), exact: value };
      }),
    ]),
  };
}

interface BurnUpPanelProps extends TabProps {
  readonly usage: UseQueryResult<Reply<typeof getAiUsage>>;
  readonly limits: AiLimits | undefined;
}

const HEIGHT = 300;
const PHONE_HEIGHT = 210;

/** The running total of this month against the budget, and where it goes. */
export function BurnUpPanel({ usage, limits, search, go }: BurnUpPanelProps) {
  const height = useMedia('(max-width: 767.98px)') ? PHONE_HEIGHT : HEIGHT;
  const { data } = usage;
  const today = data?.trend?.at(-1)?.date;
  if (data === undefined || today === undefined) {
    return (
      <section aria-label={messages.burnUp.title} aria-busy={!usage.isError} className="min-w-0 flex-1">
        <h2 className="flex min-h-control items-center text-14 font-semibold">{messages.burnUp.title}</h2>
        <div style={{ height }}>
          {usage.isError ? (
            <p className="text-12 text-ink-3">{messages.burnUp.failed}</p>
          ) : (
            <Skeleton className="h-full w-full" />
          )}
        </div>
      </section>
    );
  }
  const costMonth = data.summary.cost_month_usd;
  const curve = monthCurve(data.trend ?? [], costMonth);
  // On the last day there is no day left to draw.
  const forecast = daysLeft(today) === 0 ? null : forecastMonth(data.trend ?? [], costMonth);
  const curves = forecast === null ? null : forecastCurves(forecast, curve);
  const lines = budgetLines(limits, search.budget, (usd) =>
    go({ ...search, budget: String(Math.round(usd * 100) / 100) }, { replace: true }),
  );
  const month = formatUtcMonth(today);
  return (
    <div className="min-w-0 flex-1">
      <ChartFrame
        title={messages.burnUp.title}
        note={messages.burnUp.note(month)}
        table={burnUpTable(curve, curves, today)}
        resource="ai_usage"
      >
        <BurnUpChart
          label={pictureLabel({ costMonth, month, forecast, limits })}
          days={curve.days}
          actual={curve.actual}
          forecast={curves}
          crossing={crossing(curve, forecast, limits?.budget.limit ?? null)}
          lines={lines}
          format={(value, length) => (length === 'short' ? formatWholeUsd(value) : formatUsd(value))}
          height={height}
          group="ai-days"
        />
      </ChartFrame>
    </div>
  );
}

function budgetLines(
  limits: AiLimits | undefined,
  tried: string | undefined,
  onChange: (usd: number) => void,
): readonly ChartLine[] {
  const limit = limits?.budget.limit ?? null;
  const lines: ChartLine[] = [];
  if (limits !== undefined && limit !== null) {
    lines.push({
      label: messages.burnUp.budget(formatBudget(limit), messages.burnUp.action[limits.action]),
      value: Number(limit),
      look: 'solid',
      tone: limits.budget.exceeded ? 'danger' : 'warn',
    });
  }
  if (tried !== undefined && tried !== 'none' && Number(tried) !== Number(limit ?? -1)) {
    const value = Number(tried);
    lines.push({ label: messages.burnUp.tried(formatBudget(value)), value, look: 'dashed', tone: 'ink', onChange });
  }
  return lines;
}

/** Where the budget was reached, else where the forecast reaches it. */
function crossing(curve: MonthCurve, forecast: Forecast | null, limit: number | bigint | null) {
  if (limit === null) return null;
  const value = Number(limit);
  const day = reachedOn(curve, value) ?? (forecast === null ? null : crossingDay(forecast, value));
  return day === null ? null : { day, value, label: formatUtcDay(day) };
}

function pictureLabel(shown: {
  readonly costMonth: number;
  readonly month: string;
  readonly forecast: Forecast | null;
  readonly limits: AiLimits | undefined;
}): string {
  const { costMonth, month, forecast, limits } = shown;
  const limit = limits?.budget.limit ?? null;
  return [
    messages.burnUp.label(formatUsd(costMonth), month),
    ...(forecast === null
      ? []
      : [messages.burnUp.labelForecast(formatWholeUsd(forecast.monthEnd.middle), formatUtcDay(forecast.lastDay))]),
    ...(limit === null ? [] : [messages.burnUp.labelBudget(formatBudget(limit))]),
  ].join(', ');
}
