import * as z from 'zod/mini';
import { PRIORITIES, STATUSES } from '#contract/ticket-names.ts';
import type { Facets, listTickets } from '#contract/tickets.ts';
import type { CallQuery } from '#src/api/call.ts';
import { flag, idText, oneOf, textUpTo, textWhere, type Param } from '#src/browser/define-search.ts';
import { channelWord, priorityWord, statusWord } from '#src/format/ticket-words.ts';
import type { Profile } from '#src/inbox/profile.ts';
import { isInstant, type Condition, type RuleField, type RuleOp, filterMessages } from './filter-rule.ts';

/** The parameters of GET tickets but for the position. */
export type ListQuery = Omit<CallQuery<typeof listTickets>, 'limit' | 'skip' | 'format' | 'facets' | 'all'>;

export type ParamValues = Readonly<Record<string, string | undefined>>;

export interface FilterParam {
  /** The value for the address. */
  readonly parse: Param<string>;
  /** Assumed if the parameter is absent. */
  readonly byDefault?: string;
  /** Written for no filter, because absent means the default. */
  readonly forNone?: string;
  readonly toQuery: (value: string) => ListQuery;
  readonly isSupported: (value: string, profile: Profile) => boolean;
}

/** A filter's own parameters, and their meaning as a condition. */
export interface UrlPart {
  readonly params: Readonly<Record<string, FilterParam>>;
  readonly toCondition: (values: ParamValues) => Condition | null;
  /** Null if the parameters can't express it: it then goes into `filter`. */
  readonly fromCondition: (condition: Condition) => ParamValues | null;
}

/** A parameter that isn't in the API document. */
export function extended(parse: Param<string>, toQuery: FilterParam['toQuery']): FilterParam {
  return { parse, toQuery, isSupported: (_value, profile) => profile.isExtended };
}

/** One value is in the API document, several are an extension. */
const severalWithExtension: FilterParam['isSupported'] = (value, profile) => profile.isExtended || !value.includes(',');

/** A comma list of known values, sorted; unknown values are refused. */
function listOf(known: readonly string[]): Param<string> {
  const partsOf = (text: string) => text.split(',').map((part) => part.trim());
  return z.pipe(
    textWhere((text) => partsOf(text).every((part) => known.includes(part))),
    z.transform((text) => known.filter((name) => partsOf(text ?? '').includes(name)).join(',')),
  );
}

/** One value has its own parameter; other conditions go into `filter`. */
function asOneValue(name: string, maxLength = Infinity): Omit<UrlPart, 'params'> {
  return {
    toCondition: ({ [name]: value }) => (value === undefined ? null : { op: 'any_of', values: [value] }),
    fromCondition: ({ op, values: [value, ...more] }) =>
      op === 'any_of' && value && more.length === 0 && [...value].length <= maxLength ? { [name]: value } : null,
  };
}

/** A comma list means any of these. @param byDefault the value of an absent parameter */
function asList(name: string, byDefault?: string): Omit<UrlPart, 'params'> {
  return {
    toCondition: ({ [name]: value = byDefault }) =>
      value === undefined || value === 'all' ? null : { op: 'any_of', values: value.split(',') },
    fromCondition: ({ op, values }) => (op === 'any_of' && values.length > 0 ? { [name]: values.join(',') } : null),
  };
}

function asFlag(name: string): Omit<UrlPart, 'params'> {
  return {
    toCondition: ({ [name]: value }) => (value === undefined ? null : { op: 'is_set', values: [] }),
    fromCondition: () => ({ [name]: '1' }),
  };
}

export interface ListedValue {
  readonly value: string;
  readonly label: string;
  /** Tickets that would match under the other conditions; undefined if they aren't counted. */
  readonly count: number | undefined;
}

/** Sources of the lists of values; `facets` is undefined until the service has counted. */
export interface ValueSources {
  readonly facets: Facets | undefined;
  readonly tags: readonly string[];
  readonly agents: ReadonlyMap<string, string>;
  readonly profile: Profile;
}

