import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AiLimits } from '#contract/ai-limits.ts';
import { formatLimit } from '#src/ai-usage/caps/cap-amounts.ts';
import { crossingDay, reachedOn } from '#contract/ai-forecast.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { ChartFrame, type ChartTable } from '#src/charts/chart-frame.tsx';
import { BurnUpChart } from '#src/charts/charts.tsx';
import { formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { formatUtcDay, formatUtcMonth, formatUtcMonthAndYear } from '#src/format/days.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { messages } from './messages.ts';
import type { MonthFigures, Usage } from './shown-figures.ts';

interface BurnUpPanelProps {
  readonly usage: UseQueryResult<Usage>;
  readonly month: MonthFigures;
  readonly limits: AiLimits | undefined;
}

const HEIGHT = 240;
const PHONE_HEIGHT = 210;
const texts = messages.burnUp;

/** The running total of this month against the budget, with the forecast. */
export function BurnUpPanel({ usage, month: figures, limits }: BurnUpPanelProps) {
  const isPhone = useMedia('(max-width: 767.98px)');
  const height = isPhone ? PHONE_HEIGHT : HEIGHT;
  const today = figures.trend.at(-1)?.date;
  if (today === undefined)
    return (
      <Panel title={texts.title}>
        <QueryState query={usage} name={texts.title} skeleton={<div style={{ height }} />}>
          {() => null}
        </QueryState>
      </Panel>
    );
  return (
    <ChartFrame title={texts.title} note={texts.note(formatUtcMonth(today))} table={tableOf(figures, today)}>
      <BurnUp figures={figures} month={formatUtcMonth(today)} limits={limits} height={height} />
    </ChartFrame>
  );
}

interface BurnUpProps {
  readonly figures: MonthFigures;
  readonly month: string;
  readonly limits: AiLimits | undefined;
  readonly height: number;
}

function BurnUp({ figures: { costUsd, curve, curves, forecast }, month, limits, height }: BurnUpProps) {
  const limit = limits?.budget.limit ?? null;
  const action = limits?.action ?? 'none';
  const isExceeded = limits?.budget.exceeded === true;
  const budget = useMemo(
    () =>
      limit === null
        ? null
        : {
            label: texts.budget(formatLimit('budget', limit), texts.action[action]),
            value: Number(limit),
            isExceeded,
          },
    [limit, action, isExceeded],
  );
  const label = [
    texts.label(formatUsd(costUsd), month),
    // The last day has no day left to draw.
    ...(curves === null || forecast === null
      ? []
      : [texts.labelForecast(formatWholeUsd(forecast.monthEnd.middle), formatUtcDay(forecast.lastDay))]),
    ...(limit === null ? [] : [texts.labelBudget(formatLimit('budget', limit))]),
  ];
  const crossing =
    limit === null
      ? null
      : (reachedOn(curve, Number(limit)) ?? (forecast === null ? null : crossingDay(forecast, Number(limit))));
  return (
    <BurnUpChart
      label={label.join(', ')}
      days={curve.days}
      actual={curve.actual}
      forecast={curves}
      budget={budget}
      crossing={crossing}
      format={formatAmount}
      height={height}
    />
  );
}

function formatAmount(usd: number, length: 'short' | 'full'): string {
  return length === 'short' ? formatWholeUsd(usd) : formatUsd(usd);
}

/** Each day of the month with the spend by its end, or the forecast. */
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
    rows: days.map((date, index) => [
      { shown: formatUtcDay(date), exact: date },
      ...columns.map(({ values }) => {
        const value = values[index] ?? null;
        return { shown: value === null ? messages.breakdown.none : formatUsd(value), exact: value };
      }),
    ]),
  };
}
