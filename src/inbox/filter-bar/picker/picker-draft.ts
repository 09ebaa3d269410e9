import { filterOf } from '#src/inbox/filters/filter-query.ts';
import {
  isComplete,
  isRule,
  ruleKind,
  type Entry,
  type Rule,
  type RuleField,
  type RuleOp,
} from '#src/inbox/filters/filter-rule.ts';

/** Where conditions are being changed: among all, or in the group at that place. */
export type Scope = number | null;

/** A condition and its place in the scope. */
export interface PlacedRule {
  readonly at: number;
  readonly rule: Rule;
}

export function rulesOn(entries: readonly Entry[], scope: Scope, field: RuleField): readonly PlacedRule[] {
  return listOf(entries, scope).flatMap((entry, at) =>
    isRule(entry) && entry.field === field ? [{ at, rule: entry }] : [],
  );
}

/** How many values a field has in a scope. */
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
  return { ...rule, op, values: rule.op === 'between' ? [] : rule.values };
}

function listOf(entries: readonly Entry[], scope: Scope): readonly Entry[] {
  if (scope === null) return entries;
  const group = entries[scope];
  return group !== undefined && 'any' in group ? group.any : [];
}