/** Describes a filter; the table is in the order of the menu and the chips. */
export interface Filter {
  readonly label: string;
  /** The usual one first; none for a flag. */
  readonly operators: readonly RuleOp[];
  /** Words for its operators, instead of the general ones. */
  readonly operatorWords?: Partial<Record<RuleOp, keyof typeof filterMessages.op>>;
  /** The only values that the service takes. */
  readonly choices?: readonly string[];
  /** Its own parameters; without them it is in `filter`. */
  readonly url?: UrlPart;
  /** In the API document too, with one value at a time. */
  readonly isBasic?: true;
  /** Comes from links: the menu offers it only if the address has it. */
  readonly isFromLinks?: true;
  readonly valueWord?: (value: string, agents: ReadonlyMap<string, string>) => string;
  /** The value on its chip, if the chip has no operator. */
  readonly chipValue?: (condition: Condition) => string;
  /** The values of the menu; without them values are typed. */
  readonly listValues?: (sources: ValueSources) => readonly ListedValue[];
  /** Accepts a typed value that isn't listed. */
  readonly takesTyped?: (text: string) => boolean;
}

const { fieldNames: label, me, unassigned, yes, replied, notReplied, messagesToo } = filterMessages;
const MAX_TAG_LENGTH = 60;
const MAX_CHANNEL_LENGTH = 40;

const EQUALITY = ['any_of', 'none_of'] as const;
const PRESENCE = ['is_set', 'is_not_set'] as const;
const TEXT = {
  operators: ['contains', ...EQUALITY, ...PRESENCE],
  operatorWords: { any_of: 'is', none_of: 'is_not' },
} as const;
const AGE = ['older_than', 'newer_than'] as const;
const TIME = { operators: ['between', ...AGE, ...PRESENCE] } as const;
/** Always has a value. */
const SURE_TIME = { operators: ['between', ...AGE] } as const;

