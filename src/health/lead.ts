import { formatAge, formatTime } from '#src/format/time.ts';
import { formatWeekday } from '#src/format/weekday.ts';
import { messages } from './messages.ts';
import { attentionOf, type HealthPicture } from './picture.ts';
import { ruleText, type Reading } from './rule-text.ts';

const lead = messages.lead;
/** The sentence names so many; the list below it has all. */
const MAX_NAMED = 2;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** "Two things need attention: 3 tickets have waited for a first reply since Friday, one webhook is switched off." */
export function leadSentence(picture: HealthPicture, reading: Reading): string {
  const rules = attentionOf(picture);
  if (rules.length === 0) return lead.allWell;
  const clauses = rules.slice(0, MAX_NAMED).map((rule) => ruleText(rule, picture, reading).clause);
  const named = clauses.join(', ');
  const more = rules.length - clauses.length;
  return lead.need(rules.length, more === 0 ? named : lead.more(named, more));
}

/** Whether support is open and until when, and when the last message came. */
export function contextSentences({ now, overview }: HealthPicture, reading: Reading): readonly string[] {
  const { zone, nowMs } = reading;
  const change = overview?.now.hours_change_utc ?? null;
  const last = now.last_inbound_message_utc;
  return [
    hoursSentence(now.business_calendar_active, now.is_now_within_business_hours, change, zone, nowMs),
    last === null ? lead.noMessage : lead.lastMessage(ageWords(nowMs - Date.parse(last))),
  ];
}

function hoursSentence(isActive: boolean, isOpen: boolean, change: string | null, zone: string, nowMs: number): string {
  if (!isActive) return lead.noHours;
  if (change === null) return isOpen ? lead.open : lead.closed;
  const time = Date.parse(change) - nowMs < DAY_MS * (5 / 6) ? formatTime(change, zone) : formatWeekday(change, zone);
  return isOpen ? lead.openUntil(time) : lead.closedUntil(time);
}

/** "2 minutes", from an hour on short: "6h 04m". */
function ageWords(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  return minutes < 60 ? lead.minutes(minutes) : formatAge(ms);
}
