import { useMemo } from 'react';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcWeekdayAndDate } from '#src/format/utc-day.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import { messages } from '#src/hours/messages.ts';
import { nextClockDay } from '#src/hours/model/clock-days.ts';
import { minuteText } from '#src/hours/model/time-text.ts';

/** The next day on which the clocks of the zone are changed. */
export function ClockNote({ zone }: { readonly zone: string }) {
  const today = dayAndTimeOf(new Date(useNow()).toISOString(), zone)?.day ?? '';
  const next = useMemo(() => (today === '' ? null : nextClockDay(today, zone)), [today, zone]);
  if (next === null) return null;
  const { date, day } = next;
  const say = day.kind === 'skipped' ? messages.grid.clocks : messages.grid.clocksBack;
  return (
    <p className="mt-1 text-12 text-ink-3 tabular-nums">
      {say(formatUtcWeekdayAndDate(date), minuteText(day.from), minuteText(day.to))}
    </p>
  );
}
