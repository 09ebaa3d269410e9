import type { ChipName, FilterValues } from './filter-values.ts';
import { messages } from './messages.ts';

export interface PickerOption {
  readonly field: ChipName;
  /** Null opens the field's values. */
  readonly value: string | null;
  readonly label: string;
  /** The field, where values of several fields stand together. */
  readonly hint: string | undefined;
  readonly count: number | undefined;
}

interface Matching {
  /** The field that was chosen, null while all are open. */
  readonly field: ChipName | null;
  readonly text: string;
  readonly values: FilterValues;
  readonly fields: readonly ChipName[];
  /** A tag, a channel or an agent id may be typed that no list names. */
  readonly canType: boolean;
}

const MOST_VALUES = 30;
const TYPED: readonly ChipName[] = ['tag', 'channel', 'assignee'];

/** What the menu offers for what is typed: fields first, then values of any field; or the values of one field. */
export function matchOptions({ field, text, values, fields, canType }: Matching): readonly PickerOption[] {
  const typed = text.trim().toLocaleLowerCase();
  if (field !== null) {
    const found = values[field]
      .filter(({ label }) => label.toLocaleLowerCase().includes(typed))
      .map((item) => ({ field, ...item, hint: undefined }));
    const isNew = typed !== '' && TYPED.includes(field) && !values[field].some(({ value }) => value === text.trim());
    if (!isNew || !canType) return found;
    return [
      ...found,
      { field, value: text.trim(), label: messages.filter.useText(text.trim()), hint: undefined, count: undefined },
    ];
  }
  const named = fields
    .filter((name) => messages.filter.fields[name].toLocaleLowerCase().includes(typed))
    .map((name) => option(name, values));
  if (typed === '') return named;
  const found = fields.flatMap((name) =>
    // "Yes" says nothing without its field, which stands above.
    isFlag(name)
      ? []
      : values[name]
          .filter(({ label }) => label.toLocaleLowerCase().includes(typed))
          .map((item) => ({ field: name, ...item, hint: messages.filter.fields[name] })),
  );
  return [...named, ...found.slice(0, MOST_VALUES)];
}

/** A filter with one value is chosen at once. */
function option(name: ChipName, values: FilterValues): PickerOption {
  const label = messages.filter.fields[name];
  const only = isFlag(name) ? values[name][0] : undefined;
  return { field: name, value: only?.value ?? null, label, hint: undefined, count: only?.count };
}

function isFlag(name: ChipName): boolean {
  return name === 'stale' || name === 'snoozed';
}
