import { utc } from '#contract/scalars.ts';
import { defineSearch, flag, idText, oneOf, skip, textUpTo, textWhere } from '#src/browser/define-search.ts';
import { windowParams, windowRules, type WindowSearch } from '#src/panels/day-window.ts';
import { BREAKDOWNS } from './figures/breakdown.ts';

export const AI_TABS = ['usage', 'calls'] as const;
export type AiTab = (typeof AI_TABS)[number];
export const METRICS = ['cost', 'calls', 'tokens'] as const;
export type Metric = (typeof METRICS)[number];
export const STATUSES = ['ok', 'error', 'refused', 'ran'] as const;
/** The columns that the lines of the breakdown can be sorted by. */
export const BREAKDOWN_COLUMNS = [
  ...(['name', 'cost', 'before', 'change', 'at', 'saving', 'call', 'calls', 'tokens'] as const),
  ...(['errors', 'cache', 'p50', 'p95'] as const),
] as const;
export type BreakdownColumn = (typeof BREAKDOWN_COLUMNS)[number];
/** With `-` the largest first. */
export type BreakdownSort = BreakdownColumn | `-${BreakdownColumn}`;
export const DEFAULT_SORT = '-cost' satisfies BreakdownSort;
const BREAKDOWN_SORTS = BREAKDOWN_COLUMNS.flatMap((column): BreakdownSort[] => [column, `-${column}`]);

const name = textUpTo(200);
/** A UTC instant of the API, such as 2026-11-20T14:32:00Z. */
const instantText = textWhere((text) => utc.safeParse(text).success);

/** The days, which both tabs have. */
export const aiSearch = defineSearch(windowParams, { ...windowRules, isShared: true });
export type AiSearch = ReturnType<typeof aiSearch>;

export const usageSearch = defineSearch(
  {
    ...windowParams,
    metric: oneOf(METRICS, 'cost'),
    /** The breakdown's dimension. */
    by: oneOf(BREAKDOWNS, 'feature'),
    /** The order of its lines. */
    sort: oneOf(BREAKDOWN_SORTS, DEFAULT_SORT),
    /** The model at whose prices the same tokens are shown beside what was paid. */
    at: name,
    /** The breakdown has all of its columns. */
    columns: oneOf(['all']),
    /** The form of the caps is open. */
    edit: flag,
  },
  windowRules,
);
export type UsageSearch = ReturnType<typeof usageSearch>;

export const callsSearch = defineSearch(
  {
    ...windowParams,
    /** The calls that are listed. */
    feature: name,
    model: name,
    status: oneOf(STATUSES),
    /** An instant: only calls from then on. */
    since: instantText,
    session: name,
    ticket: idText,
    customer: idText,
    token: idText,
    /** Only calls without a price. */
    unpriced: flag,
    /** Only calls of at least so many input tokens. */
    min: textWhere(isTokenCount),
    order: oneOf(['created', 'cost'], 'created'),
    skip,
  },
  windowRules,
);
export type CallsSearch = ReturnType<typeof callsSearch>;

/** Goes to another state of the page: what is chosen on it is no step of the history, unless `replace` is false. */
export type GoTo<Search extends WindowSearch> = (next: Search, options?: { readonly replace: boolean }) => void;

/** Given to each tab. */
export interface TabProps<Search extends WindowSearch> {
  readonly search: Search;
  readonly go: GoTo<Search>;
}

/** The list of calls can be asked for those of at least so many tokens. */
const MAX_LEAST_TOKENS = 999_999_999;

function isTokenCount(text: string): boolean {
  return /^[1-9][0-9]*$/.test(text) && Number(text) <= MAX_LEAST_TOKENS;
}
