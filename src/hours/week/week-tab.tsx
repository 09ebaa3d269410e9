import { Link } from '@tanstack/react-router';
import { useNow } from '#src/format/use-now.ts';
import { daysBetween } from '#src/format/days.ts';
import { formatUtcWeekdayAndDate } from '#src/format/utc-day.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import { ChangesPanel } from '#src/hours/changes-panel.tsx';
import { messages } from '#src/hours/messages.ts';
import { nextDateOf } from '#src/hours/model/upcoming.ts';
import { useEditor } from '#src/hours/use-editor.ts';
import { Panel } from '#src/panels/panel.tsx';
import { TEXT_LINK } from '#src/ui/text-button.tsx';
import { WeekPanel } from './week-panel.tsx';

const SHOWN = 4;

/** The week, the holidays that come next, and what saving would do. */
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
  const texts = messages.upcoming;
  const today = dayAndTimeOf(new Date(useNow()).toISOString(), plan.zone)?.day ?? '';
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
      note={texts.note}
      actions={
        <Link to="/manage/hours/dates" className={`${TEXT_LINK} inline-flex items-center text-12 no-underline`}>
          {texts.all}
        </Link>
      }
    >
      {next.length === 0 ? <p className="py-1.5 text-ink-3">{texts.none}</p> : null}
      <ul>
        {next.map(({ name, date }) => {
          const days = daysBetween(today, date);
          return (
            <li
              key={date}
              className="grid min-h-[34px] grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_84px] items-center gap-x-3 border-b border-line"
            >
              <span dir="auto" className="truncate font-medium">
                {name}
              </span>
              <span className="text-ink-2 tabular-nums">{formatUtcWeekdayAndDate(date)}</span>
              <span className="text-end text-ink-3 tabular-nums">{days === 0 ? texts.today : texts.in(days)}</span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
