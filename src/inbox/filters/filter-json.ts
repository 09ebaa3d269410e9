import {
  FILTER_KINDS,
  MAX_FILTER_RULES,
  MAX_FILTER_VALUES,
  OPERATORS_OF_KIND,
  type FilterKind,
} from '#contract/filter-rules.ts';
import { parseJson } from '#contract/json.ts';
import type { FilterField } from '#contract/tickets.ts';
import { parseId } from '#src/format/id.ts';
import { isInstant, MAX_FILTER_LENGTH, type FilterGroup, type FilterRule } from './filter-rule.ts';
import { FILTERS, type Filter } from './filter-table.ts';

const KIND_BY_FIELD: ReadonlyMap<string, FilterKind> = new Map(Object.entries(FILTER_KINDS));

/** The filter that a text of the URL stands for; null when the service would refuse it. */
export function readFilter(text: string): FilterGroup | null {
  if (text.length > MAX_FILTER_LENGTH) return null;
  try {
    const group = readGroup(parseJson(text), 2);
    return group === null || countRules(group) > MAX_FILTER_RULES ? null : group;
  } catch {
    return null;
  }
}

function readGroup(json: unknown, levels: number): FilterGroup | null {
  if (!isRecord(json) || levels === 0) return null;
  const [join, ...others] = Object.keys(json);
  if ((join !== 'all' && join !== 'any') || others.length > 0) return null;
  const given = json[join];
  if (!Array.isArray(given) || given.length === 0) return null;
  const items = given.map((item: unknown) =>
    isRecord(item) && 'field' in item ? readRule(item) : readGroup(item, levels - 1),
  );
  return items.every((item) => item !== null) ? { join, items } : null;
}

function readRule({ field, op, value = null, ...others }: Readonly<Record<string, unknown>>): FilterRule | null {
  const kind = KIND_BY_FIELD.get(String(field));
  const operator = kind === undefined ? undefined : OPERATORS_OF_KIND[kind].find((name) => name === op);
  if (!isField(field) || kind === undefined || operator === undefined || Object.keys(others).length > 0) return null;
  const given: readonly unknown[] = Array.isArray(value) ? value : value === null ? [] : [value];
  const values = given.map((item) =>
    typeof item === 'number' || typeof item === 'bigint' ? String(item) : typeof item === 'string' ? item : null,
  );
  const isList = Array.isArray(value);
  const isRange = operator === 'between';
  const isRight = {
    is: !isList && values.length === 1,
    is_not: !isList && values.length === 1,
    contains: !isList && values.length === 1,
    any_of: isList && values.length > 0 && values.length <= MAX_FILTER_VALUES,
    none_of: isList && values.length > 0 && values.length <= MAX_FILTER_VALUES,
    is_set: values.length === 0,
    is_not_set: values.length === 0,
    between: isList && values.length === 2 && values.some((end) => end !== null),
  }[operator];
  const areValid = values.every((item) => (item === null ? isRange : isValue(item, field)));
  return isRight && areValid ? { field, op: operator, values } : null;
}

function isField(field: unknown): field is FilterField {
  return typeof field === 'string' && KIND_BY_FIELD.has(field);
}

/** Whether the service takes a value for a field. */
export function isValue(text: string, field: FilterField): boolean {
  const kind = FILTER_KINDS[field];
  const { choices }: Filter = FILTERS[field];
  if (choices !== undefined) return choices.includes(text);
  if (kind === 'assignee') return text === 'none' || text === 'me' || parseId(text) !== null;
  if (kind === 'id') return parseId(text) !== null;
  if (kind === 'number') return /^[0-9]{1,9}$/.test(text);
  if (kind === 'instant') return isInstant(text);
  return text.trim() !== '' && [...text].length <= 300 && text.isWellFormed() && !text.includes('\0');
}

function countRules(group: FilterGroup): number {
  return group.items.reduce((sum, item) => sum + ('join' in item ? countRules(item) : 1), 0);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
