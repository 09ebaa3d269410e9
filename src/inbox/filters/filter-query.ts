import * as z from 'zod/mini';
import {
  comparesTexts,
  FILTER_KINDS,
  MAX_FILTER_RULES,
  MAX_FILTER_TEXTS,
  MAX_FILTER_VALUES,
  OPERATORS_OF_KIND,
  readAge,
  type FilterKind,
} from '#contract/filter-rules.ts';
import { parseJson } from '#contract/json.ts';
import type { FilterField } from '#contract/tickets.ts';
import { textUpTo, textWhere, type Param } from '#src/browser/define-search.ts';
import { parseId } from '#src/format/id.ts';
import type { Profile } from '#src/inbox/profile.ts';
import {
  isAgeOp,
  isFlag,
  isInstant,
  type RuleField,
  MAX_FILTER_LENGTH,
  type FilterGroup,
  type Rule,
  filterMessages,
} from './filter-rule.ts';
import { extended, FILTERS, type Filter, type FilterParam, type ListQuery } from './filter-table.ts';

/** Parameters that aren't a condition on one field: the conditions without their own parameter, and free text. */
const FREE_PARAMS = {
  filter: {
    label: filterMessages.conditions,
    param: extended(
      textWhere((text) => readFilter(text) !== null),
      (filter) => ({ filter }),
    ),
  },
  q: {
    label: filterMessages.freeText,
    param: { parse: textUpTo(200), toQuery: (q) => ({ q }), isSupported: () => true },
  },
} satisfies Record<string, { readonly label: string; readonly param: FilterParam }>;

type Rows = typeof FILTERS;
type ParamsOf<Row> = Row extends { readonly url: { readonly params: infer Params } } ? keyof Params : never;

type FilterName = { [Field in keyof Rows]: ParamsOf<Rows[Field]> }[keyof Rows] | keyof typeof FREE_PARAMS;
export type FilterSearch = { readonly [Name in FilterName]?: string | undefined };

export const FILTER_FIELDS: readonly RuleField[] = Object.keys(FILTERS).filter((name) => isFilterField(name));

export function filterOf(field: RuleField): Filter {
  return FILTERS[field];
}

const PARAMS: ReadonlyMap<string, FilterParam & { readonly label: string }> = new Map([
  ...FILTER_FIELDS.flatMap((field) =>
    Object.entries(paramsOf(field)).map(([name, param]) => [name, { ...param, label: filterOf(field).label }] as const),
  ),
  ...Object.entries(FREE_PARAMS).map(([name, { label, param }]) => [name, { ...param, label }] as const),
]);

export const FILTER_NAMES: readonly FilterName[] = [...PARAMS.keys()].filter((name) => isFilterName(name));

// `Object.fromEntries` loses the names of the tables.
// eslint-disable-next-line typescript/no-unsafe-type-assertion
export const FILTER_PARAMS = Object.fromEntries(
  [...PARAMS].map(([name, { parse, byDefault }]): [string, Param<string>] => [
    name,
    z.pipe(
      parse,
      z.transform((value) => (value === byDefault ? undefined : value)),
    ),
  ]),
) as Readonly<Record<FilterName, Param<string>>>;

/** The filters of the address that this service doesn't support. */
export function unsupportedFilters(search: FilterSearch, profile: Profile): readonly FilterName[] {
  return FILTER_NAMES.filter((name) => {
    const value = search[name];
    return value !== undefined && PARAMS.get(name)?.isSupported(value, profile) === false;
  });
}

/** Drops the filters that this service doesn't support: they fall back to their defaults. */
export function supportedFilters(search: FilterSearch, profile: Profile): FilterSearch {
  const unsupported = unsupportedFilters(search, profile).map((name) => [name, undefined]);
  return { ...search, ...Object.fromEntries(unsupported) };
}

export function filterQuery(search: FilterSearch, profile: Profile): ListQuery {
  const supported = supportedFilters(search, profile);
  let query: ListQuery = {};
  for (const name of FILTER_NAMES) {
    const param = PARAMS.get(name);
    const value = supported[name] ?? param?.byDefault;
    if (param !== undefined && value !== undefined) query = { ...query, ...param.toQuery(value) };
  }
  return query;
}

/** The label of a parameter; undefined if it isn't a filter's. */
export function filterLabel(name: string): string | undefined {
  return PARAMS.get(name)?.label;
}

