import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { choice, text } from '#contract/scalars.ts';
import { PRIORITIES, STATUSES } from '#contract/ticket-names.ts';
import { StartFailure } from '#server/db/errors.ts';
import { SOURCES, type SourceName } from './source.ts';
import { csvFields, type CsvKind } from './sources/csv.ts';

const rating = z.number().check(z.refine((n) => Number.isInteger(n) && n >= 0 && n <= 5, { error: 'must be 0 to 5' }));
const template = text(60, 1).check(z.refine((s) => !s.includes(','), { error: 'must not contain a comma' }));
const columnsOf = (kind: CsvKind) => z.partialRecord(z.enum(csvFields(kind)), text(200, 1));

/**
 * The table by which values of another product become ours: the product's value, then ours. `*` is any other value and the
 * empty name an absent one; case is ignored. Null leaves out the ticket with this status, the rating with this score, the
 * field of this name.
 */
const mapping = z.strictObject({
  source: choice(SOURCES),
  status: z.record(z.string(), z.nullable(choice(STATUSES))),
  priority: z.record(z.string(), choice(PRIORITIES)),
  channel: z.record(z.string(), text(40, 1)),
  score: z.record(z.string(), z.nullable(rating)),
  /** The tag that a field becomes: `{value}` is its value. */
  fields: z.record(z.string(), z.nullable(template)),
  /** CSV alone: the columns of each kind of file. */
  columns: z.optional(
    z.strictObject({
      tickets: z.optional(columnsOf('tickets')),
      customers: z.optional(columnsOf('customers')),
      comments: z.optional(columnsOf('comments')),
    }),
  ),
  /** CSV alone: the order of dates that do not begin with the year. */
  dates: z.optional(choice(['ymd', 'dmy', 'mdy'])),
});
export type Mapping = z.output<typeof mapping>;

const SCORES_TO_FIVE = { '0': 0, '1': 1, '2': 2, '3': 3, '4': 4, '5': 5 };

/** The mapping of each product as its documentation names its values. */
export const DEFAULT_MAPPINGS: { readonly [Name in SourceName]: Mapping } = {
  zendesk: {
    source: 'zendesk',
    status: {
      new: 'open',
      open: 'open',
      pending: 'pending',
      hold: 'pending',
      solved: 'resolved',
      closed: 'closed',
      deleted: null,
    },
    priority: { '': 'normal', low: 'low', normal: 'normal', high: 'high', urgent: 'urgent' },
    channel: {
      '': 'web',
      web: 'web',
      web_widget: 'web',
      help_center: 'web',
      mobile: 'web',
      mobile_sdk: 'web',
      api: 'web',
      email: 'email',
      chat: 'web',
      messaging: 'web',
      native_messaging: 'web',
      voice: 'phone',
      phone: 'phone',
      sms: 'sms',
      whatsapp: 'whatsapp',
      facebook: 'messenger',
      twitter: 'twitter',
      side_conversation: 'email',
      rule: 'web',
      closed_ticket: 'web',
    },
    score: { good: 5, bad: 1, offered: null, unoffered: null },
    fields: { type: 'type:{value}', organization: 'organization:{value}' },
  },
  intercom: {
    source: 'intercom',
    status: { open: 'open', snoozed: 'pending', closed: 'closed' },
    priority: { '': 'normal', priority: 'high', not_priority: 'normal' },
    channel: {
      '': 'web',
      conversation: 'web',
      push: 'web',
      email: 'email',
      facebook: 'messenger',
      instagram: 'instagram',
      phone_call: 'phone',
      phone_switch: 'phone',
      sms: 'sms',
      twitter: 'twitter',
      whatsapp: 'whatsapp',
    },
    score: { '1': 1, '2': 2, '3': 3, '4': 4, '5': 5 },
    fields: { team: 'team:{value}' },
  },
  freshdesk: {
    source: 'freshdesk',
    status: { '2': 'open', '3': 'pending', '4': 'resolved', '5': 'closed', '6': 'pending', '7': 'pending' },
    priority: { '': 'normal', '1': 'low', '2': 'normal', '3': 'high', '4': 'urgent' },
    channel: {
      '': 'web',
      '1': 'email',
      '2': 'web',
      '3': 'phone',
      '7': 'web',
      '9': 'web',
      '10': 'email',
    },
    score: { '103': 5, '102': 5, '101': 4, '100': 3, '-101': 2, '-102': 1, '-103': 1 },
    fields: { type: 'type:{value}', company: 'company:{value}' },
  },
  csv: {
    source: 'csv',
    status: {
      '': 'open',
      new: 'open',
      open: 'open',
      pending: 'pending',
      'on hold': 'pending',
      waiting: 'pending',
      solved: 'resolved',
      resolved: 'resolved',
      closed: 'closed',
    },
    priority: { '': 'normal', low: 'low', normal: 'normal', medium: 'normal', high: 'high', urgent: 'urgent' },
    channel: {
      '': 'web',
      web: 'web',
      portal: 'web',
      chat: 'web',
      email: 'email',
      phone: 'phone',
      sms: 'sms',
      whatsapp: 'whatsapp',
    },
    score: { ...SCORES_TO_FIVE, good: 5, bad: 1, offered: null, 'not offered': null },
    fields: {},
    columns: {},
    dates: 'ymd',
  },
};

/** Reads an edited mapping. @throws StartFailure */
export async function readMapping(file: string, source: SourceName): Promise<Mapping> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new StartFailure(`--mapping ${file} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`);
  }
  const parsed = z.safeParse(mapping, value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartFailure(`--mapping ${file}: ${issue?.path.join('.') ?? ''} ${describe(issue)}`);
  }
  if (parsed.data.source !== source) throw new StartFailure(`--mapping ${file} is for ${parsed.data.source}`);
  return parsed.data;
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'unrecognized_keys') return `has unknown names: ${issue.keys.join(', ')}`;
  return issue === undefined || issue.message === 'Invalid input' ? 'is missing or has the wrong type' : issue.message;
}

/** Looks values up in a table of a mapping. */
export class Lookup<Value> {
  readonly #values: ReadonlyMap<string, Value>;
  readonly #used = new Set<string>();

  constructor(table: Readonly<Record<string, Value>>) {
    this.#values = new Map(Object.entries(table).map(([name, value]) => [name.toLowerCase(), value]));
  }

  /** Undefined: no row of the table has this value. */
  find(value: string | null): Value | undefined {
    const name = (value ?? '').toLowerCase();
    const key = this.#values.has(name) ? name : '*';
    this.#used.add(key);
    return this.#values.get(key);
  }

  wasUsed(name: string): boolean {
    return this.#used.has(name.toLowerCase());
  }
}
