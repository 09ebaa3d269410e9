import { Link } from '@tanstack/react-router';
import { unusualDays, MIN_WEEKS, type UnusualDay } from '#src/ai-usage/figures/anomalies.ts';
import type { DaySum } from '#src/ai-usage/figures/usage-sums.ts';
import { addDays } from '#src/ai-usage/usage-window.ts';
import { formatLocale } from '#src/i18n/locale.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatUtcDay, formatUtcWeekday } from '#src/format/utc-day.ts';
import { messages } from './messages.ts';
import type { DaysBefore } from './use-days-before.ts';

interface UnusualDaysProps {
  readonly days: readonly DaySum[];
  readonly before: DaysBefore | undefined;
  readonly window: { readonly from: string; readonly today: string };
  readonly hasReports: boolean;
}

const times = new Intl.NumberFormat(formatLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** The unusual days in words, each a way to its calls; and why there are none. */
export function UnusualDays({ days, before, window, hasReports }: UnusualDaysProps) {
  const unusual = unusualIn(days, before, window);
  if (unusual === null) return <p className="mt-1 min-h-4 text-12 text-ink-3" />;
  if (unusual.length === 0) {
    const history = (before?.costs.length ?? 0) + days.length;
    return (
      <p className="mt-1 min-h-4 text-12 text-ink-3">
        {history > MIN_WEEKS * 7 ? messages.perDay.noneUnusual : messages.perDay.tooFewWeeks}
      </p>
    );
  }
  return (
    <div className="mt-1 text-12">
      <h3 className="font-medium text-ink-3">{messages.perDay.unusual}</h3>
      <ul>
        {unusual.map((day) => (
          <li key={day.date} className="text-ink-2 tabular-nums">
            {hasReports ? (
              <Link
                to="/ai/usage"
                search={{ tab: 'calls', from: day.date, to: addDays(day.date, 1), order: 'cost' }}
                title={messages.perDay.showDay(formatUtcDay(day.date))}
                className="hit relative font-medium text-accent-text hover:underline"
              >
                {formatUtcDay(day.date)}
              </Link>
            ) : (
              <b className="font-medium">{formatUtcDay(day.date)}</b>
            )}
            {': '}
            {unusualText(day)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The unusual days of a window; null while the days before it are not there. */
export function unusualIn(
  days: readonly DaySum[],
  before: DaysBefore | undefined,
  { from, today }: { readonly from: string; readonly today: string },
): readonly UnusualDay[] | null {
  if (before === undefined) return null;
  const start = before.costs.length > 0 ? 0 : days.findIndex(({ calls }) => calls > 0);
  const shown = start < 0 ? [] : days.slice(start).map(({ date, costUsd }) => ({ date, cost_usd: costUsd }));
  return unusualDays([...before.costs, ...shown], today).filter(({ date }) => date >= from);
}

/** "$31.80, 2.4 times the usual $13.10 of a Tuesday". */
export function unusualText({ date, costUsd, usualUsd }: UnusualDay): string {
  const [cost, weekday] = [formatUsd(costUsd), formatUtcWeekday(date)];
  if (usualUsd === 0) return messages.perDay.fromNothing(cost, weekday);
  return messages.perDay.times(cost, times.format(costUsd / usualUsd), formatUsd(usualUsd), weekday);
}
