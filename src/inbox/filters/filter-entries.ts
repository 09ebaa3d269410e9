import {
  emptyParams,
  FILTER_FIELDS,
  filterOf,
  withoutDefaults,
  type FilterSearch,
  readFilter,
} from './filter-query.ts';
import { isAgeOp, isComplete, isRule, type AnyGroup, type Entry, type Rule } from './filter-rule.ts';

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
  let others: string | undefined;
  const rest: (Rule | AnyGroup)[] = [];
  for (const entry of entries) {
    if ('json' in entry) {
      others = entry.json;
      continue;
    }
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
    filter: others ?? (json === null ? undefined : JSON.stringify(json)),
  };
}

type Json = { readonly [key: string]: unknown };

function toJson(entries: readonly (Rule | AnyGroup)[]): Json | null {
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

/** Why the address can't hold the conditions: too many for the service, or others that the menu can't add to. */
export function refusalOf(entries: readonly Entry[]): 'large' | 'others' | null {
  const shown = entries.filter((entry) => !('json' in entry));
  const { filter } = searchOf(shown);
  if (filter === undefined) return null;
  if (shown.length < entries.length) return 'others';
  return readFilter(filter) === null ? 'large' : null;
}
