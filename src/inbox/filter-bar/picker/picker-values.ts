import { useQuery } from '@tanstack/react-query';
import { listTags } from '#contract/tags.ts';
import { read } from '#src/api/read.ts';
import type { Capabilities } from '#src/inbox/capabilities.ts';
import { FILTER_FIELDS, filterOf } from '#src/inbox/filters/filter-query.ts';
import type { Entry, RuleField } from '#src/inbox/filters/filter-rule.ts';
import { refusalOf, searchOf } from '#src/inbox/filters/filter-search.ts';
import type { ListedValue } from '#src/inbox/filters/filter-table.ts';
import { NAMES_STALE_MS, useAgentNames } from '#src/inbox/filters/use-agent-names.ts';
import { facetOptions } from '#src/inbox/list-queries.ts';
import { planList } from '#src/inbox/list-plan.ts';

/** The values of a field that can be listed. */
export type ValuesOf = (field: RuleField) => readonly ListedValue[];

/** Whether the values of a field can be listed; else they are typed. */
export function isListed(field: RuleField): boolean {
  return filterOf(field).listValues !== undefined;
}

/** The fields that this service can filter by, in the order of the menu. */
export function fieldsOf(can: Capabilities, entries: readonly Entry[]): readonly RuleField[] {
  const isAsked = (field: RuleField) => JSON.stringify(entries).includes(field);
  return FILTER_FIELDS.filter((field) => {
    const { isBasic, isFromLinks } = filterOf(field);
    return (can.filters || isBasic === true) && (isFromLinks !== true || isAsked(field));
  });
}

/**
 * Every value that can be listed.
 * @param others what is asked for beside the field in question: its values are counted under it
 */
export function usePickerValues(others: readonly Entry[], can: Capabilities): ValuesOf {
  const { query } = planList(searchOf(others), can);
  const isAskable = can.filters && refusalOf(others) === null;
  const facets = useQuery({ ...facetOptions(query), enabled: isAskable }).data?.facets;
  const tags = useQuery({ ...read(listTags, { limit: 200 }), staleTime: NAMES_STALE_MS, enabled: can.filters }).data;
  const agents = useAgentNames(can, true);
  // By name: a list in which one looks for a name does not change its order with the counts.
  const sources = {
    facets,
    tags: (tags?.items ?? []).map(({ name }) => name).toSorted(byName),
    agents: new Map([...agents].toSorted(([, a], [, b]) => byName(a, b))),
    can,
  };
  return (field) => filterOf(field).listValues?.(sources) ?? [];
}

function byName(a: string, b: string): number {
  return a.localeCompare(b);
}
