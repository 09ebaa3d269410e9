import { createContext } from 'react';
import { entriesOf } from '#src/inbox/filters/filter-entries.ts';
import type { FilterSearch } from '#src/inbox/filters/filter-query.ts';
import { isRule } from '#src/inbox/filters/filter-rule.ts';

/** The tags that the list asks for, in small letters. */
export const AskedTagsContext = createContext<readonly string[]>([]);

/** The tags that the list asks for, whole or a part of their name, in small letters. */
export function askedTags(search: FilterSearch): readonly string[] {
  const rules = entriesOf(search).flatMap((entry) => (isRule(entry) ? [entry] : 'any' in entry ? entry.any : []));
  return rules.flatMap(({ field, op, values }) =>
    field === 'tag' && op !== 'none_of' ? values.flatMap((value) => value?.trim().toLowerCase() ?? []) : [],
  );
}

/** The tags of a ticket, the one that it stands in the list for first: there is room for one or two. */
export function shownFirst(tags: readonly string[], asked: readonly string[]): readonly string[] {
  const isAsked = (tag: string) => asked.some((part) => tag.toLowerCase().includes(part));
  const isJust = (tag: string) => asked.includes(tag.toLowerCase());
  return asked.length === 0
    ? tags
    : tags.toSorted((a, b) => Number(isJust(b)) - Number(isJust(a)) || Number(isAsked(b)) - Number(isAsked(a)));
}
