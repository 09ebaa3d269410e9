import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listTags } from '#contract/tags.ts';
import { read } from '#src/api/read.ts';
import { defineMessages, plural } from '#src/i18n/messages.ts';
import { NAMES_STALE_MS, useAgentNames } from '#src/inbox/filters/chips.ts';
import { entriesOf, refusalOf, searchOf } from '#src/inbox/filters/filter-entries.ts';
import { filterOf, FILTER_FIELDS } from '#src/inbox/filters/filter-query.ts';
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
import type { ListedValue } from '#src/inbox/filters/filter-table.ts';
import { planList } from '#src/inbox/list/list-plan.ts';
import { facetOptions } from '#src/inbox/list/ticket-list.ts';
import type { Profile } from '#src/inbox/profile.ts';
import type { InboxSearch } from '#src/inbox/search.ts';

export const messages = defineMessages({
  title: 'Filter',
  find: 'Field or value',
  fields: 'Fields',
  /** After the number. */
  inUse: (n: number) => plural(n, { one: 'value in use', other: 'values in use' }),
  operator: (field: string) => `${field}: how to compare`,
  values: (field: string) => `Values of ${field}`,
  findValue: (field: string) => `${field}…`,
  useText: (text: string) => `Use “${text}”`,
  noMatch: 'Nothing matches.',
  agentIds: 'Type an agent’s number.',
  anotherOf: (field: string) => `Another condition on ${field}`,
  removeRule: 'Remove this condition',
  lines: 'One per line. Any of them may match.',
  badNumbers: 'Enter numbers only, such as 48213.',
  from: 'From',
  to: 'To',
  wrongWay: 'The end is before the start.',
  zone: (zone: string) => `Days are in ${zone}.`,
  age: {
    amount: 'How many',
    unit: 'Unit',
    m: 'minutes',
    h: 'hours',
    d: 'days',
    w: 'weeks',
    wrong: 'Enter a whole number from 1 to 9999.',
  },
  groupOf: (n: number) => plural(n, { one: 'Any of these: 1 condition', other: `Any of these: ${n} conditions` }),
  newGroup: 'Add an OR group',
  inGroup: 'At least one of these conditions must match.',
  aboutGroups: 'In a group, one matching condition is enough. Everything outside a group must match.',
  back: 'All conditions',
  wouldMatch: (n: number, count: string) => plural(n, { one: '1 would match', other: `${count} would match` }),
  counting: 'Counting',
  notCounted: 'Could not count',
  apply: 'Apply',
  refusal: {
    large: 'Use at most 20 conditions and 50 values in each.',
    others: 'Remove the chip “Other conditions” before you add this one.',
  },
  checkValue: 'Correct the marked value first.',
});

/** The group that is being changed, by its index; null for the top level. */
export type Scope = number | null;

export interface PlacedRule {
  readonly at: number;
  readonly rule: Rule;
}

function rulesOn(entries: readonly Entry[], scope: Scope, field: RuleField): readonly PlacedRule[] {
  return listOf(entries, scope).flatMap((entry, at) =>
    isRule(entry) && entry.field === field ? [{ at, rule: entry }] : [],
  );
}

function valuesInUse(rule: Rule): number {
  if (!isComplete(rule)) return 0;
  return rule.op === 'between' ? 1 : Math.max(1, rule.values.length);
}

/** Replaces the rule at `at`, adds one if `at` is null, or removes it if `rule` is null. */
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

/** The conditions on other fields; a group counts as one. */
export function withoutField(entries: readonly Entry[], scope: Scope, field: RuleField | null): readonly Entry[] {
  if (scope !== null) return entries.filter((_, index) => index !== scope);
  return entries.filter((entry) => !isRule(entry) || entry.field !== field);
}

/** A condition without values. */
export function blankRule(field: RuleField): Rule {
  const [op = 'any_of'] = filterOf(field).operators;
  return { field, op, values: op === 'between' ? [null, null] : [] };
}

/**
 * Adds or removes a value; null if none is left. A condition with another operator, such as "is set", is replaced.
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

/** Changes the operator and keeps the values that fit. */
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
  | {
      readonly kind: 'field';
      readonly field: RuleField;
      /** Which of several conditions on the field. */
      readonly nth: number;
      readonly label: string;
      readonly inUse: number;
    }
  | { readonly kind: 'value'; readonly field: RuleField; readonly value: string; readonly label: string }
  | { readonly kind: 'group'; readonly at: number; readonly label: string }
  | { readonly kind: 'new-group'; readonly label: string }
  | { readonly kind: 'back'; readonly label: string };

/** Where the menu opens: on a field, on a chip's entry, or on neither. */
export interface PickerStart {
  readonly field?: RuleField;
  readonly entry?: number;
}

interface Place {
  readonly scope: Scope;
  /** The field whose values are chosen; null while a field is chosen. */
  readonly field: RuleField | null;
  readonly nth: number;
}

export type Picker = ReturnType<typeof usePicker>;

