import { useId, useState, type ReactNode } from 'react';
import { AGE_UNIT_NAMES, readAge } from '#contract/filter-rules.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { addDays } from '#src/format/days.ts';
import { numberText, readNumber } from '#src/format/typed-number.ts';
import { dayAndTimeOf, instantAt } from '#src/format/zone-time.ts';
import { NumberInput } from '#src/forms/number-field.tsx';
import { filterOf, isValue } from '#src/inbox/filters/filter-query.ts';
import { isAgeOp, isFlag, ruleKind, type Rule } from '#src/inbox/filters/filter-rule.ts';
import { messages } from './picker-state.ts';

interface TypedValuesProps {
  readonly rule: Rule;
  /** @param isInvalid what is typed cannot be asked for */
  readonly onChange: (rule: Rule, isInvalid: boolean) => void;
}

const FIELD =
  'min-h-control w-full min-w-0 rounded-control border border-line-control bg-surface px-2 text-13 tabular-nums aria-invalid:border-danger pointer-coarse:max-md:text-[16px]';

/** The fields for values that no list can offer. */
export function TypedValues(props: TypedValuesProps) {
  const { op, field } = props.rule;
  if (op === 'is_set' || op === 'is_not_set') return null;
  if (isAgeOp(op)) return <Age {...props} />;
  return ruleKind(field) === 'instant' ? <Days {...props} /> : <Lines {...props} />;
}

const MAX_TEXT_LENGTH = 300;

/** One value a line; numbers may have spaces, commas and `#` between them. */
function Lines({ rule, onChange }: TypedValuesProps) {
  const [text, setText] = useState(() => rule.values.join('\n'));
  const hintId = useId();
  const isWrong = (typed: string) =>
    partsOf(typed, rule).some((part) => !isFlag(rule.field) && !isValue(part, rule.field));
  return (
    <div className="flex flex-col gap-1 px-2 pt-1">
      <textarea
        rows={3}
        aria-label={messages.values(filterOf(rule.field).label)}
        aria-describedby={hintId}
        aria-invalid={isWrong(text)}
        spellCheck={false}
        dir="auto"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange({ ...rule, values: partsOf(event.target.value, rule) }, isWrong(event.target.value));
        }}
        className={`min-h-16 resize-none py-1 ${FIELD}`}
      />
      <Hint id={hintId} isWrong={isWrong(text)}>
        {isWrong(text) ? messages.badNumbers : messages.lines}
      </Hint>
    </div>
  );
}

function partsOf(text: string, { field }: Rule): readonly string[] {
  const kind = ruleKind(field);
  const parts =
    kind === 'number' || kind === 'id'
      ? text.split(/[\s,;]+/).map((part) => part.replace(/^#/, ''))
      : text.split('\n').map((line) => [...line.trim()].slice(0, MAX_TEXT_LENGTH).join(''));
  return [...new Set(parts.filter((part) => part !== ''))];
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
        {isWrong(amount) ? messages.age.wrong : null}
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

/** Whole days in the zone that is shown; either end may be open. */
function Days({ rule, onChange }: TypedValuesProps) {
  const zone = useDisplayZone();
  const [days, setDays] = useState(() => [
    dayOf(rule.values[0] ?? null, zone, false),
    dayOf(rule.values[1] ?? null, zone, true),
  ]);
  const hintId = useId();
  const isReversed = ([from = '', to = '']: readonly string[]) => to !== '' && from > to;

  function change(index: number, day: string): void {
    const next = days.map((item, at) => (at === index ? day : item));
    setDays(next);
    const values = [0, 1].map((at) => (at === index ? instantOf(day, zone, at === 1) : (rule.values[at] ?? null)));
    onChange({ ...rule, values }, isReversed(next));
  }

  return (
    <div className="flex flex-col gap-1.5 px-2 pt-1">
      {[messages.from, messages.to].map((name, index) => (
        <label key={name} className="grid grid-cols-[44px_1fr] items-center gap-1">
          <span className="text-12 text-ink-3">{name}</span>
          <input
            type="date"
            aria-invalid={isReversed(days)}
            aria-describedby={hintId}
            value={days[index]}
            onChange={(event) => change(index, event.target.value)}
            className={FIELD}
          />
        </label>
      ))}
      <Hint id={hintId} isWrong={isReversed(days)}>
        {isReversed(days) ? messages.wrongWay : messages.zone(zone)}
      </Hint>
    </div>
  );
}

/** The last day of a range counts as a whole: its end is the midnight after it. */
function instantOf(day: string, zone: string, isLast: boolean): string | null {
  return day === '' ? null : instantAt({ day: isLast ? addDays(day, 1) : day, time: '00:00' }, zone);
}

function dayOf(iso: string | null, zone: string, isLast: boolean): string {
  const wall = iso === null ? null : dayAndTimeOf(iso, zone);
  if (wall === null) return '';
  return isLast && wall.time.startsWith('00:00') ? addDays(wall.day, -1) : wall.day;
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
