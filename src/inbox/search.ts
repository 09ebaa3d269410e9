import { parseId } from '#src/format/id.ts';
import { FILTER_NAMES, readFilterParam, type FilterSearch } from '#src/inbox/filters/filter-query.ts';

/** What of the inbox stands in its URL. Defaults are absent: status `open`, 50 rows a page, split layout. */
export interface InboxSearch extends FilterSearch {
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
  /** What the address asked for and means nothing, such as `status=bogus`: the view says so and takes it away. */
  readonly ignored?: string | undefined;
}

export const SORT_FIELDS = ['created', 'updated', 'priority', 'waiting'] as const;
export type SortField = (typeof SORT_FIELDS)[number];
export const TICKET_TABS = ['timeline', 'comments', 'activity', 'links'] as const;
export type TicketTab = (typeof TICKET_TABS)[number];
export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;
const MAX_IGNORED_LENGTH = 400;
const MAX_SKIP = 1_000_000_000;

/** Parameters that belong to the whole program and are not the inbox's to judge. */
const FOREIGN = new Set(['locale', 'theme', 'density']);

type Reader = (value: string) => InboxSearch | null;

/** What is no filter, one parser a parameter: null when the value means nothing, `{}` when it is the default. */
const READERS: Readonly<Record<string, Reader>> = {
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
  ignored: (value) => ({ ignored: value.slice(0, MAX_IGNORED_LENGTH) }),
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
    const read =
      value === null
        ? null
        : ((Object.hasOwn(READERS, name) ? READERS[name]?.(value) : null) ?? readFilterParam(name, value));
    if (read === null) ignored.push(`${name}=${value ?? ''}`.slice(0, 80));
    else search = { ...search, ...read };
  }
  return { search, ignored };
}

/**
 * The route's `validateSearch`. The router lays the answer over the raw parameters, so that whatever is not to stay must
 * be named; what was ignored stays as a parameter of its own, because the address is put right before any view is there.
 */
export function validateInboxSearch(raw: Record<string, unknown>): InboxSearch {
  const names = Object.keys(raw).filter((name) => !FOREIGN.has(name));
  const { search, ignored } = readInboxSearch(raw);
  return {
    ...Object.fromEntries(names.map((name) => [name, undefined])),
    ...search,
    ...(ignored.length === 0 ? {} : { ignored: ignored.join(', ').slice(0, MAX_IGNORED_LENGTH) }),
  };
}

/** Whether two URLs list the same tickets, whatever their order, position and layout. */
export function isSameFilter(a: InboxSearch, b: InboxSearch): boolean {
  return FILTER_NAMES.every((name) => a[name] === b[name]);
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
