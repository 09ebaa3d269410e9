import { useState } from 'react';
import { entriesOf } from '#src/inbox/filters/filter-entries.ts';
import { filterOf } from '#src/inbox/filters/filter-query.ts';
import {
  isAgeOp,
  isComplete,
  isRule,
  ruleKind,
  type Entry,
  type Rule,
  type RuleField,
  type RuleOp,
} from '#src/inbox/filters/filter-rule.ts';
import type { InboxSearch } from '#src/inbox/search.ts';

/** Where conditions are being changed: among all, or in the group at that place. */
export type Scope = number | null;

interface PlacedRule {
  readonly at: number;
  readonly rule: Rule;
}

function rulesOn(entries: readonly Entry[], scope: Scope, field: RuleField): readonly PlacedRule[] {
  return listOf(entries, scope).flatMap((entry, at) =>
    isRule(entry) && entry.field === field ? [{ at, rule: entry }] : [],
  );
}

export function valuesInUse(entries: readonly Entry[], scope: Scope, field: RuleField): number {
  return rulesOn(entries, scope, field)
    .filter(({ rule }) => isComplete(rule))
    .reduce((sum, { rule }) => sum + (rule.op === 'between' ? 1 : Math.max(1, rule.values.length)), 0);
}

/** With another rule at a place, one more where `at` is null, or one less for null. */
export function putRule(
  entries: readonly Entry[],
  scope: Scope,
  at: number | null,
  rule: Rule | null,
): readonly Entry[] {
  const place = at ?? listOf(entries, scope).length;
  const put = <Item>(list: readonly Item[], item: Item | null): readonly Item[] => [
    ...list.slice(0, place),
    ...(item === null ? [] : [item]),
    ...list.slice(place + 1),
  ];
  if (scope === null) return put<Entry>(entries, rule);
  return entries.map((entry, index) => (index === scope && 'any' in entry ? { any: put(entry.any, rule) } : entry));
}

/** The conditions beside a field: a group of alternatives counts as one. */
export function withoutField(entries: readonly Entry[], scope: Scope, field: RuleField | null): readonly Entry[] {
  if (scope !== null) return entries.filter((_, index) => index !== scope);
  return entries.filter((entry) => !isRule(entry) || entry.field !== field);
}

/** A condition on a field that says nothing yet. */
export function blankRule(field: RuleField): Rule {
  const [op = 'any_of'] = filterOf(field).operators;
  return { field, op, values: op === 'between' ? [null, null] : [] };
}

/**
 * Takes a value in or out; null when the condition has none left. A condition that compares in another way, such as
 * "is set", starts anew with the value.
 */
export function toggleValue(rule: Rule, value: string, isSingle: boolean): Rule | null {
  if (ruleKind(rule.field) === 'flag') return rule.op === 'is_set' ? null : { ...rule, op: 'is_set' };
  if (rule.op !== 'any_of' && rule.op !== 'none_of') return { ...rule, op: 'any_of', values: [value] };
  const has = rule.values.includes(value);
  if (isSingle) return has ? null : { ...rule, values: [value] };
  const values = has ? rule.values.filter((item) => item !== value) : [...rule.values, value];
  return values.length === 0 && rule.op === 'any_of' ? null : { ...rule, values };
}

export function isChosen(rule: Rule, value: string): boolean {
  return ruleKind(rule.field) === 'flag' ? rule.op === 'is_set' : rule.values.includes(value);
}

/** With another operator, and the values that it can keep. */
export function withOp(rule: Rule, op: RuleOp): Rule {
  if (op === 'is_set' || op === 'is_not_set') return { ...rule, op, values: [] };
  if (op === 'between') return { ...rule, op, values: rule.op === 'between' ? rule.values : [null, null] };
  const isKept = isAgeOp(op) === isAgeOp(rule.op) && rule.op !== 'between';
  return { ...rule, op, values: isKept ? rule.values : [] };
}

function listOf(entries: readonly Entry[], scope: Scope): readonly Entry[] {
  if (scope === null) return entries;
  const group = entries[scope];
  return group !== undefined && 'any' in group ? group.any : [];
}

export type FieldOption =
  | { readonly kind: 'field'; readonly field: RuleField; readonly label: string; readonly inUse: number }
  | { readonly kind: 'value'; readonly field: RuleField; readonly value: string; readonly label: string }
  | { readonly kind: 'group'; readonly at: number; readonly label: string }
  | { readonly kind: 'new-group'; readonly label: string }
  | { readonly kind: 'back'; readonly label: string };

/** The menu opens on a field, on a chip's entry, or on neither. */
export interface PickerStart {
  readonly field?: RuleField;
  readonly entry?: number;
}

interface Place {
  readonly scope: Scope;
  /** The field whose values are being chosen; null while a field is. */
  readonly field: RuleField | null;
  /** Which of several conditions on the field. */
  readonly nth: number;
}

export type Picker = ReturnType<typeof usePicker>;

/** The draft of the menu: the list follows it once it is applied. */
export function usePicker(search: InboxSearch, start: PickerStart, isSingle: boolean) {
  const [entries, setEntries] = useState(() => entriesOf(search));
  const [place, setPlace] = useState<Place>(() => placeOf(entries, start));
  const [text, setText] = useState('');

  function go(scope: Scope, field: RuleField | null = null): void {
    setPlace({ scope, field, nth: 0 });
    setText('');
  }

  function put(at: number | null, rule: Rule | null): void {
    setEntries((before) => putRule(before, place.scope, at, rule));
  }

  function toggle(on: PlacedRule | undefined, field: RuleField, value: string): void {
    put(on?.at ?? null, toggleValue(on?.rule ?? blankRule(field), value, isSingle));
  }

  /** An empty group goes when it is left. */
  function leaveGroup(): void {
    setEntries(entries.filter((entry) => !('any' in entry) || entry.any.length > 0));
    go(null);
  }

  function choose(option: FieldOption): void {
    switch (option.kind) {
      case 'field':
        return go(place.scope, option.field);
      case 'value':
        toggle(rulesOn(entries, place.scope, option.field)[0], option.field, option.value);
        return setText('');
      case 'group':
        return go(option.at);
      case 'new-group':
        setEntries([...entries, { any: [] }]);
        return go(entries.length);
      case 'back':
        return leaveGroup();
    }
  }

  return {
    entries,
    ...place,
    text,
    setText,
    choose,
    toggle,
    put,
    rulesOn: (field: RuleField) => rulesOn(entries, place.scope, field),
    showNth: (nth: number) => setPlace({ ...place, nth }),
    leaveField: () => go(place.scope),
    leaveGroup,
    removeGroup: () => {
      setEntries(entries.filter((_, at) => at !== place.scope));
      go(null);
    },
    removeLast: () => setEntries(entries.slice(0, -1)),
  };
}

function placeOf(entries: readonly Entry[], { field, entry = -1 }: PickerStart): Place {
  const chosen = entries[entry];
  if (chosen === undefined) return { scope: null, field: field ?? null, nth: 0 };
  if (!isRule(chosen)) return { scope: entry, field: null, nth: 0 };
  const nth = rulesOn(entries, null, chosen.field).findIndex(({ at }) => at === entry);
  return { scope: null, field: chosen.field, nth: Math.max(0, nth) };
}
