import { useQuery } from '@tanstack/react-query';
import { listTags } from '#contract/tags.ts';
import { read } from '#src/api/read.ts';
import type { Profile } from '#src/inbox/profile.ts';
import { NAMES_STALE_MS, useAgentNames } from '#src/inbox/filters/chips.ts';
import { refusalOf, searchOf } from '#src/inbox/filters/filter-entries.ts';
import { FILTER_FIELDS, filterOf } from '#src/inbox/filters/filter-query.ts';
import {
  isRule,
  ruleKind,
  type AnyGroup,
  type Entry,
  type Foreign,
  type Rule,
  type RuleField,
} from '#src/inbox/filters/filter-rule.ts';
import type { ListedValue } from '#src/inbox/filters/filter-table.ts';
import { planList } from '#src/inbox/list/list-plan.ts';
import { facetOptions } from '#src/inbox/list/ticket-list.ts';
import { messages } from './messages.ts';
import { valuesInUse, type Scope, type FieldOption } from './use-picker.ts';

interface Matching {
  readonly text: string;
  readonly entries: readonly Entry[];
  readonly scope: Scope;
  readonly fields: readonly RuleField[];
  readonly values: ValuesOf;
  readonly canGroup: boolean;
}

const MAX_FOUND_VALUES = 30;

/** Options of the left pane for the typed text: fields and groups, then values of any field. */
export function matchFields({ text, entries, scope, fields, values, canGroup }: Matching): readonly FieldOption[] {
  const typed = text.trim().toLocaleLowerCase();
  const has = (label: string) => label.toLocaleLowerCase().includes(typed);
  const usable = scope === null ? fields : fields.filter((field) => ruleKind(field) !== 'flag');
  const named = usable
    .filter((field) => has(filterOf(field).label))
    .map((field) => ({
      kind: 'field' as const,
      field,
      label: filterOf(field).label,
      inUse: valuesInUse(entries, scope, field),
    }));
  if (typed !== '') {
    // "Yes" says nothing without its field, which stands above.
    const found = usable
      .filter((field) => ruleKind(field) !== 'flag')
      .flatMap((field) =>
        values(field)
          .filter((value) => has(value.label))
          .map(({ value, label }) => ({ kind: 'value' as const, field, value, label })),
      );
    return [...named, ...found.slice(0, MAX_FOUND_VALUES)];
  }
  const group = scope === null ? undefined : entries[scope];
  if (group !== undefined) {
    const back = { kind: 'back' as const, label: messages.back };
    return 'foreign' in group ? [back] : [back, ...named];
  }
  const groups = entries.flatMap((entry, at) =>
    isRule(entry) ? [] : [{ kind: 'group' as const, at, label: groupWord(entry) }],
  );
  return [...named, ...groups, ...(canGroup ? [{ kind: 'new-group' as const, label: messages.newGroup }] : [])];
}

function groupWord(group: AnyGroup | Foreign): string {
  return 'any' in group ? messages.groupOf(group.any.length) : messages.fromLink;
}

/** Options of the right pane: the values that match, and the typed text where a value may be new. */
export function matchValues(
  field: RuleField,
  values: readonly ListedValue[],
  { text, chosen, canType }: { text: string; chosen: readonly string[]; canType: boolean },
): readonly ListedValue[] {
  const typed = text.trim();
  // A value chosen by its id or typed before stays in sight, although no list names it.
  const unlisted = chosen.filter((value) => !values.some((known) => known.value === value));
  const all = [...unlisted.map((value) => ({ value, label: value, count: undefined })), ...values];
  const found = all.filter(({ label }) => label.toLocaleLowerCase().includes(typed.toLocaleLowerCase()));
  const isNew = typed !== '' && !all.some(({ value }) => value === typed);
  if (!isNew || !canType || filterOf(field).takesTyped?.(typed) !== true) return found;
  return [...found, { value: typed, label: messages.useText(typed), count: undefined }];
}

export type ValuesOf = (field: RuleField) => readonly ListedValue[];

/** Whether the values of a condition are chosen from a list: not where they are typed, nor where none is needed. */
export function hasValueList({ field, op }: Rule): boolean {
  const isToChoose = ruleKind(field) === 'flag' || op === 'any_of' || op === 'none_of';
  return isToChoose && filterOf(field).listValues !== undefined;
}

/** The fields that this service can filter by, in the order of the menu. */
export function fieldsOf(profile: Profile, entries: readonly Entry[]): readonly RuleField[] {
  const isAsked = (field: RuleField) => JSON.stringify(entries).includes(field);
  return FILTER_FIELDS.filter((field) => {
    const { isBasic, isFromLinks } = filterOf(field);
    if (field === 'overdue' && !profile.isExtended) return false;
    return (profile.isExtended || isBasic === true) && (isFromLinks !== true || isAsked(field));
  });
}

/**
 * Every value that can be listed.
 * @param others what is asked for beside the field in question: its values are counted under it
 */
export function usePickerValues(others: readonly Entry[], profile: Profile): ValuesOf {
  const { query } = planList(searchOf(others), profile);
  const isAskable = profile.isExtended && refusalOf(others) === null;
  const facets = useQuery({ ...facetOptions(query), enabled: isAskable }).data?.facets;
  const tags = useQuery({
    ...read(listTags, { limit: 200 }),
    staleTime: NAMES_STALE_MS,
    enabled: profile.isExtended,
  }).data;
  const agents = useAgentNames(profile, true);
  // By name: a list in which one looks for a name does not change its order with the counts.
  const sources = {
    facets,
    tags: (tags?.items ?? []).map(({ name }) => name).toSorted(byName),
    agents: new Map([...agents].toSorted(([, a], [, b]) => byName(a, b))),
    profile,
  };
  return (field) => filterOf(field).listValues?.(sources) ?? [];
}

function byName(a: string, b: string): number {
  return a.localeCompare(b);
}
