import { readFilter } from './filter-json.ts';
import { FILTER_FIELDS, filterOf, type FilterSearch } from './filter-query.ts';
import { toRule, type Entry, type FilterGroup, type Rule } from './filter-rule.ts';

/** What the URL asks for, one entry a chip, in the order of the chips: first what has parameters of its own. */
export function entriesOf(search: FilterSearch): readonly Entry[] {
  const filter = search.filter === undefined ? null : readFilter(search.filter);
  return [...paramRules(search), ...(filter === null ? [] : entriesOfGroup(filter))];
}

/** The conditions that stand in parameters of their own: the first of the entries. */
export function paramRules(search: FilterSearch): readonly Rule[] {
  return FILTER_FIELDS.flatMap((field) => {
    const condition = filterOf(field).url?.toCondition(search) ?? null;
    return condition === null ? [] : [{ field, ...condition }];
  });
}

function entriesOfGroup(group: FilterGroup): readonly Entry[] {
  if (group.join === 'all') {
    return group.items.flatMap((item) => ('join' in item ? entriesOfGroup(item) : toRule(item)));
  }
  const rules = group.items.map((item) => ('join' in item ? null : toRule(item)));
  if (!rules.every((rule) => rule !== null)) return [{ foreign: group }];
  const [first] = rules;
  const isOne = first !== undefined && rules.every(({ field, op }) => op === 'contains' && field === first.field);
  return isOne ? [{ ...first, values: rules.flatMap(({ values }) => values) }] : [{ any: rules }];
}
