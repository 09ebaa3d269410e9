import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { getBusinessCalendar } from '#contract/calendar.ts';
import { read } from '#src/api/read.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatInstant } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { isKnownZone } from '#src/format/zone-time.ts';
import { formatLocale } from '#src/i18n/locale.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Tooltip } from '#src/ui/overlay/tooltip.tsx';
import { businessHoursAt } from '#src/format/business-hours.ts';

const texts = defineMessages({
  open: 'Open now',
  closed: 'Closed now',
  until: (time: string) => `until ${time}`,
  opens: (time: string) => `opens ${time}`,
  notInEffect: 'Business hours are off',
  details: (instant: string) => `Next change ${instant}`,
});

const REFRESH_MS = 60_000;
const DAY_MS = 86_400_000;

/** Whether support is open, as the service says, and when that changes. */
export const BusinessHoursLine = memo(function BusinessHoursLine({
  iconOnly = false,
}: {
  readonly iconOnly?: boolean;
}) {
  const { data } = useQuery({ ...read(getBusinessCalendar), staleTime: REFRESH_MS, refetchInterval: REFRESH_MS });
  const zone = useDisplayZone();
  const now = useNow();
  if (data === undefined) return null;
  const hours = isKnownZone(data.time_zone) ? businessHoursAt(data, now) : null;
  const open = data.is_now_within_hours;
  // A clock that is off must not contradict the service.
  const changesAt = hours?.open === open ? hours.changesAt : null;
  const time = changesAt === null ? null : shortTime(changesAt, now, zone);
  const words = data.flag_on ? (open ? texts.open : texts.closed) : texts.notInEffect;
  const change = time === null || !data.flag_on ? null : open ? texts.until(time) : texts.opens(time);
  const details =
    changesAt === null || !data.flag_on ? words : texts.details(formatInstant(new Date(changesAt).toISOString(), zone));
  const icon = <Icon name="clock" size={14} className={open && data.flag_on ? 'text-ok' : 'text-ink-3'} />;
  if (iconOnly) {
    const said = [words, change].filter(Boolean).join(' ');
    return (
      <Tooltip text={said} side="inline-end">
        <span role="img" aria-label={said} className="grid h-6 place-items-center">
          {icon}
        </span>
      </Tooltip>
    );
  }
  return (
    <Tooltip text={details} side="block-start">
      <p className="flex min-w-0 items-center gap-2 text-12">
        {icon}
        <span className="min-w-0 truncate">
          <span className="font-medium">{words}</span>{' '}
          {change === null ? null : <span className="text-ink-3 tabular-nums">{change}</span>}
        </span>
      </p>
    </Tooltip>
  );
});

/** "18:00 CET", with the day of the week where it is not within the next 20 hours. */
function shortTime(at: number, now: number, zone: string): string {
  const style = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const;
  const day = at - now > DAY_MS * (5 / 6) ? ({ weekday: 'short' } as const) : {};
  return new Intl.DateTimeFormat(formatLocale(), { ...style, ...day, timeZone: zone }).format(at);
}
