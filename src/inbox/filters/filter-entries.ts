import {
  emptyParams,
  FILTER_FIELDS,
  filterOf,
  withoutDefaults,
  type FilterSearch,
  readFilter,
} from './filter-query.ts';
import { isAgeOp, isComplete, isRule, type Entry, type Rule } from './filter-rule.ts';

/** Filters of the address, one entry a chip: first those with their own parameters. */
export function entriesOf(search: FilterSearch): readonly Entry[] {
  const filter = search.filter === undefined ? null : readFilter(search.filter);
  return [...paramRules(search), ...(filter ?? [])];
}

/** The conditions with their own parameters: the first of the entries. */
export function paramRules(search: FilterSearch): readonly Rule[] {
  return FILTER_FIELDS.flatMap((field) => {
    const condition = filterOf(field).url?.toCondition(search) ?? null;
    return condition === null ? [] : [{ field, ...condition }];
  });
}

/** The parameters for the entries, without free text: simple conditions by their own names, all others as `filter`. */
export function searchOf(entries: readonly Entry[]): Omit<FilterSearch, 'q'> {
  let search: FilterSearch = {};
  const rest: Entry[] = [];
  for (const entry of entries) {
    const params = isRule(entry) ? (filterOf(entry.field).url?.fromCondition(entry) ?? null) : null;
    const isFree = params !== null && Object.keys(params).every((name) => !(name in search));
    if (isFree) search = { ...search, ...params };
    else if (!isRule(entry) || isComplete(entry)) rest.push(entry);
  }
  const json = toJson(rest);
  const { q: _q, ...none } = emptyParams();
  return {
    ...none,
    ...withoutDefaults(search),
    filter: json === null ? undefined : JSON.stringify(json),
  };
}

type Json = { readonly [key: string]: unknown };

function toJson(entries: readonly Entry[]): Json | null {
  const parts = entries.flatMap((entry): Json[] => {
    if (isRule(entry)) {
      const rules = rulesJson(entry);
      return rules.length > 1 ? [{ any: rules }] : rules;
    }
    const rules = entry.any.filter(isComplete).flatMap(rulesJson);
    return rules.length === 0 ? [] : [{ any: rules }];
  });
  const [only] = parts;
  if (only === undefined) return null;
  return parts.length === 1 && 'any' in only ? only : { all: parts };
}

/** `contains` of several texts is a rule for each. */
function rulesJson({ field, op, values }: Rule): Json[] {
  if (op === 'contains') return values.map((value) => ({ field, op, value }));
  if (op === 'is_set' || op === 'is_not_set') return [{ field, op }];
  if (isAgeOp(op)) return [{ field, op, value: values[0] }];
  if (op === 'between' || values.length > 1) return [{ field, op, value: values }];
  return [{ field, op: op === 'any_of' ? 'is' : 'is_not', value: values[0] }];
}

/** The service would refuse the conditions: there are too many, or too many values. */
export function isTooLarge(entries: readonly Entry[]): boolean {
  const { filter } = searchOf(entries);
  return filter !== undefined && readFilter(filter) === null;
}
