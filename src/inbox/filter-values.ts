import { useQuery } from '@tanstack/react-query';
import { read } from '#src/api/read.ts';
import { channelWord, priorityWord, statusWord } from '#src/format/ticket-words.ts';
import { PRIORITIES, STATUSES } from '#contract/ticket-names.ts';
import { listAgents, listTags } from '#src/api/endpoints.ts';
import { facetOptions } from './folder-counts.ts';
import type { Abilities, FilterName, ListPlan } from './list-plan.ts';
import { messages } from './messages.ts';

export type ChipName = Exclude<FilterName, 'q'>;

/** A value that a filter can take. */
export interface FilterValue {
  readonly value: string;
  readonly label: string;
  /** Tickets that would match under the other filters; undefined where the service does not count. */
  readonly count: number | undefined;
}

export type FilterValues = Readonly<Record<ChipName, readonly FilterValue[]>>;

const NEVER = 5 * 60_000;

/** The fields that this service can filter by, in the order of the menu. */
export function fieldsOf(can: Abilities): readonly ChipName[] {
  if (!can.filters) return ['status', 'priority', 'assignee'];
  return ['status', 'priority', 'assignee', 'tag', 'channel', 'first_reply', 'stale', 'snoozed'];
}

/** The names of agents by id, for chips and menus. */
export function useAgentNames(can: Abilities, enabled: boolean): ReadonlyMap<string, string> {
  const agents = useQuery({ ...read(listAgents, { limit: 200 }), staleTime: NEVER, enabled: enabled && can.agents });
  return new Map(agents.data?.items.map(({ id, name }) => [id, name]));
}

/** Every value with its count, read while the menu is open. */
export function useFilterValues(plan: ListPlan, can: Abilities): FilterValues {
  const facets = useQuery({ ...facetOptions(plan.query), enabled: can.filters }).data?.facets;
  const tags = useQuery({ ...read(listTags, { limit: 200 }), staleTime: NEVER, enabled: can.filters }).data;
  const names = useAgentNames(can, true);
  const { filter } = messages;
  return {
    status: [
      { value: 'all', label: filter.anyStatus, count: facets === undefined ? undefined : sumOf(facets.status) },
      ...STATUSES.map((value) => ({ value, label: statusWord(value), count: facets?.status[value] })),
    ],
    priority: PRIORITIES.map((value) => ({ value, label: priorityWord(value), count: facets?.priority[value] })),
    assignee: can.filters
      ? [
          ...(can.isAgent ? [{ value: 'me', label: filter.me, count: facets?.folder.mine }] : []),
          { value: 'none', label: filter.noOne, count: facets?.folder.unassigned },
          ...[...names].map(([value, label]) => ({
            value,
            label,
            count: facets === undefined ? undefined : (facets.assignee[value] ?? 0),
          })),
        ]
      : [],
    tag: (tags?.items ?? []).map(({ name }) => ({ value: name, label: name, count: undefined })),
    channel: Object.entries(facets?.channel ?? {})
      .toSorted(([, a], [, b]) => b - a)
      .map(([value, count]) => ({ value, label: channelWord(value), count })),
    first_reply: [
      { value: 'none', label: filter.notGiven, count: undefined },
      { value: 'done', label: filter.given, count: undefined },
    ],
    stale: [{ value: '1', label: filter.yes, count: facets?.folder.stale }],
    snoozed: [{ value: '1', label: filter.yes, count: facets?.folder.snoozed }],
  };
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
