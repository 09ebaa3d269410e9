import { setImmediate } from 'node:timers/promises';
import type { CalendarImpact, previewCalendar as PreviewCalendar } from '#contract/calendar-preview.ts';
import type { Reply } from '#contract/operation.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { OneASite } from '#server/operation/one-a-site.ts';
import { Semaphore } from '#server/operation/semaphore.ts';
import { readSiteValues } from '#server/site-settings/site-settings.ts';
import { businessHoursOf, readCalendar } from './calendar.ts';
import type { CalendarRow } from './calendar.sql.ts';
import { OpenTime } from './open-time.ts';
import { ReplyClock } from './reply-clock.ts';

const DAY_MS = 86_400_000;
const CHANGE_DAYS = 400;
/** An answer that is not ready by then does not come any more; clients wait for 30 s. */
const TIMEOUT_MS = 25_000;

/** When a ticket came and when it was answered first, in milliseconds. */
interface Arrival {
  readonly created_ms: number;
  readonly first_reply_ms: number | null;
}

/** The tickets of a time in steps; the family of tickets, which stands above this one, has them. */
export type ReadArrivals = (
  db: Db,
  site: SiteRef,
  window: { readonly since: Date; readonly until: Date; readonly signal: AbortSignal },
) => AsyncIterable<readonly Arrival[]>;

/** Counts of the same moment: one of a site, so that others are not held up by its queue, and four in all. */
const sites = new OneASite();
const places = new Semaphore(4);

/** POST calendar_preview: what a calendar would mean; writes nothing. See docs/api.md, "Calendar preview". */
export function previewCalendarWith(readArrivals: ReadArrivals): Handler<typeof PreviewCalendar> {
  return async ({ db, site, now, body }) => {
    const saved = await readCalendar(db, site);
    const tried = withChanges(saved, body.calendar ?? {});
    const open = new OpenTime(businessHoursOf(tried));
    const at: Reply<typeof PreviewCalendar>['at'] = [];
    for (const instant of body.at ?? []) {
      at.push(momentOf(open, instant));
      // Far instants of hours that never change take milliseconds each.
      await setImmediate();
    }
    if (body.impact_days === undefined) return { at, impact: null };
    const { reply_target_minutes: minutes = null } = await readSiteValues(db, site);
    const count = new ImpactCount(saved, tried, minutes);
    const window = { since: new Date(now.getTime() - body.impact_days * DAY_MS), until: now };
    await inTurn(site, async (signal) => {
      for await (const arrivals of readArrivals(db, site, { ...window, signal })) count.add(arrivals);
    });
    return { at, impact: count.result() };
  };
}

function momentOf(open: OpenTime, at_utc: string) {
  const atMs = Date.parse(at_utc);
  const changesMs = open.changeAfter(atMs, CHANGE_DAYS);
  const changes_utc = changesMs === null ? null : new Date(changesMs).toISOString();
  return { at_utc, is_open: open.isOpenAt(atMs), changes_utc };
}

/** @throws ApiError overloaded after 25 seconds */
async function inTurn(site: SiteRef, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    await sites.run(site.id, signal, async () => {
      const leave = await places.acquire(signal);
      try {
        await work(signal);
      } finally {
        leave();
      }
    });
  } catch (error) {
    if (error !== signal.reason) throw error;
    const message = 'The count takes too long on a busy service: ask for fewer days';
    throw new ApiError('overloaded', message, { retryAfterSeconds: 30 });
  }
}

type Change = Partial<Pick<CalendarRow, 'week' | 'holidays' | 'overrides' | 'flag_on' | 'time_zone'>>;

function withChanges(
  saved: CalendarRow,
  change: { readonly [Part in keyof Change]: Change[Part] | undefined },
): CalendarRow {
  return {
    ...saved,
    week: change.week ?? saved.week,
    holidays: change.holidays ?? saved.holidays,
    overrides: change.overrides ?? saved.overrides,
    flag_on: change.flag_on ?? saved.flag_on,
    time_zone: change.time_zone ?? saved.time_zone,
  };
}

/** One of two calendars that tickets are counted by. */
class CalendarCount {
  readonly #open: OpenTime;
  readonly #clock: ReplyClock | null;
  inside = 0;
  inTime = 0;

  constructor(calendar: CalendarRow, targetMinutes: number | null) {
    this.#open = new OpenTime(businessHoursOf(calendar));
    this.#clock = targetMinutes === null ? null : new ReplyClock(calendar.flag_on ? this.#open : null, targetMinutes);
  }

  add({ created_ms: createdMs, first_reply_ms: replyMs }: Arrival): void {
    if (this.#open.isOpenAt(createdMs)) this.inside += 1;
    if (replyMs === null || this.#clock === null) return;
    if (this.#clock.isInTime(createdMs, replyMs)) this.inTime += 1;
  }
}

class ImpactCount {
  readonly #current: CalendarCount;
  readonly #proposed: CalendarCount;
  readonly #hasTarget: boolean;
  #tickets = 0;
  #replies = 0;

  constructor(saved: CalendarRow, tried: CalendarRow, targetMinutes: number | null) {
    this.#current = new CalendarCount(saved, targetMinutes);
    this.#proposed = new CalendarCount(tried, targetMinutes);
    this.#hasTarget = targetMinutes !== null;
  }

  add(arrivals: readonly Arrival[]): void {
    for (const arrival of arrivals) {
      this.#tickets += 1;
      if (arrival.first_reply_ms !== null) this.#replies += 1;
      this.#current.add(arrival);
      this.#proposed.add(arrival);
    }
  }

  result(): CalendarImpact {
    return {
      tickets: this.#tickets,
      inside_current: this.#current.inside,
      inside_proposed: this.#proposed.inside,
      first_replies: this.#replies,
      in_time_current: this.#hasTarget ? this.#current.inTime : null,
      in_time_proposed: this.#hasTarget ? this.#proposed.inTime : null,
    };
  }
}