/** One row a filter. The address, chips, menu, query and words follow from it. */
export const FILTERS = {
  status: {
    label: label.status,
    operators: EQUALITY,
    choices: STATUSES,
    isBasic: true,
    url: {
      params: {
        status: {
          parse: z.union([
            z.literal('all'),
            z.pipe(
              listOf(STATUSES),
              z.transform((value) => (value === STATUSES.join(',') ? 'all' : value)),
            ),
          ]),
          byDefault: 'open',
          forNone: 'all',
          toQuery: (value) =>
            value === 'all' ? {} : { status: STATUSES.filter((name) => value.split(',').includes(name)) },
          isSupported: severalWithExtension,
        },
      },
      ...asList('status', 'open'),
    },
    valueWord: statusWord,
    listValues: ({ facets }) =>
      STATUSES.map((value) => ({ value, label: statusWord(value), count: facets?.status[value] })),
  },
  priority: {
    label: label.priority,
    operators: EQUALITY,
    choices: PRIORITIES,
    isBasic: true,
    url: {
      params: {
        priority: {
          parse: listOf(PRIORITIES),
          toQuery: (value) => ({ priority: PRIORITIES.filter((name) => value.split(',').includes(name)) }),
          isSupported: severalWithExtension,
        },
      },
      ...asList('priority'),
    },
    valueWord: priorityWord,
    listValues: ({ facets }) =>
      PRIORITIES.map((value) => ({ value, label: priorityWord(value), count: facets?.priority[value] })),
  },
  assignee: {
    label: label.assignee,
    operators: [...EQUALITY, ...PRESENCE],
    isBasic: true,
    url: {
      params: {
        assignee: {
          parse: textUpTo(40),
          toQuery: (assignee) => ({ assignee }),
          isSupported: (value, profile) => value !== 'me' || profile.isAgent,
        },
      },
      ...asOneValue('assignee'),
    },
    valueWord: (value, agents) => (value === 'none' ? unassigned : value === 'me' ? me : (agents.get(value) ?? value)),
    listValues: ({ facets, agents, profile }) =>
      profile.isExtended
        ? [
            ...(profile.isAgent ? [{ value: 'me', label: me, count: facets?.folder.mine }] : []),
            { value: 'none', label: unassigned, count: facets?.assignee['none'] },
            ...[...agents].map(([value, name]) => ({
              value,
              label: name,
              count: facets === undefined ? undefined : (facets.assignee[value] ?? 0),
            })),
          ]
        : [],
    takesTyped: (text) => /^[1-9][0-9]{0,18}$/.test(text),
  },
  tag: {
    label: label.tag,
    operators: [...EQUALITY, 'contains', ...PRESENCE],
    url: {
      params: { tag: extended(textUpTo(MAX_TAG_LENGTH), (tag) => ({ tag })) },
      ...asOneValue('tag', MAX_TAG_LENGTH),
    },
    listValues: ({ tags }) => tags.map((tag) => ({ value: tag, label: tag, count: undefined })),
    takesTyped: (text) => !text.includes(',') && [...text].length <= MAX_TAG_LENGTH,
  },
  channel: {
    label: label.channel,
    operators: EQUALITY,
    url: {
      params: { channel: extended(textUpTo(MAX_CHANNEL_LENGTH), (channel) => ({ channel })) },
      ...asOneValue('channel', MAX_CHANNEL_LENGTH),
    },
    valueWord: channelWord,
    listValues: ({ facets }) =>
      Object.entries(facets?.channel ?? {})
        .toSorted(([, a], [, b]) => b - a)
        .map(([value, count]) => ({ value, label: channelWord(value), count })),
    takesTyped: (text) => [...text].length <= MAX_CHANNEL_LENGTH,
  },
  customer_identity_id: {
    label: label.customer_identity_id,
    operators: [...EQUALITY, ...PRESENCE],
    isFromLinks: true,
    url: {
      params: { customer_identity_id: extended(idText, (id) => ({ customer_identity_id: BigInt(id) })) },
      ...asOneValue('customer_identity_id'),
    },
  },
  created_utc: {
    label: label.created_utc,
    ...SURE_TIME,
    url: {
      params: {
        /** Inclusive. */
        created_from: extended(textWhere(isInstant), (value) => ({ created_from: value })),
        /** Exclusive. */
        created_to: extended(textWhere(isInstant), (value) => ({ created_to: value })),
      },
      toCondition: ({ created_from: from, created_to: to }) =>
        from === undefined && to === undefined ? null : { op: 'between', values: [from ?? null, to ?? null] },
      fromCondition: ({ op, values: [from, to] }) =>
        op !== 'between' || (from === null && to === null)
          ? null
          : { created_from: from ?? undefined, created_to: to ?? undefined },
    },
  },
  first_response_utc: {
    label: label.first_response_utc,
    ...TIME,
    url: {
      params: {
        first_reply: extended(oneOf(['none', 'done']), (value) => ({ first_reply: value === 'none' ? value : 'done' })),
      },
      toCondition: ({ first_reply: reply }) =>
        reply === undefined ? null : { op: reply === 'none' ? 'is_not_set' : 'is_set', values: [] },
      fromCondition: ({ op }) =>
        op === 'is_set' ? { first_reply: 'done' } : op === 'is_not_set' ? { first_reply: 'none' } : null,
    },
    chipValue: ({ op }) => (op === 'is_set' ? replied : notReplied),
  },
  subject: { label: label.subject, ...TEXT, operators: ['contains', ...EQUALITY] },
  requester_name: { label: label.requester_name, ...TEXT },
  requester_email: { label: label.requester_email, ...TEXT },
  requester_phone: { label: label.requester_phone, ...TEXT },
  ticket_number: { label: label.ticket_number, operators: EQUALITY },
  updated_utc: { label: label.updated_utc, ...SURE_TIME },
  resolved_utc: { label: label.resolved_utc, ...TIME },
  // In the future, so it has no age.
  snoozed_until_utc: { label: label.snoozed_until_utc, operators: ['between', ...PRESENCE] },
  overdue: {
    label: label.overdue,
    operators: [],
    url: {
      params: {
        overdue: {
          parse: flag,
          toQuery: () => ({ overdue: true }),
          isSupported: (_value, profile) => profile.isExtended,
        },
      },
      ...asFlag('overdue'),
    },
    chipValue: () => yes,
    listValues: () => [{ value: '1', label: yes, count: undefined }],
  },
  stale: {
    label: label.stale,
    operators: [],
    url: {
      params: { stale: extended(flag, () => ({ stale: true })) },
      ...asFlag('stale'),
    },
    chipValue: () => yes,
    listValues: ({ facets }) => [{ value: '1', label: yes, count: facets?.folder.stale }],
  },
  snoozed: {
    label: label.snoozed,
    operators: [],
    url: {
      params: { snoozed: extended(flag, () => ({ snoozed: true })) },
      ...asFlag('snoozed'),
    },
    chipValue: () => yes,
    listValues: ({ facets }) => [{ value: '1', label: yes, count: facets?.folder.snoozed }],
  },
  text: {
    label: label.text,
    operators: [],
    url: {
      params: { text: extended(flag, () => ({ text: true })) },
      ...asFlag('text'),
    },
    chipValue: () => messagesToo,
    listValues: () => [{ value: '1', label: messagesToo, count: undefined }],
  },
} satisfies Record<RuleField, Filter>;
