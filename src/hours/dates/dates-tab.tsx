import { ruleOn, type Calendar } from '#src/format/business-hours.ts';
import {
  addDays,
  dayOfMonth,
  formatUtcDate,
  formatUtcDay,
  formatUtcWeekdayAndDate,
  formatUtcWeekdayAndDay,
} from '#src/format/days.ts';
import { ChangesPanel } from '#src/hours/changes-panel.tsx';
import { clockDay, type ClockDay } from '#src/hours/model/clock-days.ts';
import { calendarOf, hasWindow } from '#src/hours/model/plan.ts';
import { minuteText, windowsText } from '#src/hours/model/time-text.ts';
import { DAY_MINUTES } from '#src/hours/model/week.ts';
import type { DatesProps } from '#src/hours/search.ts';
import { useEditor, useToday } from '#src/hours/use-editor.ts';
import { view } from '#src/hours/view.ts';
import { Panel } from '#src/panels/panel.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { AskPanel } from './ask-panel.tsx';
import { HolidaysPanel } from './holidays-panel.tsx';
import { messages } from './messages.ts';
import { OwnHoursPanel } from './own-hours-panel.tsx';

const texts = messages.strip;
const STRIP_DAYS = 14;
const HATCH = 'bg-[repeating-linear-gradient(135deg,var(--line-strong)_0_1px,transparent_1px_7px)]';
const HATCH_WARN =
  'bg-[repeating-linear-gradient(135deg,var(--warn)_0_2px,var(--warn-tint)_2px_5px)] outline outline-1 outline-warn';

/** The next 14 days, holidays, dates with their own hours, and whether support is open at a moment. */
export function DatesTab({ search, go }: DatesProps) {
  return (
    <>
      <DayStrip search={search} go={go} />
      <div className="mt-5 grid gap-x-11 gap-y-8 min-[1100px]:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] [&>*]:min-w-0">
        <div className="flex flex-col gap-6">
          <HolidaysPanel />
          <OwnHoursPanel />
        </div>
        <div className="flex flex-col gap-6">
          <AskPanel search={search} go={go} />
          <ChangesPanel />
        </div>
      </div>
    </>
  );
}

/** 14 days by the edited hours, saved or not. */
function DayStrip({ search, go }: DatesProps) {
  const { plan, savedPlan, changes } = useEditor();
  const today = useToday();
  const from = search.from ?? today;
  const days = Array.from({ length: STRIP_DAYS }, (_, index) => addDays(from, index));
  const [calendar, saved] = [calendarOf(plan), calendarOf(savedPlan)];
  const step = (by: number) => {
    const next = addDays(from, by);
    go({ ...search, from: next === today ? undefined : next });
  };
  const last = addDays(from, STRIP_DAYS - 1);

  const [, { group, entries: keys }] = view.keys;
  useShortcut(keys.before.keys, () => step(-7), { label: keys.before.label, group, repeat: true });
  useShortcut(keys.after.keys, () => step(7), { label: keys.after.label, group, repeat: true });
  return (
    <Panel
      title={texts.title}
      note={changes.length > 0 ? texts.unsaved(plan.zone) : plan.zone}
      actions={
        <div className="flex items-center gap-1 max-md:order-2 max-md:w-full max-md:justify-between">
          <IconButton icon="back" size="sm" label={texts.before} kbd={keys.before.keys} onClick={() => step(-7)} />
          <span aria-live="polite" className="text-12 font-medium tabular-nums">
            {texts.range(formatUtcDay(from), formatUtcDate(last))}
          </span>
          <IconButton icon="forward" size="sm" label={texts.after} kbd={keys.after.keys} onClick={() => step(7)} />
          <Button size="sm" className="ms-2" onClick={() => go({ ...search, from: undefined })}>
            {texts.today}
          </Button>
        </div>
      }
    >
      <div
        role="region"
        aria-label={texts.days}
        // Focusable, so that keys can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative mt-1 overflow-x-auto border-y border-line pt-2.5 pb-2 focus-visible:-outline-offset-2"
      >
        <div className="grid grid-cols-[28px_repeat(14,minmax(60px,1fr))] gap-x-1.5">
          <div aria-hidden="true" className="relative mt-10 h-32 text-11 text-ink-3 tabular-nums">
            {[0, 6, 12, 18, 24].map((hour) => (
              <span key={hour} className="absolute -translate-y-1/2" style={{ top: `${(hour / 24) * 100}%` }}>
                {String(hour).padStart(2, '0')}
              </span>
            ))}
          </div>
          {days.map((date, index) => (
            <Day
              key={date}
              date={date}
              isFirst={index === 0}
              isToday={date === today}
              calendar={calendar}
              saved={saved}
              clock={clockDay(date, plan.zone)}
            />
          ))}
        </div>
      </div>
    </Panel>
  );
}

