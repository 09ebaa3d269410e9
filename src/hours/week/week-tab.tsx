import { Link } from '@tanstack/react-router';
import { useId, useMemo, useState, type FormEvent } from 'react';
import { isTimeZone } from '#contract/calendar-write.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { daysBetween, formatUtcWeekday, formatUtcWeekdayAndDate } from '#src/format/days.ts';
import { useNow } from '#src/format/use-now.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import { TextField } from '#src/forms/field.tsx';
import { ChangesPanel } from '#src/hours/changes-panel.tsx';
import { messages } from '#src/hours/messages.ts';
import { nextClockDay } from '#src/hours/model/clock-days.ts';
import { nextDateOf } from '#src/hours/model/plan.ts';
import { minuteText } from '#src/hours/model/time-text.ts';
import { piecesOf, PRESETS, WEEK_DAYS, WORKDAYS, type Span } from '#src/hours/model/week.ts';
import { useEditor, useToday } from '#src/hours/use-editor.ts';
import { Panel } from '#src/panels/panel.tsx';
import { Button, TEXT_LINK } from '#src/ui/button.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { Popover } from '#src/ui/overlay/popover.tsx';
import { DayRow, KEYS_HINT, ROW_GRID } from './day-row.tsx';
import { useWeekActions, useWeekDrag } from './use-week-actions.ts';

const texts = messages.grid;
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];
/** Holidays of the list. */
const SHOWN = 4;

/** The week, the next holidays, and the unsaved changes. */
export function WeekTab() {
  return (
    <>
      <WeekPanel />
      <div className="mt-6 grid gap-x-12 gap-y-8 min-[1100px]:grid-cols-2 [&>*]:min-w-0">
        <UpcomingHolidays />
        <ChangesPanel />
      </div>
    </>
  );
}

