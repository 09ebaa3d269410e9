import { formatUtcWeekday } from '#src/format/utc-day.ts';
import { useNow } from '#src/format/use-now.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import { messages } from '#src/hours/messages.ts';
import { piecesOf, PRESETS, WEEK_DAYS, WORKDAYS, type Span } from '#src/hours/model/week.ts';
import { useEditor } from '#src/hours/use-editor.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { Panel } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { ClockNote } from './clock-note.tsx';
import { DayRow, KEYS_HINT, ROW_GRID } from './day-row.tsx';
import { useWeekActions } from './use-week-actions.ts';
import { useWeekDrag } from './use-week-drag.ts';
import { ZoneButton } from './zone-button.tsx';

const texts = messages.grid;
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];

/** The week by drag, by keys and by exact times: three ways into one list of windows. */
export function WeekPanel() {
  const { plan, savedPlan, changes, lockedReason } = useEditor();
  const isPhone = useMedia('(max-width: 767.98px)');
  const actions = useWeekActions();
  const drag = useWeekDrag(plan.week, actions);
  // While something is dragged its place is shown, and nothing is merged yet.
  const pieces = piecesOf(drag.shown);
  const now = useNow();
  const local = dayAndTimeOf(new Date(now).toISOString(), plan.zone);
  const today = local === null ? null : new Date(`${local.day}T00:00:00Z`).getUTCDay();
  const time = local?.time.slice(0, 5) ?? '';
  const apply = (week: readonly Span[], label: string) => () => void actions.change(week, label);
  // A phone has them in the menu.
  const rest: readonly MenuItem[] = [
    { key: 'monday', label: texts.copyMonday, onSelect: () => actions.copy(1, WORKDAYS) },
    { key: 'clear', label: texts.clear, onSelect: apply(PRESETS.clear, messages.edits.clear) },
  ];
  return (
    <Panel
      title={messages.week}
      resource="business_calendar"
      note={
        <>
          {texts.now(plan.zone, local === null ? '' : `${formatUtcWeekday(local.day)} ${time}`)} <ZoneButton />
        </>
      }
      actions={
        lockedReason === undefined ? (
          <div className="flex flex-wrap gap-2">
            <Menu
              label={texts.presets}
              align="end"
              items={[
                { key: 'office', label: texts.office, onSelect: apply(PRESETS.office, messages.edits.preset) },
                { key: 'always', label: texts.always, onSelect: apply(PRESETS.always, messages.edits.preset) },
                ...(isPhone ? rest : []),
              ]}
              trigger={(props) => (
                <Button {...props} size="sm">
                  {texts.presets}
                </Button>
              )}
            />
            {isPhone
              ? null
              : rest.map(({ key, label, onSelect }) => (
                  <Button key={key} size="sm" onClick={onSelect}>
                    {label}
                  </Button>
                ))}
          </div>
        ) : null
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
      <ClockNote zone={plan.zone} />
    </Panel>
  );
}
