import { useId, useState, type FormEvent } from 'react';
import { useMedia } from '#src/browser/use-media.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { Popover } from '#src/ui/overlay/popover.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { view } from './view.ts';
import { messages as page } from './messages.ts';
import { useHasReports } from './queries.ts';
import { DEFAULT_DAYS, MAX_WINDOW_DAYS, RANGES, type AiSearch, type RangeDays, type TabProps } from './search.ts';
import { addDays, daysBetween, monthEnd, monthStart, utcToday, windowOf } from './usage-window.ts';

const messages = page.range;

/** Chooses the UTC days of the figures: the last 7, 30 or 90, or with reports free dates. */
export function RangeControl({ search, go }: TabProps<AiSearch>) {
  const hasReports = useHasReports();
  const isFree = hasReports && search.from !== undefined;
  const choose = (days: RangeDays) =>
    go({ from: undefined, to: undefined, days: days === DEFAULT_DAYS ? undefined : days }, { replace: true });
  const [{ group }] = view.keys;
  useShortcut('1', () => choose(7), { label: messages.key(7), group });
  useShortcut('2', () => choose(30), { label: messages.key(30), group });
  useShortcut('3', () => choose(90), { label: messages.key(90), group });
  return (
    <div className="flex flex-none items-center gap-1.5">
      {hasReports ? <FreeDates search={search} go={go} isFree={isFree} /> : null}
      <Segmented
        label={messages.label}
        value={isFree ? '' : String(search.days ?? DEFAULT_DAYS)}
        options={RANGES.map((n) => ({ value: String(n), label: messages.days(n) }))}
        onChange={(value) => choose(RANGES.find((n) => String(n) === value) ?? DEFAULT_DAYS)}
      />
    </div>
  );
}

function FreeDates({ search, go, isFree }: TabProps<AiSearch> & { readonly isFree: boolean }) {
  const { from, to } = windowOf(search, utcToday(useNow()));
  const isPhone = useMedia('(max-width: 767.98px)');
  const shown = { first: from, last: addDays(to, -1) };
  return (
    <Popover
      label={messages.other}
      align="end"
      trigger={(props) =>
        isFree && !isPhone ? (
          <Button {...props} icon="clock" aria-label={messages.change(dayText(shown))}>
            {dayText(shown)}
          </Button>
        ) : (
          // A phone has no room for the days beside the title; every panel names them.
          <IconButton
            {...props}
            icon="clock"
            variant={isFree ? 'default' : 'ghost'}
            label={isFree ? messages.change(dayText(shown)) : messages.other}
          />
        )
      }
    >
      {(close) => (
        <DatesForm
          shown={shown}
          onChoose={({ first, last }) => {
            close();
            go({ days: undefined, from: first, to: addDays(last, 1) }, { replace: true });
          }}
        />
      )}
    </Popover>
  );
}

function dayText({ first, last }: Dates): string {
  return first === last ? formatUtcDay(first) : messages.chosen(formatUtcDay(first), formatUtcDay(last));
}

/** UTC days, both included; empty while nothing is entered. */
interface Dates {
  readonly first: string;
  readonly last: string;
}

interface DatesFormProps {
  readonly shown: Dates;
  readonly onChoose: (dates: Dates) => void;
}

/** A first and a last day, both included. */
function DatesForm({ shown, onChoose }: DatesFormProps) {
  const id = useId();
  const today = utcToday(useNow());
  const [dates, setDates] = useState(shown);
  const [isTried, setTried] = useState(false);
  const problem = isTried ? datesProblem(dates, today) : null;
  const before = addDays(monthStart(today), -1);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (datesProblem(dates, today) === null) onChoose(dates);
  }

  return (
    <form className="flex w-64 flex-col gap-3 p-2" noValidate onSubmit={submit}>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onChoose({ first: monthStart(today), last: today })}>
          {messages.thisMonth}
        </Button>
        <Button size="sm" onClick={() => onChoose({ first: monthStart(before), last: monthEnd(before) })}>
          {messages.lastMonth}
        </Button>
      </div>
      {(['first', 'last'] as const).map((field) => (
        <div key={field}>
          <label htmlFor={`${id}-${field}`} className="mb-1 block text-12 font-medium">
            {messages[field]}
          </label>
          <input
            id={`${id}-${field}`}
            type="date"
            value={dates[field]}
            max={today}
            aria-invalid={problem === null ? undefined : true}
            aria-describedby={`${id}-hint`}
            className={`min-h-control w-full rounded-control border bg-surface px-2 text-ink ${
              problem === null ? 'border-line-control' : 'border-danger'
            }`}
            onChange={({ target }) => setDates({ ...dates, [field]: target.value })}
          />
        </div>
      ))}
      <p
        id={`${id}-hint`}
        role="status"
        className={`min-h-4 text-12 ${problem === null ? 'text-ink-3' : 'text-danger-text'}`}
      >
        {problem ?? messages.hint}
      </p>
      <Button type="submit" variant="primary">
        {messages.apply}
      </Button>
    </form>
  );
}

/** The reason that these days cannot be shown; null when they can. */
export function datesProblem({ first, last }: Dates, today: string): string | null {
  if (first === '' || last === '') return messages.missing;
  if (first > last) return messages.wrongOrder;
  if (first > today) return page.ahead;
  return daysBetween(first, last) >= MAX_WINDOW_DAYS ? messages.tooLong : null;
}
