import { FILTER_KINDS, readAge, type AgeUnit, type FilterKind } from '#contract/filter-rules.ts';
import type { FilterField } from '#contract/tickets.ts';
import { defineMessages, plural } from '#src/i18n/messages.ts';

export const filterMessages = defineMessages({
  fieldNames: {
    status: 'Status',
    priority: 'Priority',
    assignee: 'Assignee',
    tag: 'Tag',
    channel: 'Channel',
    created_utc: 'Created',
    first_response_utc: 'First reply',
    subject: 'Subject',
    requester_name: 'Requester name',
    requester_email: 'Requester email',
    requester_phone: 'Requester phone',
    ticket_number: 'Ticket number',
    updated_utc: 'Updated',
    resolved_utc: 'Resolved',
    snoozed_until_utc: 'Snoozed until',
    customer_identity_id: 'Customer',
    overdue: 'Reply overdue',
    stale: 'Waiting too long',
    snoozed: 'Snoozed',
    text: 'Search in',
  },
  /** After the field: "Tag is any of". */
  op: {
    any_of: 'is any of',
    none_of: 'is none of',
    contains: 'contains',
    is_set: 'has a value',
    is_not_set: 'is empty',
    between: 'is between',
    before: 'is before',
    from: 'is on or after',
    is: 'is',
    is_not: 'is not',
    older_than: 'is older than',
    newer_than: 'is in the last',
  },
  me: 'Me',
  unassigned: 'Unassigned',
  yes: 'Yes',
  replied: 'Sent',
  notReplied: 'None yet',
  messagesToo: 'Messages too',
  group: 'Any of these',
  others: 'Other conditions',
  or: 'or',
  range: (from: string, to: string) => `${from} to ${to}`,
  /** After "is older than" and "is in the last". */
  age: {
    m: (n: number) => plural(n, { one: '1 minute', other: `${n} minutes` }),
    h: (n: number) => plural(n, { one: '1 hour', other: `${n} hours` }),
    d: (n: number) => plural(n, { one: '1 day', other: `${n} days` }),
    w: (n: number) => plural(n, { one: '1 week', other: `${n} weeks` }),
  } satisfies Record<AgeUnit, (n: number) => string>,
});

/** "3 days" of `3d`. */
export function ageWords(text: string): string {
  const age = readAge(text);
  return age === null ? text : filterMessages.age[age.unit](age.amount);
}

/** Conditions on tickets: the fields of the parameter `filter`, and conditions that have parameters alone. */
export type RuleField = FilterField | Flag;
const FLAGS = ['overdue', 'stale', 'snoozed', 'text'] as const;
type Flag = (typeof FLAGS)[number];
type RuleKind = FilterKind | 'flag';
/** The operators of the parameter `filter`, where `is` is any of one and `is_not` none of one; `contains` takes several texts. */
export type RuleOp = 'any_of' | 'none_of' | 'contains' | 'is_set' | 'is_not_set' | 'between' | AgeOp;
/** Before now, by an age such as `3d`: the list moves on with the time. */
type AgeOp = 'older_than' | 'newer_than';

/** How a field is compared, and with what; null is the open end of a range. */
export interface Condition {
  readonly op: RuleOp;
  readonly values: readonly (string | null)[];
}

export interface Rule extends Condition {
  readonly field: RuleField;
}

/** At least one of the conditions holds. */
export interface AnyGroup {
  readonly any: readonly Rule[];
}

/** A `filter` that the service takes and the menu can't show, such as one made by the API: shown and removed as a whole. */
export interface OtherConditions {
  /** As the address has it. */
  readonly json: string;
}

/** All entries hold for every ticket of the list. */
export type Entry = Rule | AnyGroup | OtherConditions;

export function ruleKind(field: RuleField): RuleKind {
  return isFlag(field) ? 'flag' : FILTER_KINDS[field];
}

export function isFlag(field: RuleField): field is Flag {
  return FLAGS.some((name) => name === field);
}

export function isAgeOp(op: RuleOp): op is AgeOp {
  return op === 'older_than' || op === 'newer_than';
}

export function isRule(entry: Entry): entry is Rule {
  return 'field' in entry;
}

/** Whether a condition says something: one without a value is left out. */
export function isComplete({ op, values }: Condition): boolean {
  if (op === 'is_set' || op === 'is_not_set') return true;
  return op === 'between' ? values.some((value) => value !== null) : values.length > 0;
}

/** As the service has it, in characters. */
export const MAX_FILTER_LENGTH = 8000;

export function isInstant(text: string): boolean {
  return (
    /^(?!0000)[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?(Z|[+-][0-2][0-9]:[0-5][0-9])$/.test(
      text,
    ) && !Number.isNaN(Date.parse(text))
  );
}
