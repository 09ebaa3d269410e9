import * as z from 'zod/mini';
import type { Facets } from '#contract/tickets.ts';
import { PRIORITIES, STATUSES } from '#contract/ticket-names.ts';
import { channelWord, priorityWord, statusWord } from '#src/format/ticket-words.ts';
import { idText, oneOf, textUpTo, textWhere } from '#src/browser/define-search.ts';
import type { Capabilities } from '#src/inbox/capabilities.ts';
import { filterMessages } from './filter-messages.ts';
import {
  asFlag,
  asList,
  asOneValue,
  listOf,
  severalWithExtension,
  withExtension,
  type UrlPart,
} from './filter-params.ts';
import type { Condition, RuleField, RuleOp } from './filter-rule.ts';
import { isInstant } from './url-values.ts';

/** A value that can be chosen from a list. */
export interface ListedValue {
  readonly value: string;
  readonly label: string;
  /** Tickets that would match under the other conditions; undefined where the service does not count. */
  readonly count: number | undefined;
}

/** What the lists of values are made of; `facets` is undefined until the service has counted. */
export interface ValueSources {
  readonly facets: Facets | undefined;
  readonly tags: readonly string[];
  readonly agents: ReadonlyMap<string, string>;
  readonly can: Capabilities;
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

const { fieldNames: label, me, nobody, yes, given, notGiven } = filterMessages;
const MAX_TAG_LENGTH = 60;
const MAX_CHANNEL_LENGTH = 40;

const EQUALITY = ['any_of', 'none_of'] as const;
const PRESENCE = ['is_set', 'is_not_set'] as const;
const TEXT = {
  operators: ['contains', ...EQUALITY, ...PRESENCE],
  operatorWords: { any_of: 'is', none_of: 'is_not' },
} as const;
const TIME = { operators: ['between', ...PRESENCE] } as const;
/** Every ticket was made and has been changed at some time, and has a subject. */
const SURE_TIME = { operators: ['between'] } as const;

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
          isSupported: (value, can) => value !== 'me' || can.isAgent,
        },
      },
      ...asOneValue('assignee'),
    },
    valueWord: (value, agents) => (value === 'none' ? nobody : value === 'me' ? me : (agents.get(value) ?? value)),
    listValues: ({ facets, agents, can }) =>
      can.filters
        ? [
            ...(can.isAgent ? [{ value: 'me', label: me, count: facets?.folder.mine }] : []),
            { value: 'none', label: nobody, count: facets?.assignee['none'] },
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
      params: { tag: { parse: textUpTo(MAX_TAG_LENGTH), toQuery: (tag) => ({ tag }), isSupported: withExtension } },
      ...asOneValue('tag', MAX_TAG_LENGTH),
    },
    listValues: ({ tags }) => tags.map((tag) => ({ value: tag, label: tag, count: undefined })),
    takesTyped: (text) => !text.includes(',') && [...text].length <= MAX_TAG_LENGTH,
  },
  channel: {
    label: label.channel,
    operators: EQUALITY,
    url: {
      params: {
        channel: {
          parse: textUpTo(MAX_CHANNEL_LENGTH),
          toQuery: (channel) => ({ channel }),
          isSupported: withExtension,
        },
      },
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
      params: {
        customer_identity_id: {
          parse: idText,
          toQuery: (value) => ({ customer_identity_id: BigInt(value) }),
          isSupported: withExtension,
        },
      },
      ...asOneValue('customer_identity_id'),
    },
  },
  created_utc: {
    label: label.created_utc,
    ...SURE_TIME,
    url: {
      params: {
        /** Inclusive. */
        created_from: {
          parse: textWhere(isInstant),
          toQuery: (value) => ({ created_from: value }),
          isSupported: withExtension,
        },
        /** Exclusive. */
        created_to: {
          parse: textWhere(isInstant),
          toQuery: (value) => ({ created_to: value }),
          isSupported: withExtension,
        },
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
    operatorWords: { is_set: 'given', is_not_set: 'notGiven' },
    url: {
      params: {
        first_reply: {
          parse: oneOf(['none', 'done']),
          toQuery: (value) => ({ first_reply: value === 'none' ? 'none' : 'done' }),
          isSupported: withExtension,
        },
      },
      toCondition: ({ first_reply: reply }) =>
        reply === undefined ? null : { op: reply === 'none' ? 'is_not_set' : 'is_set', values: [] },
      fromCondition: ({ op }) => (op === 'between' ? null : { first_reply: op === 'is_set' ? 'done' : 'none' }),
    },
    chipValue: ({ op }) => (op === 'is_set' ? given : notGiven),
  },
  subject: { label: label.subject, ...TEXT, operators: ['contains', ...EQUALITY] },
  requester_name: { label: label.requester_name, ...TEXT },
  requester_email: { label: label.requester_email, ...TEXT },
  requester_phone: { label: label.requester_phone, ...TEXT },
  ticket_number: { label: label.ticket_number, operators: [...EQUALITY, 'between'] },
  updated_utc: { label: label.updated_utc, ...SURE_TIME },
  resolved_utc: { label: label.resolved_utc, ...TIME },
  snoozed_until_utc: { label: label.snoozed_until_utc, ...TIME },
  stale: {
    label: label.stale,
    operators: [],
    url: {
      params: { stale: { parse: oneOf(['1']), toQuery: () => ({ stale: true }), isSupported: withExtension } },
      ...asFlag('stale'),
    },
    chipValue: () => yes,
    listValues: ({ facets }) => [{ value: '1', label: yes, count: facets?.folder.stale }],
  },
  snoozed: {
    label: label.snoozed,
    operators: [],
    url: {
      params: { snoozed: { parse: oneOf(['1']), toQuery: () => ({ snoozed: true }), isSupported: withExtension } },
      ...asFlag('snoozed'),
    },
    chipValue: () => yes,
    listValues: ({ facets }) => [{ value: '1', label: yes, count: facets?.folder.snoozed }],
  },
} satisfies Record<RuleField, Filter>;
