import { useId, useState, type ReactNode } from 'react';
import { AGE_UNIT_NAMES, readAge } from '#contract/filter-rules.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { addDays } from '#src/format/days.ts';
import { numberText, readNumber } from '#src/format/typed-number.ts';
import { dayAndTimeOf, instantAt } from '#src/format/zone-time.ts';
import { NumberInput } from '#src/forms/number-field.tsx';
import { filterOf, isValue } from '#src/inbox/filters/filter-query.ts';
import { isAgeOp, isFlag, ruleKind, type RangeOp, type Rule } from '#src/inbox/filters/filter-rule.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from './picker-state.ts';

interface TypedValuesProps {
  readonly rule: Rule;
  /** How a time is compared: the rule does not say it before both ends are there. */
  readonly range: RangeOp;
  /** @param isInvalid what is typed cannot be asked for */
  readonly onChange: (rule: Rule, isInvalid: boolean) => void;
}

const FIELD =
  'min-h-control w-full min-w-0 rounded-control border border-line-control bg-surface px-2 text-13 tabular-nums aria-invalid:border-danger pointer-coarse:max-md:text-[16px]';

/** The fields for values that no list can offer, by the kind of the rule's field. */
export function TypedValues(props: TypedValuesProps) {
  const { op, field } = props.rule;
  if (op === 'is_set' || op === 'is_not_set')
    return <p className="px-2 py-1.5 text-12 text-ink-3">{messages.presence}</p>;
  if (isAgeOp(op)) return <Age {...props} />;
  const kind = ruleKind(field);
  if (kind === 'instant') return <Dates {...props} />;
  return kind === 'number' || kind === 'id' ? <Numbers {...props} /> : <Texts {...props} />;
}

const MAX_TEXT_LENGTH = 300;

/** One a line. */
function Texts({ rule, onChange }: TypedValuesProps) {
  const [text, setText] = useState(() => rule.values.join('\n'));
  const hintId = useId();
  return (
    <div className="flex flex-col gap-1 px-2 pt-1">
      <textarea
        rows={3}
        aria-label={messages.values(filterOf(rule.field).label)}
        aria-describedby={hintId}
        spellCheck={false}
        dir="auto"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange({ ...rule, values: linesOf(event.target.value) }, false);
        }}
        className={`min-h-16 resize-none py-1 ${FIELD}`}
      />
      <Hint id={hintId}>{messages.lines}</Hint>
    </div>
  );
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => [...line.trim()].slice(0, MAX_TEXT_LENGTH).join(''));
  return [...new Set(lines.filter((line) => line !== ''))];
}

function Numbers({ rule, onChange }: TypedValuesProps) {
  const isRange = rule.op === 'between';
  const [texts, setTexts] = useState<readonly string[]>(() =>
    isRange ? [rule.values[0] ?? '', rule.values[1] ?? ''] : [rule.values.join(', ')],
  );
  const hintId = useId();
  const isWrong = (all: readonly string[]) => all.some((text) => numbersOf(text, rule).includes(null));
  const wrong = isWrong(texts);

  function change(index: number, text: string): void {
    const next = texts.map((item, at) => (at === index ? text : item));
    setTexts(next);
    const numbers = next.map((item) => numbersOf(item, rule));
    const values = isRange
      ? numbers.map(([first]) => first ?? null)
      : [...new Set(numbers.flat())].filter((number) => number !== null);
    onChange({ ...rule, values }, isWrong(next));
  }

  const labels = isRange ? [messages.fromNumber, messages.toNumber] : [messages.values(filterOf(rule.field).label)];
  return (
    <div className="flex flex-col gap-1 px-2 pt-1">
      {labels.map((label, index) => (
        <input
          key={label}
          type="text"
          inputMode={isRange ? 'numeric' : 'text'}
          aria-label={label}
          placeholder={isRange ? label : undefined}
          aria-describedby={hintId}
          aria-invalid={wrong}
          autoComplete="off"
          value={texts[index] ?? ''}
          onChange={(event) => change(index, event.target.value)}
          className={FIELD}
        />
      ))}
      <Hint id={hintId} isWrong={wrong}>
        {wrong ? messages.badNumbers : isRange ? null : messages.numbers}
      </Hint>
    </div>
  );
}

/** The numbers of a text, `#` before them or not; null for each part that is none. */
function numbersOf(text: string, { field }: Rule): readonly (string | null)[] {
  if (isFlag(field)) return [];
  return text
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^#/, ''))
    .filter((part) => part !== '')
    .map((part) => (isValue(part, field) ? part : null));
}

