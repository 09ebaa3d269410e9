import type { FILTER_OPERATORS, FilterField } from './tickets.ts';

type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** Kinds of fields of the parameter `filter`: they decide which operators and values make sense. */
export type FilterKind = 'choice' | 'text' | 'tag' | 'assignee' | 'number' | 'id' | 'instant';

export const MAX_FILTER_RULES = 20;
/** In one list of `any_of` or `none_of`. */
export const MAX_FILTER_VALUES = 50;
/** In all rules of a filter together: each is compared with every ticket, so their number decides what a list costs. */
export const MAX_FILTER_TEXTS = 100;

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
  instant: ['between', 'older_than', 'newer_than', ...PRESENCE],
};

/** Whether the values of a rule count towards `MAX_FILTER_TEXTS`. A whole phone is found by its key, as ids are. */
export function comparesTexts({ field, op }: { readonly field: FilterField; readonly op: FilterOperator }): boolean {
  const kind = FILTER_KINDS[field];
  return (kind === 'text' || kind === 'tag') && (field !== 'requester_phone' || op === 'contains');
}

/** The units of an age, as in `3d`: so many minutes, hours, days of 24 hours or weeks before now. */
export const AGE_UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
export type AgeUnit = keyof typeof AGE_UNITS;

/** The amount and unit of `3d`; null for what is no age. */
export function readAge(text: string): { readonly amount: number; readonly unit: AgeUnit } | null {
  const [, amount, letter] = /^([1-9][0-9]{0,3})([mhdw])$/.exec(text) ?? [];
  const unit = AGE_UNIT_NAMES.find((name) => name === letter);
  return unit === undefined ? null : { amount: Number(amount), unit };
}

export const AGE_UNIT_NAMES = ['m', 'h', 'd', 'w'] as const satisfies readonly AgeUnit[];

/** The instant that an age ago was. */
export function instantOfAge(text: string, now: Date): string | null {
  const age = readAge(text);
  return age === null ? null : new Date(now.getTime() - age.amount * AGE_UNITS[age.unit]).toISOString();
}
