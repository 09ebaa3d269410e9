import type { FILTER_OPERATORS, FilterField } from './tickets.ts';

type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** Kinds of fields of the parameter `filter`: they decide which operators and values make sense. */
export type FilterKind = 'choice' | 'text' | 'tag' | 'assignee' | 'number' | 'id' | 'instant';

export const MAX_FILTER_RULES = 20;
/** In one list of `any_of` or `none_of`. */
export const MAX_FILTER_VALUES = 50;

export const FILTER_KINDS: Readonly<Record<FilterField, FilterKind>> = {
  status: 'choice',
  priority: 'choice',
  channel: 'text',
  assignee: 'assignee',
  tag: 'tag',
  subject: 'text',
  requester_name: 'text',
  requester_email: 'text',
  requester_phone: 'text',
  ticket_number: 'number',
  customer_identity_id: 'id',
  created_utc: 'instant',
  updated_utc: 'instant',
  first_response_utc: 'instant',
  resolved_utc: 'instant',
  snoozed_until_utc: 'instant',
};

const EQUALITY = ['is', 'is_not', 'any_of', 'none_of'] as const;
const PRESENCE = ['is_set', 'is_not_set'] as const;
export const OPERATORS_OF_KIND: Readonly<Record<FilterKind, readonly FilterOperator[]>> = {
  choice: EQUALITY,
  text: [...EQUALITY, 'contains', ...PRESENCE],
  tag: [...EQUALITY, 'contains', ...PRESENCE],
  assignee: [...EQUALITY, ...PRESENCE],
  number: [...EQUALITY, 'between'],
  id: [...EQUALITY, ...PRESENCE],
  instant: ['between', ...PRESENCE],
};