/** All parameters without a filter. */
export function emptyParams(): FilterSearch {
  return Object.fromEntries([...PARAMS].map(([name, { forNone }]) => [name, forNone]));
}

/** The change of the address that removes the parameters of a field. */
export function withoutParamsOf(field: RuleField): Omit<FilterSearch, 'q'> {
  return Object.fromEntries(Object.entries(paramsOf(field)).map(([name, { forNone }]) => [name, forNone]));
}

/** Drops parameters with their default value. */
export function withoutDefaults(search: FilterSearch): FilterSearch {
  return Object.fromEntries(
    Object.entries(search).map(([name, value]) => [name, value === PARAMS.get(name)?.byDefault ? undefined : value]),
  );
}

/** The states that the list shows; all four for `all`. */
export function statusesOf(search: FilterSearch): readonly string[] {
  if (search.status === 'all') return FILTERS.status.choices;
  return (search.status ?? FILTERS.status.url.params.status.byDefault).split(',');
}

/** The filters that differ from the plain inbox, free text included: "Clear filters" removes them. */
export function activeFilters(search: FilterSearch): readonly FilterName[] {
  return FILTER_NAMES.filter((name) => search[name] !== undefined);
}

function paramsOf(field: RuleField): Readonly<Record<string, FilterParam>> {
  return filterOf(field).url?.params ?? {};
}

function isFilterField(name: string): name is RuleField {
  return name in FILTERS;
}

function isFilterName(name: string): name is FilterName {
  return PARAMS.has(name);
}

const KIND_BY_FIELD: ReadonlyMap<string, FilterKind> = new Map(Object.entries(FILTER_KINDS));

/** Parses `filter` of the address; null if the service would refuse it. */
export function readFilter(text: string): FilterGroup | null {
  if (text.length > MAX_FILTER_LENGTH) return null;
  const group = parseFilter(text);
  return group === null || sizeRefusal(group) !== null ? null : group;
}

/** The same without a bound on conditions and texts. */
export function parseFilter(text: string): FilterGroup | null {
  try {
    return readGroup(parseJson(text), 2);
  } catch {
    return null;
  }
}

/** The bound of the service that a filter exceeds: conditions, or texts compared with each ticket. */
export function sizeRefusal(group: FilterGroup): 'rules' | 'texts' | null {
  const rules = rulesOf(group);
  if (rules.length > MAX_FILTER_RULES) return 'rules';
  const compared = rules.filter(({ field, op }) => !isFlag(field) && comparesTexts({ field, op }));
  return compared.reduce((sum, { values }) => sum + values.length, 0) > MAX_FILTER_TEXTS ? 'texts' : null;
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

function readRule({ field, op: asked, value = null, ...others }: Readonly<Record<string, unknown>>): Rule | null {
  const kind = KIND_BY_FIELD.get(String(field));
  const operator = kind === undefined ? undefined : OPERATORS_OF_KIND[kind].find((name) => name === asked);
  if (!isField(field) || kind === undefined || operator === undefined || Object.keys(others).length > 0) return null;
  const given: readonly unknown[] = Array.isArray(value) ? value : value === null ? [] : [value];
  const values = given.map((item) =>
    typeof item === 'number' || typeof item === 'bigint' ? String(item) : typeof item === 'string' ? item : null,
  );
  const isList = Array.isArray(value);
  const isRange = operator === 'between';
  const isOne = !isList && values.length === 1;
  const isFew = isList && values.length > 0 && values.length <= MAX_FILTER_VALUES;
  const isRight = {
    is: isOne,
    is_not: isOne,
    contains: isOne,
    any_of: isFew,
    none_of: isFew,
    is_set: values.length === 0,
    is_not_set: values.length === 0,
    between: isList && values.length === 2 && values.some((end) => end !== null),
    older_than: isOne,
    newer_than: isOne,
  }[operator];
  const op = operator === 'is' ? 'any_of' : operator === 'is_not' ? 'none_of' : operator;
  const areValid = values.every((item) =>
    item === null ? isRange : isAgeOp(op) ? readAge(item) !== null : isValue(item, field),
  );
  if (!isRight || !areValid) return null;
  return { field, op, values };
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

function rulesOf(group: FilterGroup): readonly Rule[] {
  return group.items.flatMap((item) => ('join' in item ? rulesOf(item) : item));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