function UpcomingHolidays() {
  const { plan } = useEditor();
  const { upcoming } = messages;
  const today = useToday();
  const next = plan.holidays
    .filter(({ active }) => active)
    .flatMap(({ name, ...holiday }) => {
      const date = nextDateOf(holiday, today);
      return date === null ? [] : [{ name, date }];
    })
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .slice(0, SHOWN);
  return (
    <Panel
      title={messages.holidays}
      note={upcoming.note}
      actions={
        <Link to="/manage/hours/dates" className={`${TEXT_LINK} inline-flex items-center text-12 no-underline`}>
          {upcoming.all}
        </Link>
      }
    >
      {next.length === 0 ? <p className="py-1.5 text-ink-3">{upcoming.none}</p> : null}
      <ul>
        {next.map(({ name, date }) => {
          return (
            <li
              key={date}
              className="grid min-h-[34px] grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_84px] items-center gap-x-3 border-b border-line"
            >
              <span dir="auto" className="truncate font-medium">
                {name}
              </span>
              <span className="text-ink-2 tabular-nums">{formatUtcWeekdayAndDate(date)}</span>
              <span className="text-end text-ink-3 tabular-nums">{messages.in(daysBetween(today, date))}</span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** The week by drag, by keys and by exact times: three ways into one list of windows. */
function WeekPanel() {
  const { plan, savedPlan, changes, lockedReason } = useEditor();
  const isPhone = useMedia('(max-width: 767.98px)');
  const actions = useWeekActions();
  const drag = useWeekDrag(plan.week, actions);
  // A drag is shown at its current place and merged when it ends.
  const pieces = piecesOf(drag.shown);
  const now = useNow();
  const local = dayAndTimeOf(new Date(now).toISOString(), plan.zone);
  const today = local === null ? null : new Date(`${local.day}T00:00:00Z`).getUTCDay();
  const time = local?.time.slice(0, 5) ?? '';
  const apply = (week: readonly Span[]) => () => void actions.change(week);
  // A phone has them in the menu.
  const rest: readonly MenuItem[] = [
    { key: 'monday', label: texts.copyMonday, onSelect: () => actions.copy(1, WORKDAYS) },
    { key: 'clear', label: texts.clear, onSelect: apply(PRESETS.clear) },
  ];
  return (
    <Panel
      title={messages.week}
      note={
        <>
          {texts.now(plan.zone, local === null ? '' : `${formatUtcWeekday(local.day)} ${time}`)} <ZoneButton />
        </>
      }
      actions={
        <div className="flex flex-wrap gap-2">
          <Menu
            label={texts.presets}
            align="end"
            items={[
              { key: 'office', label: texts.office, onSelect: apply(PRESETS.office) },
              { key: 'always', label: texts.always, onSelect: apply(PRESETS.always) },
              ...(isPhone ? rest : []),
            ]}
            trigger={(props) => (
              <Button {...props} size="sm" disabledReason={lockedReason}>
                {texts.presets}
              </Button>
            )}
          />
          {isPhone
            ? null
            : rest.map(({ key, label, onSelect }) => (
                <Button key={key} size="sm" disabledReason={lockedReason} onClick={onSelect}>
                  {label}
                </Button>
              ))}
        </div>
      }
    >
      {isPhone ? null : (
        <div className={`${ROW_GRID} min-h-7 border-b border-line text-11 text-ink-3 tabular-nums`}>
          <span />
          <span className="relative h-4" aria-hidden="true">
            {HOURS.map((hour) => (
              <span
                key={hour}
                className={`absolute ${hour === 0 ? '' : hour === 24 ? 'end-0' : '-translate-x-1/2 rtl:translate-x-1/2'}`}
                style={hour === 24 ? {} : { insetInlineStart: `${(hour / 24) * 100}%` }}
              >
                {String(hour).padStart(2, '0')}:00
              </span>
            ))}
          </span>
          <span className="col-span-2 truncate" title={texts.zoneIs(plan.zone)}>
            {texts.opensCloses}
            {texts.zoneShort(plan.zone)}
          </span>
        </div>
      )}
      <p id={KEYS_HINT} className="sr-only">
        {texts.keys}
      </p>
      <ul aria-label={messages.week}>
        {WEEK_DAYS.map((day) => (
          <DayRow
            key={day}
            day={day}
            pieces={pieces.filter((piece) => piece.day === day)}
            isEdited={changes.some((key) => key.kind === 'day' && key.day === day)}
            saved={savedPlan.week}
            nowTime={day === today ? time : null}
            drag={drag}
            isPhone={isPhone}
            actions={actions}
          />
        ))}
      </ul>
      {isPhone || lockedReason !== undefined ? null : <p className="mt-2 text-12 text-ink-3">{texts.hint}</p>}
      <ClockNote />
    </Panel>
  );
}

/** The next day on which the clocks of the zone are changed. */
function ClockNote() {
  const { zone } = useEditor().plan;
  const today = useToday();
  const next = useMemo(() => (today === '' ? null : nextClockDay(today, zone)), [today, zone]);
  if (next === null) return null;
  const { date, day } = next;
  const say = day.kind === 'skipped' ? texts.clocks : texts.clocksBack;
  return (
    <p className="mt-1 text-12 text-ink-3 tabular-nums">
      {say(formatUtcWeekdayAndDate(date), minuteText(day.from), minuteText(day.to))}
    </p>
  );
}

/** Changes the time zone of all hours. */
function ZoneButton() {
  const { plan, edit, isWhole, lockedReason } = useEditor();
  if (!isWhole || lockedReason !== undefined) return null;
  return (
    <Popover
      label={texts.changeZone}
      trigger={(props) => (
        <button type="button" {...props} className={TEXT_LINK}>
          {texts.changeZone}
        </button>
      )}
    >
      {(close) => (
        <ZoneForm
          zone={plan.zone}
          onChoose={(zone) => {
            close();
            edit({ ...plan, zone });
          }}
        />
      )}
    </Popover>
  );
}

function ZoneForm({ zone, onChoose }: { readonly zone: string; readonly onChoose: (zone: string) => void }) {
  const id = useId();
  const [text, setText] = useState(zone);
  const [isWrong, setWrong] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isTimeZone(text.trim())) onChoose(text.trim());
    else setWrong(true);
  }

  return (
    <form className="flex w-64 flex-col gap-3 p-2" noValidate onSubmit={submit}>
      <TextField
        label={texts.zoneLabel}
        hint={texts.zoneHint}
        error={isWrong ? texts.zoneWrong : undefined}
        list={id}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <Button type="submit" variant="primary">
        {texts.zoneApply}
      </Button>
    </form>
  );
}
