import { MAX_FILTER_VALUES } from '#contract/filter-rules.ts';
import {
  emptyParams,
  FILTER_FIELDS,
  filterOf,
  withoutDefaults,
  type FilterSearch,
  parseFilter,
  readFilter,
  sizeRefusal,
} from './filter-query.ts';
import {
  isAgeOp,
  isComplete,
  isRule,
  MAX_FILTER_LENGTH,
  type Entry,
  type FilterGroup,
  type Rule,
} from './filter-rule.ts';

/** Filters of the address, one entry a chip: first those with their own parameters. */
export function entriesOf(search: FilterSearch): readonly Entry[] {
  const filter = search.filter === undefined ? null : readFilter(search.filter);
  return [...paramRules(search), ...(filter === null ? [] : entriesOfGroup(filter))];
}

/** The conditions with their own parameters: the first of the entries. */
export function paramRules(search: FilterSearch): readonly Rule[] {
  return FILTER_FIELDS.flatMap((field) => {
    const condition = filterOf(field).url?.toCondition(search) ?? null;
    return condition === null ? [] : [{ field, ...condition }];
  });
}

function entriesOfGroup(group: FilterGroup): readonly Entry[] {
  if (group.join === 'all') {
    return group.items.flatMap((item) => ('join' in item ? entriesOfGroup(item) : item));
  }
  const rules = group.items.map((item) => ('join' in item ? null : item));
  if (!rules.every((rule) => rule !== null)) return [{ foreign: group }];
  const [first] = rules;
  const isOne = first !== undefined && rules.every(({ field, op }) => op === 'contains' && field === first.field);
  return isOne ? [{ ...first, values: rules.flatMap(({ values }) => values) }] : [{ any: rules }];
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
    if ('foreign' in entry) return [groupJson(entry.foreign)];
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

function groupJson({ join, items }: FilterGroup): Json {
  return { [join]: items.map((item) => ('join' in item ? groupJson(item) : rulesJson(item)[0])) };
}

/** `contains` of several texts is a rule for each. */
function rulesJson({ field, op, values }: Rule): Json[] {
  if (op === 'contains') return values.map((value) => ({ field, op, value }));
  if (op === 'is_set' || op === 'is_not_set') return [{ field, op }];
  if (isAgeOp(op)) return [{ field, op, value: values[0] }];
  if (op === 'between' || values.length > 1) return [{ field, op, value: values }];
  return [{ field, op: op === 'any_of' ? 'is' : 'is_not', value: values[0] }];
}

/** Why the service would refuse the entries; null if it wouldn't. */
export function refusalOf(entries: readonly Entry[]): 'rules' | 'values' | 'texts' | 'long' | 'nested' | null {
  const { filter } = searchOf(entries);
  if (filter === undefined) return null;
  const rules = entries.flatMap((entry) => (isRule(entry) ? entry : 'any' in entry ? entry.any : []));
  if (rules.some(({ op, values }) => op !== 'contains' && values.length > MAX_FILTER_VALUES)) return 'values';
  const group = parseFilter(filter);
  if (group === null) return 'nested';
  return sizeRefusal(group) ?? (filter.length > MAX_FILTER_LENGTH ? 'long' : null);
}
