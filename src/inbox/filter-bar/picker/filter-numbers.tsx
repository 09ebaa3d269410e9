import { useEffect, useId, useState } from 'react';
import { isValue } from '#src/inbox/filters/filter-json.ts';
import { filterMessages } from '#src/inbox/filters/filter-messages.ts';
import { fieldWord } from '#src/inbox/filters/filter-words.ts';
import type { Rule } from '#src/inbox/filters/filter-rule.ts';

interface FilterNumbersProps {
  readonly rule: Rule;
  readonly onChange: (rule: Rule) => void;
  readonly onInvalid: (invalid: boolean) => void;
}

const FIELD =
  'min-h-control w-full rounded-control border border-line-control bg-surface px-2 text-13 tabular-nums aria-invalid:border-danger pointer-coarse:max-md:text-[16px]';

/** Numbers: some of them, or a range with both ends included. */
export function FilterNumbers({ rule, onChange, onInvalid }: FilterNumbersProps) {
  const isRange = rule.op === 'between';
  const [texts, setTexts] = useState<readonly string[]>(() =>
    isRange ? [rule.values[0] ?? '', rule.values[1] ?? ''] : [rule.values.join(', ')],
  );
  const hintId = useId();
  const wrong = texts.some((text) => numbersOf(text, rule).some((number) => number === null));
  useEffect(() => onInvalid(wrong), [wrong, onInvalid]);

  function change(index: number, text: string): void {
    const next = texts.map((item, at) => (at === index ? text : item));
    setTexts(next);
    const numbers = next.map((item) => numbersOf(item, rule));
    if (isRange) onChange({ ...rule, values: numbers.map(([first]) => first ?? null) });
    else onChange({ ...rule, values: [...new Set(numbers.flat())].filter((number) => number !== null) });
  }

  const labels = isRange
    ? [filterMessages.fromNumber, filterMessages.toNumber]
    : [filterMessages.values(fieldWord(rule.field))];
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
      <p id={hintId} className={`text-12 ${wrong ? 'text-danger-text' : 'text-ink-3'}`}>
        {wrong ? filterMessages.badNumbers : isRange ? null : filterMessages.numbers}
      </p>
    </div>
  );
}

/** The numbers of a text, `#` before them or not; null for what is none. */
function numbersOf(text: string, { field }: Rule): readonly (string | null)[] {
  if (field === 'stale' || field === 'snoozed') return [];
  return text
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^#/, ''))
    .filter((part) => part !== '')
    .map((part) => (isValue(part, field) ? part : null));
}