/** So many minutes, hours, days or weeks before now. */
function Age({ rule, onChange }: TypedValuesProps) {
  const known = readAge(rule.values[0] ?? '');
  const [amount, setAmount] = useState(known === null ? '' : numberText(known.amount, 'whole'));
  const [unit, setUnit] = useState<string>(known?.unit ?? 'd');
  const hintId = useId();
  const isWrong = (text: string) => text.trim() !== '' && ageOf(text, 'd') === null;

  function change(text: string, letter: string): void {
    setAmount(text);
    setUnit(letter);
    const age = ageOf(text, letter);
    onChange({ ...rule, values: age === null ? [] : [age] }, isWrong(text));
  }

  return (
    <div className="flex flex-col gap-1 px-2 pt-1">
      <div className="grid grid-cols-[72px_1fr] gap-1">
        <NumberInput
          kind="whole"
          aria-label={messages.age.amount}
          aria-describedby={hintId}
          aria-invalid={isWrong(amount)}
          value={amount}
          onChange={(event) => change(event.target.value, unit)}
          className={FIELD}
        />
        <select
          aria-label={messages.age.unit}
          value={unit}
          onChange={(event) => change(amount, event.target.value)}
          className={FIELD}
        >
          {AGE_UNIT_NAMES.map((name) => (
            <option key={name} value={name} className="bg-raised text-ink">
              {messages.age[name]}
            </option>
          ))}
        </select>
      </div>
      <Hint id={hintId} isWrong={isWrong(amount)}>
        {isWrong(amount) ? messages.age.wrong : messages.age.moves}
      </Hint>
    </div>
  );
}

/** "14d", as a rule has it; null where no number is typed, or none that an age can have. */
function ageOf(text: string, unit: string): string | null {
  const read = readNumber(text, 'whole');
  const age = read.kind === 'number' ? `${read.plain}${unit}` : '';
  return readAge(age) === null ? null : age;
}

interface End {
  readonly day: string;
  /** Empty for the whole day. */
  readonly time: string;
}
type Ends = readonly [End, End];

const NO_END: End = { day: '', time: '' };
const PRESETS = [1, 7, 30] as const;

/** Times in the zone that is shown: a day, and a time where the day is not meant as a whole. */
function Dates({ rule, range, onChange }: TypedValuesProps) {
  const zone = useDisplayZone();
  const [ends, setEnds] = useState<Ends>(() => [
    readEnd(rule.values[0] ?? null, zone, false),
    readEnd(rule.values[1] ?? null, zone, range === 'between'),
  ]);
  const problem = problemOf(ends, range, zone);

  function change(next: Ends): void {
    setEnds(next);
    onChange({ ...rule, values: instantsOf(next, range, zone) }, problemOf(next, range, zone) !== null);
  }

  function choose(days: number): void {
    const today = dayAndTimeOf(new Date().toISOString(), zone)?.day;
    if (today === undefined) return;
    const first = addDays(today, 1 - days);
    change([
      { day: first, time: '' },
      { day: range === 'between' ? today : first, time: '' },
    ]);
  }

  const [from, to] = ends;
  const instants = instantsOf(ends, range, zone);
  const { day, time, timeHint, timeHintEnd, today, lastDays } = messages;
  return (
    <div className="flex flex-col gap-1.5 px-2 pt-1">
      {ends.map((end, index) => {
        if (!isShown(index, range)) return null;
        const name = index === 0 ? messages.from : range === 'before' ? messages.before : messages.to;
        const put = (part: Partial<End>) =>
          change(index === 0 ? [{ ...from, ...part }, to] : [from, { ...to, ...part }]);
        const isReversed = problem === messages.wrongWay;
        return (
          <div key={name} className="grid grid-cols-[44px_1fr_64px] items-center gap-1">
            <span className="text-12 text-ink-3">{name}</span>
            <input
              type="date"
              aria-label={day(name)}
              aria-invalid={isReversed}
              value={end.day}
              onChange={(event) => put({ day: event.target.value })}
              className={FIELD}
            />
            <input
              type="text"
              aria-label={time(name)}
              aria-invalid={isReversed || (end.time !== '' && end.day !== '' && instants[index] === null)}
              placeholder={index === 1 && range === 'between' ? timeHintEnd : timeHint}
              autoComplete="off"
              value={end.time}
              onChange={(event) => put({ time: event.target.value })}
              className={FIELD}
            />
          </div>
        );
      })}
      <Hint isWrong={problem !== null}>{problem ?? messages.zone(zone)}</Hint>
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

function problemOf(ends: Ends, range: RangeOp, zone: string): string | null {
  const instants = instantsOf(ends, range, zone);
  const [start, end] = instants;
  const isBroken = ends.some(
    ({ day, time }, index) => isShown(index, range) && day !== '' && time !== '' && instants[index] === null,
  );
  if (isBroken) return messages.badTime;
  return start !== null && end !== null && start >= end ? messages.wrongWay : null;
}

/** The last day of a range counts as a whole: its end is the midnight after it. */
function instantsOf([from, to]: Ends, range: RangeOp, zone: string): readonly [string | null, string | null] {
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

interface HintProps {
  readonly id?: string;
  readonly isWrong?: boolean;
  readonly children: ReactNode;
}

function Hint({ id, isWrong = false, children }: HintProps) {
  return (
    <p id={id} className={`text-12 ${isWrong ? 'text-danger-text' : 'text-ink-3'}`}>
      {children}
    </p>
  );
}
