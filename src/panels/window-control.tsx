import { useId, useState, type FormEvent } from 'react';
import { useMedia } from '#src/browser/use-media.ts';
import { addDays, daysBetween, monthEnd, monthStart, previousMonth, formatUtcDay } from '#src/format/days.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { Popover } from '#src/ui/overlay/popover.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import {
  DEFAULT_WINDOW_LENGTH,
  MAX_WINDOW_DAYS,
  windowOf,
  type WindowLength,
  type WindowSearch,
} from './day-window.ts';
import { messages as panels } from './messages.ts';

const messages = panels.window;

interface WindowControlProps<Length extends WindowLength> {
  readonly search: WindowSearch<Length>;
  /** The last so many days. */
  readonly lengths: readonly Length[];
  /** Given all three parameters of a window, those that it does not have as undefined. */
  readonly onChoose: (window: WindowSearch<Length>) => void;
  /** Today's date where the page's days begin and end: in UTC, or in the site's zone. */
  readonly today: string;
  /** The zone that these are days of, as people read it. */
  readonly zone: string;
  /** Where the list of keys names 1, 2, 3 and 4. */
  readonly keyGroup: string;
  /** The page's calls answer any days, not the last ones alone. */
  readonly hasFreeDates: boolean;
}

/** Chooses the days of a page's figures: the last 7, 30 or 90, a year, or free dates. */
export function WindowControl<Length extends WindowLength>(props: WindowControlProps<Length>) {
  const { search, lengths, onChoose, today, zone, keyGroup: group, hasFreeDates } = props;
  const isFree = hasFreeDates && search.from !== undefined;
  const choose = (length: Length | undefined) =>
    onChoose({ from: undefined, to: undefined, days: isNamed(length) ? length : undefined });
  const keyOf = (at: number) => {
    const length = lengths[at];
    return length === undefined ? { when: false } : { label: messages.key(length), group };
  };
  useShortcut('1', () => choose(lengths[0]), keyOf(0));
  useShortcut('2', () => choose(lengths[1]), keyOf(1));
  useShortcut('3', () => choose(lengths[2]), keyOf(2));
  useShortcut('4', () => choose(lengths[3]), keyOf(3));
  const { from, to } = windowOf(search, today);
  return (
    <div className="flex flex-none items-center gap-1.5">
      {hasFreeDates ? (
        <FreeDates
          shown={{ first: from, last: addDays(to, -1) }}
          isFree={isFree}
          today={today}
          zone={zone}
          onChoose={({ first, last }) => onChoose({ days: undefined, from: first, to: addDays(last, 1) })}
        />
      ) : null}
      <Segmented
        label={messages.label}
        value={isFree ? '' : String(search.days ?? DEFAULT_WINDOW_LENGTH)}
        options={lengths.map((days) => ({ value: String(days), label: messages.days(days) }))}
        onChange={(value) => choose(lengths.find((days) => String(days) === value))}
      />
    </div>
  );
}

/** Whether an address names the length: it leaves out the default one. */
function isNamed<Length extends WindowLength>(
  length: Length | undefined,
): length is Exclude<Length, typeof DEFAULT_WINDOW_LENGTH> {
  return length !== undefined && length !== DEFAULT_WINDOW_LENGTH;
}

/** Both included; empty while nothing is entered. */
interface Dates {
  readonly first: string;
  readonly last: string;
}

interface DatesFormProps extends Pick<WindowControlProps<WindowLength>, 'today' | 'zone'> {
  readonly shown: Dates;
  readonly onChoose: (dates: Dates) => void;
}

function FreeDates({ isFree, onChoose, ...form }: DatesFormProps & { readonly isFree: boolean }) {
  const isPhone = useMedia('(max-width: 767.98px)');
  const { first, last } = form.shown;
  const text = first === last ? formatUtcDay(first) : messages.chosen(formatUtcDay(first), formatUtcDay(last));
  return (
    <Popover
      label={messages.other}
      align="end"
      trigger={(props) =>
        isFree && !isPhone ? (
          <Button {...props} icon="clock" aria-label={messages.change(text)}>
            {text}
          </Button>
        ) : (
          // A phone has no room for the days beside the title; every panel names them.
          <IconButton
            {...props}
            icon="clock"
            variant={isFree ? 'default' : 'ghost'}
            label={isFree ? messages.change(text) : messages.other}
          />
        )
      }
    >
      {(close) => (
        <DatesForm
          {...form}
          onChoose={(dates) => {
            close();
            onChoose(dates);
          }}
        />
      )}
    </Popover>
  );
}

function DatesForm({ shown, today, zone, onChoose }: DatesFormProps) {
  const id = useId();
  const [dates, setDates] = useState(shown);
  const [isTried, setTried] = useState(false);
  const problem = isTried ? datesProblem(dates, today) : null;
  const before = `${previousMonth(today)}-01`;

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
        <Button size="sm" onClick={() => onChoose({ first: before, last: monthEnd(before) })}>
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
        {problem ?? messages.hint(zone)}
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
  if (first > today) return messages.ahead;
  return daysBetween(first, last) >= MAX_WINDOW_DAYS ? messages.tooLong : null;
}
