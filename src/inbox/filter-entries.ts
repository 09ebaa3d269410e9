import type { FilterField } from '#contract/tickets.ts';
import type { FilterKind } from '#contract/filter-rules.ts';
import { kindOf, readFilter, type FilterGroup, type FilterRule } from './filter-json.ts';
import { statusesOf } from './list-plan.ts';
import type { InboxSearch } from './search.ts';

/** What can be asked of tickets: the fields of the parameter `filter`, and two conditions that have parameters alone. */
export type RuleField = FilterField | 'stale' | 'snoozed';
export type RuleKind = FilterKind | 'flag';
/** `contains` takes several texts: any of them. One value is a list of one. */
export type RuleOp = 'any_of' | 'none_of' | 'contains' | 'is_set' | 'is_not_set' | 'between';

export interface Rule {
  readonly field: RuleField;
  readonly op: RuleOp;
  readonly values: readonly (string | null)[];
}

/** At least one of the conditions holds. */
export interface AnyGroup {
  readonly any: readonly Rule[];
}

/** A filter of an address that nests the other way round: shown and removed here, not changed. */
export interface Foreign {
  readonly foreign: FilterGroup;
}

/** All entries hold for every ticket of the list. */
export type Entry = Rule | AnyGroup | Foreign;

export function ruleKind(field: RuleField): RuleKind {
  return field === 'stale' || field === 'snoozed' ? 'flag' : kindOf(field);
}

export function isRule(entry: Entry): entry is Rule {
  return 'field' in entry;
}

/** What the URL asks for, one entry a chip, in the order of the chips. */
export function entriesOf(search: InboxSearch): readonly Entry[] {
  const is = (field: RuleField, value: string | undefined): Rule[] =>
    value === undefined ? [] : [{ field, op: 'any_of', values: value.split(',') }];
  const one = (field: RuleField, value: string | undefined): Rule[] =>
    value === undefined ? [] : [{ field, op: 'any_of', values: [value] }];
  const flag = (field: RuleField, value: string | undefined): Rule[] =>
    value === undefined ? [] : [{ field, op: 'is_set', values: [] }];
  const { created_from: from, created_to: to, first_reply: reply } = search;
  const filter = search.filter === undefined ? null : readFilter(search.filter);
  return [
    ...(search.status === 'all' ? [] : is('status', statusesOf(search).join(','))),
    ...is('priority', search.priority),
    ...one('assignee', search.assignee),
    ...one('tag', search.tag),
    ...one('channel', search.channel),
    ...(reply === undefined
      ? []
      : [{ field: 'first_response_utc', op: reply === 'none' ? 'is_not_set' : 'is_set', values: [] } as const]),
    ...flag('stale', search.stale),
    ...flag('snoozed', search.snoozed),
    ...one('customer_identity_id', search.customer_identity_id),
    ...(from === undefined && to === undefined
      ? []
      : [{ field: 'created_utc', op: 'between', values: [from ?? null, to ?? null] } as const]),
    ...(filter === null ? [] : entriesOfGroup(filter)),
  ];
}

/** How many of the first entries have chips without operators, which the filter bar draws by itself. */
export function countPlain(search: InboxSearch): number {
  const { customer_identity_id: _id, created_from: _from, created_to: _to, filter: _filter, ...plain } = search;
  return entriesOf(plain).length;
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

/** `is` is any of one, `is_not` none of one. */
export function toRule({ field, op, values }: FilterRule): Rule {
  return { field, op: op === 'is' ? 'any_of' : op === 'is_not' ? 'none_of' : op, values };
}

/** Whether a condition says something: one without a value is left out. */
export function isComplete({ op, values }: Rule): boolean {
  if (op === 'is_set' || op === 'is_not_set') return true;
  return op === 'between' ? values.some((value) => value !== null) : values.length > 0;
}
