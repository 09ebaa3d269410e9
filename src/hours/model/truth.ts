import type { Reply } from '#contract/operation.ts';
import type { previewCalendar } from '#contract/calendar-preview.ts';
import { isOpenAt, openChanges, type Calendar } from '#src/format/business-hours.ts';

const HOUR_MS = 3_600_000;
const HOURS = 336;

/** Every hour of 14 days. */
export function hoursFrom(startMs: number): readonly string[] {
  return Array.from({ length: HOURS }, (_, hour) => new Date(startMs + hour * HOUR_MS).toISOString());
}

/** An hour that console and service see differently: open or not, or the next change. */
export interface Mismatch {
  readonly atMs: number;
  readonly service: Seen;
  readonly console: Seen;
}

interface Seen {
  readonly isOpen: boolean;
  readonly changesMs: number | null;
}

/** Compares our reckoning with the service's; changes are compared as far as the 14 days reach. */
export function mismatches(calendar: Calendar, answers: Reply<typeof previewCalendar>['at']): readonly Mismatch[] {
  const [first, last] = [answers[0], answers.at(-1)];
  if (first === undefined || last === undefined) return [];
  const endMs = Date.parse(last.at_utc);
  const changes = [...openChanges(calendar, Date.parse(first.at_utc), endMs)];
  return answers.flatMap(({ at_utc, is_open, changes_utc }) => {
    const atMs = Date.parse(at_utc);
    const within = (ms: number | null | undefined): number | null => (ms != null && ms <= endMs ? ms : null);
    const service = { isOpen: is_open, changesMs: within(changes_utc === null ? null : Date.parse(changes_utc)) };
    const console = { isOpen: isOpenAt(calendar, atMs), changesMs: within(changes.find((ms) => ms > atMs)) };
    const isSame = service.isOpen === console.isOpen && service.changesMs === console.changesMs;
    return isSame ? [] : [{ atMs, service, console }];
  });
}
