import { useEffect, useState } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { addDays, instantAt, dayAndTimeOf } from '#src/format/zone-time.ts';
import { Button } from '#src/ui/button.tsx';
import { filterMessages } from '#src/inbox/filters/filter-messages.ts';
import type { RangeOp } from '#src/inbox/filters/filter-words.ts';
import type { Rule } from '#src/inbox/filters/filter-rule.ts';

interface FilterDatesProps {
  readonly rule: Rule;
  readonly range: RangeOp;
  readonly onChange: (rule: Rule) => void;
  readonly onInvalid: (invalid: boolean) => void;
}

interface End {
  readonly day: string;
  /** Empty for the whole day. */
  readonly time: string;
}

const NO_END: End = { day: '', time: '' };
const FIELD =
  'min-h-control rounded-control border border-line-control bg-surface px-2 text-13 tabular-nums aria-invalid:border-danger pointer-coarse:max-md:text-[16px]';
const PRESETS = [1, 7, 30] as const;

/** Times in the zone that is shown: a day, and a time where the day is not meant as a whole. */
export function FilterDates({ rule, range, onChange, onInvalid }: FilterDatesProps) {
  const zone = useDisplayZone();
  const [ends, setEnds] = useState<readonly [End, End]>(() => [
    readEnd(rule.values[0] ?? null, zone, false),
    readEnd(rule.values[1] ?? null, zone, range === 'between'),
  ]);
  const [from, to] = ends;
  const instants = instantsOf(ends, range, zone);
  const isBroken = ends.some(
    ({ day, time }, index) => isShown(index, range) && time !== '' && instants[index] === null && day !== '',
  );
  const isReversed = instants[0] !== null && instants[1] !== null && instants[0] >= instants[1];
  useEffect(() => onInvalid(isBroken || isReversed), [isBroken, isReversed, onInvalid]);

  function change(next: readonly [End, End]): void {
    setEnds(next);
    onChange({ ...rule, values: instantsOf(next, range, zone) });
  }

  function choose(days: number): void {
    const today = dayAndTimeOf(new Date().toISOString(), zone)?.day;
    if (today === undefined) return;
    change([
      { day: addDays(today, 1 - days), time: '' },
      { day: range === 'between' ? today : addDays(today, 1 - days), time: '' },
    ]);
  }

  const { day, time, timeHint, timeHintEnd, today, lastDays } = filterMessages;
  return (
    <div className="flex flex-col gap-1.5 px-2 pt-1">
      {ends.map((end, index) => {
        const name = index === 0 ? filterMessages.from : range === 'before' ? filterMessages.before : filterMessages.to;
        if (!isShown(index, range)) return null;
        const put = (part: Partial<End>) =>
          change(index === 0 ? [{ ...from, ...part }, to] : [from, { ...to, ...part }]);
        return (
          <div key={name} className="grid grid-cols-[44px_1fr_64px] items-center gap-1">
            <span className="text-12 text-ink-3">{name}</span>
            <input
              type="date"
              aria-label={day(name)}
              aria-invalid={isReversed}
              value={end.day}
              onChange={(event) => put({ day: event.target.value })}
              className={`min-w-0 ${FIELD}`}
            />
            <input
              type="text"
              aria-label={time(name)}
              aria-invalid={isReversed || (end.time !== '' && end.day !== '' && instants[index] === null)}
              placeholder={index === 1 && range === 'between' ? timeHintEnd : timeHint}
              autoComplete="off"
              value={end.time}
              onChange={(event) => put({ time: event.target.value })}
              className={`min-w-0 ${FIELD}`}
            />
          </div>
        );
      })}
      <p className={`text-12 ${isBroken || isReversed ? 'text-danger-text' : 'text-ink-3'}`}>
        {isBroken ? filterMessages.badTime : isReversed ? filterMessages.wrongWay : filterMessages.zone(zone)}
      </p>
      <div className="flex flex-wrap gap-1">
        {PRESETS.map((days) => (
          <Button key={days} size="sm" onClick={() => choose(days)}>
            {days === 1 ? today : lastDays(days)}
          </Button>
        ))}
      </div>
    </div>
  );
}

function isShown(index: number, range: RangeOp): boolean {
  return range === 'between' || (range === 'from') === (index === 0);
}

/** The last day of a range counts as a whole: its end is the midnight after it. */
function instantsOf(
  [from, to]: readonly [End, End],
  range: RangeOp,
  zone: string,
): readonly [string | null, string | null] {
  return [
    range === 'before' ? null : instantOf(from, zone, false),
    range === 'from' ? null : instantOf(to, zone, range === 'between'),
  ];
}

function instantOf({ day, time }: End, zone: string, isLastDay: boolean): string | null {
  if (day === '') return null;
  if (time.trim() !== '') return instantAt({ day, time: time.trim().padStart(5, '0') }, zone);
  return instantAt({ day: isLastDay ? addDays(day, 1) : day, time: '00:00' }, zone);
}

function readEnd(iso: string | null, zone: string, isLastDay: boolean): End {
  const wall = iso === null ? null : dayAndTimeOf(iso, zone);
  if (wall === null) return NO_END;
  if (!wall.time.startsWith('00:00')) return { day: wall.day, time: wall.time.replace(/:00$/, '') };
  return { day: isLastDay ? addDays(wall.day, -1) : wall.day, time: '' };
}
