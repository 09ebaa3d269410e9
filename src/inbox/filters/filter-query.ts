import * as z from 'zod/mini';
import {
  comparesTexts,
  FILTER_KINDS,
  MAX_FILTER_RULES,
  MAX_FILTER_TEXTS,
  MAX_FILTER_VALUES,
  OPERATORS_OF_KIND,
  readAge,
} from '#contract/filter-rules.ts';
import { parseJson } from '#contract/json.ts';
import type { FilterField } from '#contract/tickets.ts';
import { textUpTo, textWhere, type Param } from '#src/browser/define-search.ts';
import { parseId } from '#src/format/id.ts';
import type { Profile } from '#src/inbox/profile.ts';
import { isAgeOp, isFlag, isInstant, MAX_FILTER_LENGTH, type Entry, type Rule, type RuleField } from './filter-rule.ts';
import { extended, FILTERS, type Filter, type FilterParam, type ListQuery } from './filter-table.ts';

/** Parameters that aren't a condition on one field: the conditions without their own parameter, and free text. */
const FREE_PARAMS = {
  filter: extended(
    textWhere((text) => readFilter(text) !== null),
    (filter) => ({ filter }),
  ),
  q: { parse: textUpTo(200), toQuery: (q) => ({ q }), isSupported: () => true },
} satisfies Record<string, FilterParam>;

type Rows = typeof FILTERS;
type ParamsOf<Row> = Row extends { readonly url: { readonly params: infer Params } } ? keyof Params : never;

type FilterName = { [Field in keyof Rows]: ParamsOf<Rows[Field]> }[keyof Rows] | keyof typeof FREE_PARAMS;
export type FilterSearch = { readonly [Name in FilterName]?: string | undefined };

export const FILTER_FIELDS: readonly RuleField[] = Object.keys(FILTERS).filter((name) => isFilterField(name));

export function filterOf(field: RuleField): Filter {
  return FILTERS[field];
}

const PARAMS: ReadonlyMap<string, FilterParam> = new Map([
  ...FILTER_FIELDS.flatMap((field) => Object.entries(paramsOf(field))),
  ...Object.entries<FilterParam>(FREE_PARAMS),
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

/** Drops the filters that this service doesn't support: they fall back to their defaults. */
export function supportedFilters(search: FilterSearch, profile: Profile): FilterSearch {
  const isSupported = ([name, value]: readonly [string, string | undefined]) =>
    value === undefined || PARAMS.get(name)?.isSupported(value, profile) !== false;
  return Object.fromEntries(FILTER_NAMES.map((name) => [name, search[name]] as const).filter(isSupported));
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

/** The conditions that `filter` of the address holds; null if the service would refuse it. */
export function readFilter(text: string): readonly Entry[] | null {
  if (text.length > MAX_FILTER_LENGTH) return null;
  try {
    const group = readGroup(parseJson(text), 2);
    if (group === null || isTooMany(group)) return null;
    return entriesOfGroup(group) ?? [{ json: text }];
  } catch {
    return null;
  }
}

interface Group {
  readonly join: 'all' | 'any';
  readonly items: readonly (Rule | Group)[];
}

/** More conditions than the service takes, or more texts to compare with each ticket. */
function isTooMany(group: Group): boolean {
  const rules = rulesOf(group);
  const texts = rules.filter(({ field, op }) => !isFlag(field) && comparesTexts({ field, op }));
  const textCount = texts.reduce((sum, { values }) => sum + values.length, 0);
  return rules.length > MAX_FILTER_RULES || textCount > MAX_FILTER_TEXTS;
}

function rulesOf({ items }: Group): readonly Rule[] {
  return items.flatMap((item) => ('join' in item ? rulesOf(item) : item));
}

/** Conditions of which all hold, and groups of which one condition holds; null if the menu can't show them. */
function entriesOfGroup(group: Group): readonly Entry[] | null {
  const isShown = rulesOf(group).every(({ field, op }) => filterOf(field).operators.includes(op));
  if (!isShown) return null;
  const entries =
    group.join === 'any' ? [anyOf(group)] : group.items.map((item) => ('join' in item ? anyOf(item) : item));
  return entries.every((entry) => entry !== null) ? entries : null;
}

function anyOf({ join, items }: Group): Entry | null {
  const rules = items.map((item) => ('join' in item ? null : item));
  if (join !== 'any' || !rules.every((rule) => rule !== null)) return null;
  const [first] = rules;
  const isOne = first !== undefined && rules.every(({ field, op }) => op === 'contains' && field === first.field);
  return isOne ? { ...first, values: rules.flatMap(({ values }) => values) } : { any: rules };
}

function readGroup(json: unknown, levels: number): Group | null {
  if (!isRecord(json) || levels === 0) return null;
  const [join, ...others] = Object.keys(json);
  if ((join !== 'all' && join !== 'any') || others.length > 0) return null;
  const given = json[join];
  if (!Array.isArray(given) || given.length === 0) return null;
  const items = given.map((item: unknown) => readRule(item) ?? readGroup(item, levels - 1));
  return items.every((item) => item !== null) ? { join, items } : null;
}

function readRule(json: unknown): Rule | null {
  if (!isRecord(json)) return null;
  const { field, op: asked, value = null, ...others } = json;
  if (!isField(field) || Object.keys(others).length > 0) return null;
  const known = OPERATORS_OF_KIND[FILTER_KINDS[field]].find((name) => name === asked);
  if (known === undefined) return null;
  const isOneName = known === 'is' || known === 'is_not';
  const op = known === 'is' ? 'any_of' : known === 'is_not' ? 'none_of' : known;
  const given: readonly unknown[] = Array.isArray(value) ? value : value === null ? [] : [value];
  const values = given.map((item) =>
    typeof item === 'number' || typeof item === 'bigint' ? String(item) : typeof item === 'string' ? item : null,
  );
  const isList = Array.isArray(value);
  const isOne = !isList && values.length === 1;
  const isFew = isList && values.length > 0 && values.length <= MAX_FILTER_VALUES;
  const isRight = {
    any_of: isOneName ? isOne : isFew,
    none_of: isOneName ? isOne : isFew,
    contains: isOne,
    is_set: values.length === 0,
    is_not_set: values.length === 0,
    between: isList && values.length === 2 && values.some((end) => end !== null),
    older_than: isOne,
    newer_than: isOne,
  }[op];
  const areValid = values.every((item) =>
    item === null ? op === 'between' : isAgeOp(op) ? readAge(item) !== null : isValue(item, field),
  );
  return isRight && areValid ? { field, op, values } : null;
}

function isField(name: unknown): name is FilterField {
  return typeof name === 'string' && Object.hasOwn(FILTER_KINDS, name);
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
