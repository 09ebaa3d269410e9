import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useSettled } from '#src/browser/use-settled.ts';
import { businessHoursAt, isOpenAt, ruleOn, type Calendar, type DayRule } from '#src/format/business-hours.ts';
import { addDays, daysBetween } from '#src/format/days.ts';
import { formatClockTime, formatInstant, formatZone } from '#src/format/time.ts';
import { formatUtcDay, formatUtcWeekday, formatUtcWeekdayAndDay } from '#src/format/utc-day.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatWeekday } from '#src/format/weekday.ts';
import { dayAndTimeOf, isKnownZone } from '#src/format/zone-time.ts';
import { startOfDay } from '#src/hours/model/clock-days.ts';
import { readMoment, type Moment } from '#src/hours/model/moment-text.ts';
import { bodyOf, calendarOf } from '#src/hours/model/plan.ts';
import { windowsText } from '#src/hours/model/time-text.ts';
import { hoursFrom, mismatches, type Mismatch } from '#src/hours/model/truth.ts';
import { calendarOptions, usePreview } from '#src/hours/queries.ts';
import { useEditor } from '#src/hours/use-editor.ts';
import { TextField } from '#src/forms/field.tsx';
import { Panel } from '#src/panels/panel.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import type { DatesProps } from '#src/hours/search.ts';
import { messages } from './messages.ts';

const texts = messages.ask;

/** Says whether a moment is open, by which rule, and when that changes; and whether the service sees it so too. */
export function AskPanel({ search, go }: DatesProps) {
  const { plan, provided } = useEditor();
  const [text, setText] = useState(search.at ?? '');
  const now = useNow();
  const moment = text.trim() === '' ? null : readMoment(text, now, plan.zone);
  const problem = typeof moment === 'string' ? texts.problem[moment] : undefined;
  return (
    <Panel title={texts.title} note={plan.zone} resource={provided.tools ? 'calendar_preview' : 'business_calendar'}>
      <TextField
        label={texts.label}
        isLabelHidden
        placeholder={texts.placeholder}
        hint={texts.hint}
        error={problem}
        size="lg"
        maxLength={60}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          go({ ...search, at: target.value.trim() === '' ? undefined : target.value });
        }}
      />
      <div aria-live="polite" className="mt-2 empty:hidden">
        {moment === null || typeof moment === 'string' ? null : <Answer moment={moment} />}
      </div>
      <NowCheck />
      {provided.tools ? <DaysCheck from={search.from} /> : null}
    </Panel>
  );
}

function Answer({ moment: { ms, zone, oddTime } }: { readonly moment: Moment }) {
  const { plan } = useEditor();
  const { isOpen, rule, next } = explain(calendarOf(plan), ms);
  const iso = new Date(ms).toISOString();
  const local = dayAndTimeOf(iso, zone);
  const date = formatUtcDay(local?.day ?? '');
  return (
    <>
      <p className="text-12 text-ink-3 tabular-nums">
        {formatInstant(iso, plan.zone)}
        {oddTime === null
          ? null
          : `. ${
              oddTime.kind === 'skipped'
                ? texts.skipped(oddTime.typed, date, local?.time.slice(0, 5) ?? '')
                : texts.twice(oddTime.typed, date)
            }`}
      </p>
      <p className="tabular-nums">
        <b className="font-semibold">{isOpen ? texts.open : texts.closed}</b> {rule}
      </p>
      <p className="text-ink-2 tabular-nums">{next}</p>
      {plan.isOn ? null : <p className="text-12 text-warn-text">{texts.off}</p>}
    </>
  );
}

const AHEAD_DAYS = 400;
/** Closed days that are named one by one. */
const MAX_NAMED = 6;

interface Explanation {
  readonly isOpen: boolean;
  /** The rule that decides. */
  readonly rule: string;
  /** When it changes, and what lies between. */
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

/** What is saved, as the service sees it now. */
function NowCheck() {
  const { data, dataUpdatedAt } = useQuery(calendarOptions());
  const { truth } = messages;
  if (data === undefined || !isKnownZone(data.time_zone)) return null;
  const console = isOpenAt(data, dataUpdatedAt);
  const state = (isOpen: boolean) => (isOpen ? truth.open : truth.closed);
  const isSame = console === data.is_now_within_hours;
  return (
    <Check isSame={isSame}>
      {isSame
        ? truth.now(state(console), formatClockTime(new Date(dataUpdatedAt).toISOString(), data.time_zone))
        : truth.nowDiffers(state(data.is_now_within_hours), state(console))}
    </Check>
  );
}

/** Every hour of the 14 days, with what is not saved yet. */
function DaysCheck({ from }: { readonly from: string | undefined }) {
  const { plan, provided } = useEditor();
  const settled = useSettled(plan);
  const today = dayAndTimeOf(new Date(useNow()).toISOString(), settled.zone)?.day ?? '';
  const start = useSettled(from) ?? today;
  const at = useMemo(() => hoursFrom(startOfDay(start, settled.zone)), [start, settled.zone]);
  const query = usePreview({ calendar: bodyOf(settled, provided), at: [...at] });
  const { data } = query;
  const found = useMemo(() => (data === undefined ? [] : mismatches(calendarOf(settled), data.at)), [data, settled]);
  const { truth } = messages;
  if (data === undefined)
    return <p className="mt-1 text-12 text-ink-3">{query.isError ? truth.failed : truth.checking}</p>;
  const [first] = found;
  return (
    <Check isSame={first === undefined}>
      {first === undefined
        ? truth.agrees(formatClockTime(new Date(query.dataUpdatedAt).toISOString(), settled.zone))
        : `${truth.differs(found.length)} ${firstText(first, settled.zone)}`}
    </Check>
  );
}

function firstText({ atMs, service, console }: Mismatch, zone: string): string {
  const { truth } = messages;
  const when = (ms: number) => formatInstant(new Date(ms).toISOString(), zone);
  const state = ({ isOpen, changesMs }: Mismatch['service']) =>
    service.isOpen === console.isOpen
      ? changesMs === null
        ? truth.noChange
        : truth.change(when(changesMs))
      : isOpen
        ? truth.open
        : truth.closed;
  return truth.first(when(atMs), state(service), state(console));
}

function Check({ isSame, children }: { readonly isSame: boolean; readonly children: ReactNode }) {
  return (
    <p
      role="status"
      className={`mt-1.5 flex items-start gap-1.5 text-12 tabular-nums ${isSame ? 'text-ink-3' : 'text-warn-text'}`}
    >
      <Icon name={isSame ? 'check' : 'warning'} size={14} className={`mt-px flex-none ${isSame ? 'text-ok' : ''}`} />
      <span>{children}</span>
    </p>
  );
}