/** The draft of the menu, until Apply. */
export function usePicker(search: InboxSearch, start: PickerStart, isSingle: boolean) {
  const [entries, setEntries] = useState(() => entriesOf(search));
  const [place, setPlace] = useState<Place>(() => placeOf(entries, start));
  const [text, setText] = useState('');

  function go(scope: Scope, field: RuleField | null = null, nth = 0): void {
    setPlace({ scope, field, nth });
    setText('');
  }

  function put(at: number | null, rule: Rule | null): void {
    setEntries((before) => putRule(before, place.scope, at, rule));
  }

  function toggle(on: PlacedRule | undefined, field: RuleField, value: string): void {
    put(on?.at ?? null, toggleValue(on?.rule ?? blankRule(field), value, isSingle));
  }

  /** Drops an empty group. */
  function leaveGroup(): void {
    setEntries(entries.filter((entry) => !('any' in entry) || entry.any.length > 0));
    go(null);
  }

  function choose(option: FieldOption): void {
    switch (option.kind) {
      case 'field':
        return go(place.scope, option.field, option.nth);
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
    showNth: (field: RuleField, nth: number) => go(place.scope, field, nth),
    leaveField: () => go(place.scope),
    leaveGroup,
    removeLast: () => setEntries(entries.slice(0, -1)),
  };
}

function placeOf(entries: readonly Entry[], { field, entry = -1 }: PickerStart): Place {
  const chosen = entries[entry];
  if (chosen === undefined) return { scope: null, field: field ?? null, nth: 0 };
  if ('json' in chosen) return { scope: null, field: null, nth: 0 };
  if (!isRule(chosen)) return { scope: entry, field: null, nth: 0 };
  const nth = rulesOn(entries, null, chosen.field).findIndex(({ at }) => at === entry);
  return { scope: null, field: chosen.field, nth: Math.max(0, nth) };
}

interface Matching {
  readonly text: string;
  readonly entries: readonly Entry[];
  readonly scope: Scope;
  readonly fields: readonly RuleField[];
  readonly values: ValuesOf;
  readonly canGroup: boolean;
}

const MAX_FOUND_VALUES = 30;

/** Options of the left pane: fields with their conditions, groups, then values of any field that match the text. */
export function matchFields({ text, entries, scope, fields, values, canGroup }: Matching): readonly FieldOption[] {
  const typed = text.trim().toLocaleLowerCase();
  const has = (label: string) => label.toLocaleLowerCase().includes(typed);
  const usable = scope === null ? fields : fields.filter((field) => ruleKind(field) !== 'flag');
  const named = usable
    .filter((field) => has(filterOf(field).label))
    .flatMap((field) => {
      const option = { kind: 'field' as const, field, label: filterOf(field).label };
      const rules = rulesOn(entries, scope, field);
      if (rules.length === 0) return { ...option, nth: 0, inUse: 0 };
      return rules.map(({ rule }, nth) => ({ ...option, nth, inUse: valuesInUse(rule) }));
    });
  if (typed !== '') {
    // The value of a flag is "Yes", which says nothing without its field.
    const found = usable
      .filter((field) => ruleKind(field) !== 'flag')
      .flatMap((field) =>
        values(field)
          .filter((value) => has(value.label))
          .map(({ value, label }) => ({ kind: 'value' as const, field, value, label })),
      );
    return [...named, ...found.slice(0, MAX_FOUND_VALUES)];
  }
  if (scope !== null) return [{ kind: 'back', label: messages.back }, ...named];
  const groups = entries.flatMap((entry, at) =>
    'any' in entry ? [{ kind: 'group' as const, at, label: messages.groupOf(entry.any.length) }] : [],
  );
  return [...named, ...groups, ...(canGroup ? [{ kind: 'new-group' as const, label: messages.newGroup }] : [])];
}

/** Options of the right pane: the values that match, and the typed text if it may be a value. */
export function matchValues(
  field: RuleField,
  values: readonly ListedValue[],
  { text, chosen, canType }: { text: string; chosen: readonly string[]; canType: boolean },
): readonly ListedValue[] {
  const typed = text.trim();
  // Keeps a chosen value that isn't listed.
  const unlisted = chosen.filter((value) => !values.some((known) => known.value === value));
  const all = [...unlisted.map((value) => ({ value, label: value, count: undefined })), ...values];
  const found = all.filter(({ label }) => label.toLocaleLowerCase().includes(typed.toLocaleLowerCase()));
  const isNew = typed !== '' && !all.some(({ value }) => value === typed);
  if (!isNew || !canType || filterOf(field).takesTyped?.(typed) !== true) return found;
  return [...found, { value: typed, label: messages.useText(typed), count: undefined }];
}

export type ValuesOf = (field: RuleField) => readonly ListedValue[];

/** The values of a condition are chosen from a list, not typed. */
export function hasValueList({ field, op }: Rule): boolean {
  const isToChoose = ruleKind(field) === 'flag' || op === 'any_of' || op === 'none_of';
  return isToChoose && filterOf(field).listValues !== undefined;
}

/** The fields that this service can filter by, in the order of the menu. */
export function fieldsOf(profile: Profile, entries: readonly Entry[]): readonly RuleField[] {
  const isAsked = (field: RuleField) => JSON.stringify(entries).includes(field);
  return FILTER_FIELDS.filter((field) => {
    const { isBasic, isFromLinks } = filterOf(field);
    if (field === 'overdue' && !profile.isExtended) return false;
    return (profile.isExtended || isBasic === true) && (isFromLinks !== true || isAsked(field));
  });
}

/**
 * The values of each field.
 * @param others the conditions on other fields, which the counts respect
 */
export function usePickerValues(others: readonly Entry[], profile: Profile): ValuesOf {
  const { query } = planList(searchOf(others), profile);
  const isAskable = profile.isExtended && refusalOf(others) === null;
  const facets = useQuery({ ...facetOptions(query), enabled: isAskable }).data?.facets;
  const tags = useQuery({
    ...read(listTags, { limit: 200 }),
    staleTime: NAMES_STALE_MS,
    enabled: profile.isExtended,
  }).data;
  const agents = useAgentNames(profile, true);
  // Sorted by name, so that the order doesn't change with the counts.
  const sources = {
    facets,
    tags: (tags?.items ?? []).map(({ name }) => name).toSorted(byName),
    agents: new Map([...agents].toSorted(([, a], [, b]) => byName(a, b))),
    profile,
  };
  return (field) => filterOf(field).listValues?.(sources) ?? [];
}

function byName(a: string, b: string): number {
  return a.localeCompare(b);
}