interface DayProps {
  readonly date: string;
  readonly isFirst: boolean;
  readonly isToday: boolean;
  readonly calendar: Calendar;
  readonly saved: Calendar;
  readonly clock: ClockDay | null;
}

function Day({ date, isFirst, isToday, calendar, saved, clock }: DayProps) {
  const rule = ruleOn(calendar, date);
  const before = ruleOn(saved, date).windows;
  const [weekday = ''] = formatUtcWeekdayAndDay(date).split(' ');
  const isNamed = isFirst || dayOfMonth(date) === 1;
  const hours = rule.windows.length === 0 ? texts.closed : windowsText(rule.windows);
  const said = [texts.day(formatUtcWeekdayAndDate(date), [rule.name, hours].filter(Boolean).join(', '))];
  if (clock !== null) said.push(clockText(clock));
  return (
    <div className="min-w-0">
      <p className="sr-only">{said.join('. ')}</p>
      <div aria-hidden="true">
        <p className="text-11 text-ink-3">{weekday}</p>
        <p className={`truncate font-medium tabular-nums ${isToday ? 'text-accent-text' : ''}`}>
          {isNamed ? formatUtcDay(date) : dayOfMonth(date)}
        </p>
        <div
          title={said[0]}
          className={`relative mt-1 h-32 overflow-hidden rounded-chip bg-sunken ${rule.kind === 'holiday' ? HATCH : ''}`}
        >
          {rule.windows.map((window) => (
            <span
              key={window.open_minute}
              className={`absolute inset-x-0.5 rounded-tag border bg-accent-tint ${
                hasWindow(before, window) ? 'border-accent-line' : 'border-accent [border-width:1.5px]'
              }`}
              style={placeOf(window.open_minute, window.close_minute)}
            />
          ))}
          {clock === null ? null : (
            <span className={`absolute inset-x-0 ${HATCH_WARN}`} style={placeOf(clock.from, clock.to)}>
              {clock.kind === 'twice' ? (
                <span className="absolute inset-x-0 top-1/2 border-t border-warn-text" />
              ) : null}
            </span>
          )}
        </div>
        {clock === null ? (
          <p className="mt-1 h-4 truncate text-11 text-ink-2" title={rule.name}>
            {rule.name === '' && rule.kind === 'own' ? texts.own : rule.name}
          </p>
        ) : (
          <p className="mt-1 h-4 truncate text-11 text-warn-text" title={clockText(clock)}>
            {texts.clocks(clock.kind === 'skipped' ? '+' : '−', String((clock.to - clock.from) / 60))}
          </p>
        )}
      </div>
    </div>
  );
}

function placeOf(from: number, to: number) {
  return { top: `${(from / DAY_MINUTES) * 100}%`, height: `${((to - from) / DAY_MINUTES) * 100}%` };
}

function clockText({ kind, from, to }: ClockDay): string {
  return (kind === 'skipped' ? texts.skipped : texts.twice)(minuteText(from), minuteText(to));
}
