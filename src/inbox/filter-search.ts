import { isComplete, isRule, toRule, type Entry, type Rule } from './filter-entries.ts';
import { MAX_FILTER_RULES, MAX_FILTER_VALUES } from '#contract/filter-rules.ts';
import { readFilter, type FilterGroup } from './filter-json.ts';
import { LONGEST_FILTER } from './url-values.ts';
import type { InboxSearch } from './search.ts';

type FilterSearch = Pick<
  InboxSearch,
  | 'status'
  | 'priority'
  | 'assignee'
  | 'tag'
  | 'channel'
  | 'first_reply'
  | 'stale'
  | 'snoozed'
  | 'customer_identity_id'
  | 'created_from'
  | 'created_to'
  | 'filter'
>;

/** The parameters of the URL for what is asked: the simple ones by their own names, all else as `filter`. */
export function searchOf(entries: readonly Entry[]): FilterSearch {
  let search: FilterSearch = {};
  const rest: Entry[] = [];
  for (const entry of entries) {
    const plain = isRule(entry) ? plainSearch(entry) : null;
    const isFree = plain !== null && Object.keys(plain).every((name) => !(name in search));
    if (isFree) search = { ...search, ...plain };
    else if (!isRule(entry) || isComplete(entry)) rest.push(entry);
  }
  const json = toJson(rest);
  return {
    status: 'all',
    priority: undefined,
    assignee: undefined,
    tag: undefined,
    channel: undefined,
    first_reply: undefined,
    stale: undefined,
    snoozed: undefined,
    customer_identity_id: undefined,
    created_from: undefined,
    created_to: undefined,
    ...search,
    ...(search.status === 'open' ? { status: undefined } : {}),
    filter: json === null ? undefined : JSON.stringify(json),
  };
}

/** The condition as a parameter of its own; null where there is none for it. */
function plainSearch({ field, op, values }: Rule): FilterSearch | null {
  const [first, second] = values;
  switch (field) {
    case 'status':
    case 'priority':
      return op === 'any_of' && values.length > 0 ? { [field]: values.join(',') } : null;
    case 'assignee':
    case 'customer_identity_id':
      return op === 'any_of' && values.length === 1 ? { [field]: first } : null;
    case 'tag':
    case 'channel': {
      const limit = field === 'tag' ? 60 : 40;
      return op === 'any_of' && values.length === 1 && [...(first ?? '')].length <= limit ? { [field]: first } : null;
    }
    case 'first_response_utc':
      return op === 'between' ? null : { first_reply: op === 'is_set' ? 'done' : 'none' };
    case 'created_utc':
      if (op !== 'between' || (first === null && second === null)) return null;
      return { created_from: first ?? undefined, created_to: second ?? undefined };
    case 'stale':
    case 'snoozed':
      return { [field]: '1' };
    default:
      return null;
  }
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
  return { [join]: items.map((item) => ('join' in item ? groupJson(item) : rulesJson(toRule(item))[0])) };
}

/** `contains` of several texts is a rule for each. */
function rulesJson({ field, op, values }: Rule): Json[] {
  if (op === 'contains') return values.map((value) => ({ field, op, value }));
  if (op === 'is_set' || op === 'is_not_set') return [{ field, op }];
  if (op === 'between' || values.length > 1) return [{ field, op, value: values }];
  return [{ field, op: op === 'any_of' ? 'is' : 'is_not', value: values[0] }];
}

/** Why the service would refuse what is asked; null when it would not. */
export function refusalOf(entries: readonly Entry[]): 'rules' | 'values' | 'long' | 'nested' | null {
  const { filter } = searchOf(entries);
  if (filter === undefined) return null;
  const rules = entries.flatMap((entry) => (isRule(entry) ? entry : 'any' in entry ? entry.any : []));
  if (rules.some(({ op, values }) => op !== 'contains' && values.length > MAX_FILTER_VALUES)) return 'values';
  if (readFilter(filter) !== null) return null;
  if ((filter.match(/"field":/g)?.length ?? 0) > MAX_FILTER_RULES) return 'rules';
  return filter.length > LONGEST_FILTER ? 'long' : 'nested';
}
