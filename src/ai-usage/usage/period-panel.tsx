import type { UseQueryResult } from '@tanstack/react-query';
import { shareOf } from '#src/ai-usage/figures/usd.ts';
import type { UsageSum } from '#src/ai-usage/figures/usage-sums.ts';
import { Panel, QueryPending, QueryState } from '#src/panels/panel.tsx';
import { addDays, windowBefore, type UsageWindow } from '#src/ai-usage/usage-window.ts';
import { formatCompact, formatPercent } from '#src/format/compact.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { messages } from './messages.ts';
import type { DaysBefore } from './use-days-before.ts';
import type { WindowFigures } from './use-window-figures.ts';

interface PeriodPanelProps {
  readonly window: UsageWindow & { readonly today: string };
  readonly figures: UseQueryResult<WindowFigures>;
  readonly before: UseQueryResult<DaysBefore>;
}

/** The shown days against as many days right before them. */
export function PeriodPanel({ window, figures, before }: PeriodPanelProps) {
  const note = messages.period.note(daysText(window), daysText(windowBefore(window)));
  const isPartial = window.from <= window.today && window.today < window.to;
  return (
    <Panel
      title={messages.period.title}
      note={isPartial ? `${note}. ${messages.period.partial}` : note}
      resource="ai_reports"
    >
      {figures.data === undefined ? (
        // The days before are asked for once these are there.
        <QueryPending query={figures} name={messages.period.name} rows={2} />
      ) : (
        <Comparison now={figures.data.total} before={before} />
      )}
    </Panel>
  );
}

interface ComparisonProps {
  readonly now: UsageSum;
  readonly before: UseQueryResult<DaysBefore>;
}

function Comparison({ now, before }: ComparisonProps) {
  return (
    <QueryState query={before} name={messages.period.name} rows={2}>
      {({ period }) =>
        period === null ? null : (
          <dl className="mt-2 flex flex-wrap gap-x-12 gap-y-3">
            <Change label={messages.period.cost} now={now.costUsd} before={period.costUsd} format={formatUsd} />
            <Change label={messages.period.calls} now={now.calls} before={period.calls} format={formatCount} />
            <Change label={messages.period.tokens} now={now.tokens} before={period.tokens} format={formatCompact} />
            <Change label={messages.period.errors} now={now.errors} before={period.errors} format={formatCount} />
          </dl>
        )
      }
    </QueryState>
  );
}

interface ChangeProps<Amount extends number | bigint> {
  readonly label: string;
  readonly now: Amount;
  readonly before: Amount;
  readonly format: (amount: Amount) => string;
}

function Change<Amount extends number | bigint>({ label, now, before, format }: ChangeProps<Amount>) {
  return (
    <div>
      <dt className="text-12 text-ink-3">{label}</dt>
      <dd className="text-20 font-semibold tabular-nums">{format(now)}</dd>
      <dd className="text-12 text-ink-3 tabular-nums">{changeText(Number(now), Number(before), format(before))}</dd>
    </div>
  );
}

function changeText(now: number, before: number, from: string): string {
  const share = shareOf(now - before, before);
  if (share === null) return messages.period.fromZero;
  if (share === 0) return messages.period.same(from);
  // Plus, or the minus sign of typography, which a screen reader says.
  const sign = share > 0 ? '+' : '\u2212';
  return messages.period.change(`${sign}${formatPercent(Math.abs(share))}`, from);
}

function daysText({ from, to }: Pick<UsageWindow, 'from' | 'to'>): string {
  const last = addDays(to, -1);
  return from === last ? formatUtcDay(from) : messages.period.days(formatUtcDay(from), formatUtcDay(last));
}
