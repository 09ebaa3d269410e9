import { parseId } from '#src/format/id.ts';
import { isFilterText, isInstant } from './url-values.ts';

/**
 * What of the inbox stands in its URL. Defaults are absent: status `open`, 50 rows a page, split layout.
 * Read by hand, because route files belong to the first download and a schema library does not.
 */
export interface InboxSearch {
  /** Comma list of states, or `all`; absent is `open`. */
  readonly status?: string | undefined;
  readonly priority?: string | undefined;
  readonly assignee?: string | undefined;
  readonly q?: string | undefined;
  readonly tag?: string | undefined;
  readonly channel?: string | undefined;
  readonly first_reply?: 'none' | 'done' | undefined;
  readonly stale?: '1' | undefined;
  readonly snoozed?: '1' | undefined;
  readonly customer_identity_id?: string | undefined;
  /** Inclusive. */
  readonly created_from?: string | undefined;
  /** Exclusive. */
  readonly created_to?: string | undefined;
  /** Every condition that has no parameter of its own, as the service's JSON. */
  readonly filter?: string | undefined;
  readonly order_by?: SortField | undefined;
  readonly dir?: 'asc' | 'desc' | undefined;
  readonly group?: 'first_reply' | 'none' | undefined;
  readonly layout?: 'table' | undefined;
  /** Id of the saved view that the list was opened from, as digits. */
  readonly view?: string | undefined;
  /** First row in sight, counted from 0. */
  readonly skip?: number | undefined;
  readonly limit?: number | undefined;
  /** Id of the open ticket, as digits: it may be beyond 2^53. */
  readonly ticket?: string | undefined;
  readonly tab?: TicketTab | undefined;
}

export const SORT_FIELDS = ['created', 'updated', 'priority', 'waiting'] as const;
export type SortField = (typeof SORT_FIELDS)[number];
export const TICKET_TABS = ['timeline', 'comments', 'activity', 'links'] as const;
export type TicketTab = (typeof TICKET_TABS)[number];
export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;
const MAX_SKIP = 1_000_000_000;

/** Parameters that belong to the whole program and are not the inbox's to judge. */
const FOREIGN = new Set(['locale', 'theme', 'density']);
const STATUSES = ['open', 'pending', 'resolved', 'closed'];
const PRIORITIES = ['urgent', 'high', 'normal', 'low'];

type Reader = (value: string) => InboxSearch | null;

/** One tiny parser a parameter: null when the value means nothing, `{}` when it is the default. */
const READERS: Readonly<Record<string, Reader>> = {
  status: (value) => {
    const known = listOf(value, STATUSES);
    if (value === 'all' || known === STATUSES.join(',')) return { status: 'all' };
    return known === null ? null : known === 'open' ? {} : { status: known };
  },
  priority: (value) => {
    const known = listOf(value, PRIORITIES);
    return known === null ? null : { priority: known };
  },
  assignee: (value) => (isShort(value, 40) ? { assignee: value } : null),
  q: (value) => (isShort(value, 200) ? { q: value } : null),
  tag: (value) => (isShort(value, 60) ? { tag: value } : null),
  channel: (value) => (isShort(value, 40) ? { channel: value } : null),
  first_reply: (value) => (value === 'none' || value === 'done' ? { first_reply: value } : null),
  stale: (value) => (value === '1' ? { stale: value } : null),
  snoozed: (value) => (value === '1' ? { snoozed: value } : null),
  customer_identity_id: (value) => (parseId(value) === null ? null : { customer_identity_id: value }),
  created_from: (value) => (isInstant(value) ? { created_from: value } : null),
  created_to: (value) => (isInstant(value) ? { created_to: value } : null),
  filter: (value) => (isFilterText(value) ? { filter: value } : null),
  order_by: (value) => {
    const field = SORT_FIELDS.find((name) => name === value);
    return field === undefined ? null : { order_by: field };
  },
  dir: (value) => (value === 'asc' || value === 'desc' ? { dir: value } : null),
  group: (value) => (value === 'first_reply' || value === 'none' ? { group: value } : null),
  layout: (value) => (value === 'table' ? { layout: value } : value === 'split' ? {} : null),
  view: (value) => (parseId(value) === null ? null : { view: value }),
  skip: (value) => {
    const skip = wholeNumber(value, 0, MAX_SKIP);
    return skip === null ? null : skip === 0 ? {} : { skip };
  },
  limit: (value) => {
    const limit = wholeNumber(value, 1, MAX_LIMIT);
    return limit === null ? null : limit === DEFAULT_LIMIT ? {} : { limit };
  },
  ticket: (value) => (parseId(value) === null ? null : { ticket: value }),
  tab: (value) => {
    const tab = TICKET_TABS.find((name) => name === value);
    return tab === undefined ? null : tab === 'timeline' ? {} : { tab };
  },
};

/** Reads the URL's parameters; what means nothing is named in `ignored` and falls back to the default. */
export function readInboxSearch(raw: Readonly<Record<string, unknown>>): {
  readonly search: InboxSearch;
  readonly ignored: readonly string[];
} {
  let search: InboxSearch = {};
  const ignored: string[] = [];
  for (const [name, given] of Object.entries(raw)) {
    if (FOREIGN.has(name) || given === undefined || given === '') continue;
    const value = asText(given);
    const read = value === null ? null : (READERS[name]?.(value) ?? null);
    if (read === null) ignored.push(`${name}=${value ?? ''}`.slice(0, 80));
    else search = { ...search, ...read };
  }
  return { search, ignored };
}

const waitingToBeSaid = new Set<string>();
/** What was said of the URL as it still is: it is read again until it is put right. */
const said = new Set<string>();

/**
 * The route's `validateSearch`. What was ignored is kept until the view says so once. The router lays the answer over
 * the raw parameters, so that whatever is not to stay must be named.
 */
export function validateInboxSearch(raw: Record<string, unknown>): InboxSearch {
  const { search, ignored } = readInboxSearch(raw);
  if (ignored.length === 0) said.clear();
  for (const item of ignored) if (!said.has(item)) waitingToBeSaid.add(item);
  const names = Object.keys(raw).filter((name) => !FOREIGN.has(name));
  return { ...Object.fromEntries(names.map((name) => [name, undefined])), ...search };
}

/** The ignored parameters since the last call. */
export function takeIgnored(): readonly string[] {
  const taken = [...waitingToBeSaid];
  for (const item of taken) said.add(item);
  waitingToBeSaid.clear();
  return taken;
}

/** The known ones of a comma list in their own order; null when any part is unknown. */
function listOf(value: string, known: readonly string[]): string | null {
  const parts = value.split(',').map((part) => part.trim());
  if (parts.some((part) => !known.includes(part))) return null;
  return known.filter((name) => parts.includes(name)).join(',');
}

function isShort(value: string, max: number): boolean {
  return value.trim() !== '' && [...value].length <= max && value.isWellFormed() && !value.includes('\0');
}

function wholeNumber(value: string, min: number, max: number): number | null {
  if (!/^[0-9]{1,10}$/.test(value)) return null;
  const n = Number(value);
  return n >= min && n <= max ? n : null;
}

function asText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' ? String(value) : null;
}
