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
  /** The value as it is to stand in the URL. */
  readonly parse: Param<string>;
  /** The query where the parameter is absent. */
  readonly byDefault?: string;
  /** Written where nothing is asked, because absent means the default. */
  readonly forNone?: string;
  readonly toQuery: (value: string) => ListQuery;
  readonly isSupported: (value: string, profile: Profile) => boolean;
}

/** The parameters of a filter that has some of its own, and what they say as a condition. */
export interface UrlPart {
  readonly params: Readonly<Record<string, FilterParam>>;
  readonly toCondition: (values: ParamValues) => Condition | null;
  /** Null where the parameters cannot say it: it then goes into the parameter `filter`. */
  readonly fromCondition: (condition: Condition) => ParamValues | null;
}

/** A parameter that only a service with the extension `ticket_filters` takes. */
export function extended(parse: Param<string>, toQuery: FilterParam['toQuery']): FilterParam {
  return { parse, toQuery, isSupported: (_value, profile) => profile.isExtended };
}

/** One value is in the document, several are an extension. */
const severalWithExtension: FilterParam['isSupported'] = (value, profile) => profile.isExtended || !value.includes(',');

/** The known ones of a comma list in their own order; none may be unknown. */
function listOf(known: readonly string[]): Param<string> {
  const partsOf = (text: string) => text.split(',').map((part) => part.trim());
  return z.pipe(
    textWhere((text) => partsOf(text).every((part) => known.includes(part))),
    z.transform((text) => known.filter((name) => partsOf(text ?? '').includes(name)).join(',')),
  );
}

/** One value is a parameter, whatever else is asked of the field goes into `filter`. */
function asOneValue(name: string, maxLength = Infinity): Omit<UrlPart, 'params'> {
  return {
    toCondition: ({ [name]: value }) => (value === undefined ? null : { op: 'any_of', values: [value] }),
    fromCondition: ({ op, values: [value, ...more] }) =>
      op === 'any_of' && value && more.length === 0 && [...value].length <= maxLength ? { [name]: value } : null,
  };
}

/** Any of some values is a comma list. @param byDefault what an absent parameter stands for */
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
  /** Tickets that would match under the other conditions; undefined where the service does not count. */
  readonly count: number | undefined;
}

/** Sources of the lists of values; `facets` is undefined until the service has counted. */
export interface ValueSources {
  readonly facets: Facets | undefined;
  readonly tags: readonly string[];
  readonly agents: ReadonlyMap<string, string>;
  readonly profile: Profile;
}

/** Everything there is to know of a filter: its place in the table is its place in the menu and among the chips. */
export interface Filter {
  readonly label: string;
  /** How it is compared, the usual way first. None: it holds or it does not. */
  readonly operators: readonly RuleOp[];
  /** Words for its operators where the general ones do not fit. */
  readonly operatorWords?: Partial<Record<RuleOp, keyof typeof filterMessages.op>>;
  /** The only values that the service takes. */
  readonly choices?: readonly string[];
  /** Its own parameters in the URL. Without: it stands in the parameter `filter` alone. */
  readonly url?: UrlPart;
  /** A service without the extension `ticket_filters` has it too, with one value at a time. */
  readonly isBasic?: true;
  /** Nobody types its value: the menu has it where a link brought it. */
  readonly isFromLinks?: true;
  readonly valueWord?: (value: string, agents: ReadonlyMap<string, string>) => string;
  /** The value on the chip of its own parameter, where that chip names no operator. */
  readonly chipValue?: (condition: Condition) => string;
  /** The values to choose from in the menu. Without: they are typed. */
  readonly listValues?: (sources: ValueSources) => readonly ListedValue[];
  /** Whether a typed text may be a value that the list does not name. */
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
/** Every ticket was made and has been changed at some time, and has a subject. */
const SURE_TIME = { operators: ['between', ...AGE] } as const;

/** One row a filter. What the URL, the chips, the menu, the query and the words know of a filter, they have from here. */
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
  ticket_number: { label: label.ticket_number, operators: [...EQUALITY, 'between'] },
  updated_utc: { label: label.updated_utc, ...SURE_TIME },
  resolved_utc: { label: label.resolved_utc, ...TIME },
  // It lies ahead.
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
