import { useState } from 'react';
import { businessHoursAt, ruleOn, type Calendar, type DayRule } from '#src/format/business-hours.ts';
import { addDays, daysBetween, formatUtcDay, formatUtcWeekday, formatUtcWeekdayAndDay } from '#src/format/days.ts';
import { formatZone, formatWeekday } from '#src/format/time.ts';
import { dayAndTimeOf, instantAt } from '#src/format/zone-time.ts';
import { calendarOf } from '#src/hours/model/plan.ts';
import { windowsText } from '#src/hours/model/time-text.ts';
import { useEditor } from '#src/hours/use-editor.ts';
import { TextField } from '#src/forms/field.tsx';
import { Panel } from '#src/panels/panel.tsx';
import type { DatesProps } from '#src/hours/search.ts';
import { messages } from './messages.ts';

const texts = messages.ask;

/** Says whether a moment is open, by which rule, and when that changes. */
export function AskPanel({ search, go }: DatesProps) {
  const { plan } = useEditor();
  const [day, setDay] = useState(search.at?.slice(0, 10) ?? '');
  const [time, setTime] = useState(search.at?.slice(11) ?? '');
  const moment = readMoment(day, time, plan.zone);
  const ask = (nextDay: string, nextTime: string): void => {
    setDay(nextDay);
    setTime(nextTime);
    const isWhole = readMoment(nextDay, nextTime, plan.zone) !== null;
    go({ ...search, at: isWhole ? `${nextDay}T${nextTime}` : undefined });
  };
  return (
    <Panel title={texts.title} note={plan.zone}>
      <div className="mt-1 flex flex-wrap gap-3">
        <TextField
          type="date"
          label={texts.date}
          size="lg"
          value={day}
          onChange={({ target }) => ask(target.value, time)}
        />
        <TextField
          type="time"
          label={texts.time}
          size="lg"
          value={time}
          onChange={({ target }) => ask(day, target.value)}
        />
      </div>
      <div aria-live="polite" className="mt-2 empty:hidden">
        {moment === null ? null : <Answer day={day} time={time} moment={moment} />}
      </div>
    </Panel>
  );
}

interface AnswerProps {
  readonly day: string;
  readonly time: string;
  readonly moment: Moment;
}

function Answer({ day, time, moment: { ms, clocks } }: AnswerProps) {
  const { plan } = useEditor();
  const { isOpen, rule, next } = explain(calendarOf(plan), ms);
  const iso = new Date(ms).toISOString();
  const date = formatUtcDay(day);
  const taken = dayAndTimeOf(iso, plan.zone)?.time.slice(0, 5) ?? '';
  return (
    <>
      {clocks === null ? null : (
        <p className="text-12 text-ink-3 tabular-nums">
          {clocks === 'skip' ? texts.skipped(time, date, taken) : texts.twice(time, date)}
        </p>
      )}
      <p className="tabular-nums">
        <b className="font-semibold">{isOpen ? texts.open : texts.closed}</b> {rule}
      </p>
      <p className="text-ink-2 tabular-nums">{next}</p>
      {plan.isOn ? null : <p className="text-12 text-warn-text">{texts.off}</p>}
    </>
  );
}

const AHEAD_DAYS = 400;
/** The most holidays that are named. */
const MAX_NAMED = 6;

interface Explanation {
  readonly isOpen: boolean;
  /** The rule that applies. */
  readonly rule: string;
  /** When that changes, and the holidays in between. */
  readonly next: string;
}

function explain(calendar: Calendar, ms: number): Explanation {
  const { time_zone: zone } = calendar;
  const dateOf = (at: number): string => dayAndTimeOf(new Date(at).toISOString(), zone)?.day ?? '';
  const date = dateOf(ms);
  const { open: isOpen, changesAt } = businessHoursAt(calendar, ms, AHEAD_DAYS);
  const rule = ruleText(ruleOn(calendar, date), date);
  if (changesAt === null) return { isOpen, rule, next: texts.never };
  const at = new Date(changesAt).toISOString();
  const when = `${formatWeekday(at, zone)} ${formatZone(at, zone)}`;
  if (isOpen) return { isOpen, rule, next: texts.closes(when) };
  return {
    isOpen,
    rule,
    next: [texts.opens(when), holidaysBetween(calendar, date, dateOf(changesAt))].join(' ').trim(),
  };
}

function ruleText({ kind, name, windows }: DayRule, date: string): string {
  const day = formatUtcWeekdayAndDay(date);
  const hours = windowsText(windows);
  if (kind === 'holiday') return texts.holiday(day, name);
  if (kind === 'own') return windows.length === 0 ? texts.ownClosed(day) : texts.own(day, hours);
  const weekday = formatUtcWeekday(date);
  return windows.length === 0 ? texts.weekClosed(weekday) : texts.week(weekday, hours);
}

function holidaysBetween(calendar: Calendar, from: string, to: string): string {
  const days = Array.from({ length: Math.max(0, daysBetween(from, to) - 1) }, (_, index) => addDays(from, index + 1));
  const holidays = days
    .filter((day) => ruleOn(calendar, day).kind === 'holiday')
    .slice(0, MAX_NAMED)
    .map(formatUtcDay);
  const last = holidays.at(-1);
  if (last === undefined) return '';
  const before = holidays.slice(0, -1).join(', ');
  return texts.holidays(before === '' ? last : texts.and(before, last), holidays.length);
}

interface Moment {
  readonly ms: number;
  /** The clocks skip this time, or show it twice. */
  readonly clocks: 'skip' | 'twice' | null;
}

/** Minutes by which zones turn back their clocks. */
const TURNS = [30, 60, 120];

/**
 * The instant of a date and a time (`18:30`) in a zone; null if either is incomplete. A time that the clocks skip is taken as
 * much later, one that comes twice as the first.
 */
export function readMoment(day: string, time: string, zone: string): Moment | null {
  const iso = instantAt({ day, time }, zone);
  if (iso === null) return null;
  const ms = Date.parse(iso);
  const isShownAt = (instant: number): boolean => {
    const shown = dayAndTimeOf(new Date(instant).toISOString(), zone);
    return shown?.day === day && shown.time.slice(0, 5) === time.slice(0, 5);
  };
  if (!isShownAt(ms)) return { ms, clocks: 'skip' };
  return { ms, clocks: TURNS.some((minutes) => isShownAt(ms + minutes * 60_000)) ? 'twice' : null };
}
