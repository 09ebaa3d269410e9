import { useQuery } from '@tanstack/react-query';
import { PRIORITIES, STATUSES } from '#contract/ticket-names.ts';
import { listTags } from '#src/api/endpoints.ts';
import { read } from '#src/api/read.ts';
import { channelWord, priorityWord, statusWord } from '#src/format/ticket-words.ts';
import { type Entry, type RuleField } from './filter-entries.ts';
import { refusalOf, searchOf } from './filter-search.ts';
import { filterMessages } from './filter-messages.ts';
import { NAMES_STALE_MS, useAgentNames } from './filter-values.ts';
import { facetOptions } from './folder-counts.ts';
import { planList, type Abilities } from './list-plan.ts';

/** The fields whose values can be listed. */
const LISTED_FIELDS = ['status', 'priority', 'assignee', 'tag', 'channel', 'stale', 'snoozed'] as const;
export type ListedField = (typeof LISTED_FIELDS)[number];

export interface PickerValue {
  readonly value: string;
  readonly label: string;
  /** Tickets that would match under the other conditions; undefined where the service does not count. */
  readonly count: number | undefined;
}

export type PickerValues = Readonly<Record<ListedField, readonly PickerValue[]>>;

export function isListed(field: RuleField): field is ListedField {
  return LISTED_FIELDS.some((name) => name === field);
}

/** The fields that this service can filter by, in the order of the menu. */
export function fieldsOf(can: Abilities, entries: readonly Entry[]): readonly RuleField[] {
  if (!can.filters) return ['status', 'priority', 'assignee'];
  const asksCustomer = JSON.stringify(entries).includes('customer_identity_id');
  return [
    ...(['status', 'priority', 'assignee', 'tag', 'channel', 'created_utc', 'first_response_utc'] as const),
    ...(['subject', 'requester_name', 'requester_email', 'requester_phone', 'ticket_number'] as const),
    ...(['updated_utc', 'resolved_utc', 'snoozed_until_utc', 'stale', 'snoozed'] as const),
    // Nobody types the id of a customer: it comes by a link.
    ...(asksCustomer ? (['customer_identity_id'] as const) : []),
  ];
}

/**
 * Every value that can be listed.
 * @param others what is asked for beside the field in question: its values are counted under it
 */
export function usePickerValues(others: readonly Entry[], can: Abilities): PickerValues {
  const { query } = planList(searchOf(others), can);
  const isAskable = can.filters && refusalOf(others) === null;
  const facets = useQuery({ ...facetOptions(query), enabled: isAskable }).data?.facets;
  const tags = useQuery({ ...read(listTags, { limit: 200 }), staleTime: NAMES_STALE_MS, enabled: can.filters }).data;
  const names = useAgentNames(can, true);
  const { me, nobody, yes } = filterMessages;
  return {
    status: STATUSES.map((value) => ({ value, label: statusWord(value), count: facets?.status[value] })),
    priority: PRIORITIES.map((value) => ({ value, label: priorityWord(value), count: facets?.priority[value] })),
    assignee: can.filters
      ? [
          ...(can.isAgent ? [{ value: 'me', label: me, count: facets?.folder.mine }] : []),
          { value: 'none', label: nobody, count: facets?.assignee['none'] },
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
    stale: [{ value: '1', label: yes, count: facets?.folder.stale }],
    snoozed: [{ value: '1', label: yes, count: facets?.folder.snoozed }],
  };
}
