import type { Ticket } from '#contract/tickets.ts';
import { formatAge, formatInstant } from '#src/format/time.ts';
import { zoneFormatter } from '#src/format/zone-time.ts';
import { formatLocale } from '#src/i18n/locale.ts';
import { defineMessages } from '#src/i18n/messages.ts';

const messages = defineMessages({
  due: (when: string) => `due ${when}`,
  overdue: (age: string) => `overdue ${age}`,
  day: (day: string, month: string) => `${day} ${month}`,
  weekday: (weekday: string, time: string) => `${weekday} ${time}`,
  at: (instant: string) => `Reply due ${instant}`,
});

const WEEK_MS = 6 * 86_400_000;
const formatterOf = zoneFormatter(formatLocale(), {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** "10:40" today, "Mon 10:40" within a week, otherwise "4 Dec". */
function shortTime(atMs: number, zone: string, nowMs: number): string {
  const at = partsOf(atMs, zone);
  const now = partsOf(nowMs, zone);
  const time = `${at('hour')}:${at('minute')}`;
  const isNear = Math.abs(atMs - nowMs) < WEEK_MS;
  if (isNear && at('day') === now('day')) return time;
  return isNear ? messages.weekday(at('weekday'), time) : messages.day(at('day'), at('month'));
}

function partsOf(ms: number, zone: string): (type: Intl.DateTimeFormatPartTypes) => string {
  const parts = formatterOf(zone).formatToParts(ms);
  return (type) => parts.find((part) => part.type === type)?.value ?? '';
}

/** Less time than this is "soon". */
const SOON_MS = 3_600_000;

interface ReplyDueProps {
  readonly ticket: Pick<Ticket, 'status' | 'reply_due_utc'>;
  readonly nowMs: number;
  readonly zone: string;
}

/** "due Mon 10:40", coloured by urgency; nothing if no reply is due. */
export function ReplyDue({ ticket: { status, reply_due_utc: iso }, nowMs, zone }: ReplyDueProps) {
  // The server's copy of a ticket that was just resolved still has a due time.
  if (iso == null || (status !== 'open' && status !== 'pending')) return null;
  const leftMs = Date.parse(iso) - nowMs;
  const tone = leftMs <= 0 ? 'text-danger-text' : leftMs < SOON_MS ? 'text-warn-text' : 'text-ink-3';
  return (
    <time
      dateTime={iso}
      title={messages.at(formatInstant(iso, zone))}
      className={`flex-none whitespace-nowrap text-12 tabular-nums ${tone}`}
    >
      {leftMs <= 0 ? messages.overdue(formatAge(-leftMs)) : messages.due(shortTime(Date.parse(iso), zone, nowMs))}
    </time>
  );
}
