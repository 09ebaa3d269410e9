import {
  defineSearch,
  flag,
  idText,
  oneOf,
  skip,
  textUpTo,
  textWhere,
  type SearchOf,
  type SearchRules,
} from '#src/browser/define-search.ts';

export const AI_TABS = ['usage', 'caps', 'value', 'calls'] as const;
export type AiTab = (typeof AI_TABS)[number];
export const RANGES = [7, 30, 90] as const;
export type RangeDays = (typeof RANGES)[number];
export const DEFAULT_DAYS = 30;
export const METRICS = ['cost', 'calls', 'tokens'] as const;
export type Metric = (typeof METRICS)[number];
/** The columns of the features that can be sorted by. */
export const FEATURE_COLUMNS = [
  'feature',
  'cost',
  'share',
  'calls',
  'tokens',
  'cache',
  'errors',
  'mean',
  'p50',
  'p95',
  'refused',
  'input',
  'output',
] as const;
export type FeatureColumn = (typeof FEATURE_COLUMNS)[number];
/** With `-` the largest first. */
export type FeatureSort = FeatureColumn | `-${FeatureColumn}`;
export const DEFAULT_SORT = '-cost' satisfies FeatureSort;
const FEATURE_SORTS = FEATURE_COLUMNS.flatMap((column): FeatureSort[] => [column, `-${column}`]);
/** The costliest of each can be listed, the first unless another is chosen. */
export const COSTLIEST_BY = ['session', 'ticket', 'customer'] as const;
export type CostliestBy = (typeof COSTLIEST_BY)[number];
/** The spending of each can be listed. */
export const SPENT_BY = ['token', 'model'] as const;
/** The columns that a list of spenders is ordered by. */
export const SPENDER_COLUMNS = ['cost', 'calls', 'tokens', 'errors', 'refused', 'unpriced'] as const;
export type SpenderColumn = (typeof SPENDER_COLUMNS)[number];
export type SpenderSort = SpenderColumn | `-${SpenderColumn}`;
const SPENDER_SORTS = SPENDER_COLUMNS.flatMap((column): SpenderSort[] => [column, `-${column}`]);
export const TRIED_CAPS = ['budget', 'daily_tokens'] as const;
export type TriedCap = (typeof TRIED_CAPS)[number];

/** The longest window that can be chosen. */
export const MAX_WINDOW_DAYS = 366;
const DAY_MS = 86_400_000;

const amount = textWhere((text) => /^[0-9]{1,15}(\.[0-9]{1,12})?$/.test(text));
const limit = textWhere((text) => /^(?:none|[0-9]{1,15}(\.[0-9]{1,12})?)$/.test(text));
const name = textUpTo(200);
const date = textWhere(isDate);
const price = textWhere(isPrice);

const WINDOW = {
  days: oneOf(RANGES, DEFAULT_DAYS),
  /** UTC days of a free window; `to` is not included, as in the API. */
  from: date,
  to: date,
};

const rules: SearchRules<SearchOf<typeof WINDOW>> = {
  contradictions: ({ from, to }) =>
    (from === undefined && to === undefined) || isWindow(from, to) ? [] : ['from', 'to'],
};

/** What every tab has in its address: the days. `tab` is how addresses named it once. */
export const aiSearch = defineSearch({ ...WINDOW, tab: oneOf(AI_TABS, 'usage') }, { ...rules, isShared: true });
export type AiSearch = SearchOf<typeof WINDOW>;

export const usageSearch = defineSearch(
  {
    ...WINDOW,
    metric: oneOf(METRICS, 'cost'),
    /** The order of the features. */
    sort: oneOf(FEATURE_SORTS, DEFAULT_SORT),
    /** The form of the caps is open. */
    edit: flag,
    /** What the form holds and is not saved: decimal texts, `none` for no cap. */
    budget: limit,
    tokens: limit,
    minute: limit,
    action: oneOf(['soft', 'hard']),
  },
  rules,
);
export type UsageSearch = ReturnType<typeof usageSearch>;

export const capsSearch = defineSearch(
  {
    ...WINDOW,
    /** Which cap the back-test tries, and the amount: decimal text. */
    cap: oneOf(TRIED_CAPS, 'budget'),
    try: amount,
    action: oneOf(['soft', 'hard']),
  },
  rules,
);
export type CapsSearch = ReturnType<typeof capsSearch>;

export const valueSearch = defineSearch(
  {
    ...WINDOW,
    /** The session whose transcript is open. */
    transcript: name,
    /** Other prices are tried on this window, not on the last calendar month. */
    reprice: oneOf(['window']),
    /** A price that is tried, USD per million tokens: decimal texts. */
    price_in: price,
    price_out: price,
    /** The costliest of what. */
    costliest: oneOf(COSTLIEST_BY, 'session'),
    /** Who spent it, and in which order. */
    spent_by: oneOf(SPENT_BY, 'token'),
    spent_sort: oneOf(SPENDER_SORTS, DEFAULT_SORT),
  },
  rules,
);
export type ValueSearch = ReturnType<typeof valueSearch>;

export const callsSearch = defineSearch(
  {
    ...WINDOW,
    /** The calls that are listed. */
    feature: name,
    model: name,
    status: oneOf(['ok', 'error', 'refused']),
    session: name,
    ticket: idText,
    customer: idText,
    token: idText,
    cache: oneOf(['hit']),
    order: oneOf(['created', 'cost'], 'created'),
    skip,
    /** Conversations are listed instead. */
    list: oneOf(['calls', 'conversations'], 'calls'),
    /** The session whose transcript is open. */
    transcript: name,
  },
  rules,
);
export type CallsSearch = ReturnType<typeof callsSearch>;

/** Without a month the report is of the last one that is over. */
export const monthSearch = defineSearch({
  month: textWhere((text) => /^(19[7-9][0-9]|2[0-9]{3})-(0[1-9]|1[0-2])$/.test(text)),
});
export type MonthSearch = ReturnType<typeof monthSearch>;

/** Goes to another state of the page: another view of it is a step of the history, a filter is not. */
export type GoTo<Search extends AiSearch> = (next: Search, options: { readonly replace: boolean }) => void;

/** Given to each tab. */
export interface TabProps<Search extends AiSearch> {
  readonly search: Search;
  readonly go: GoTo<Search>;
}

/** USD per million tokens as decimal text, up to a million. */
export function isPrice(text: string): boolean {
  return /^[0-9]{1,6}(\.[0-9]{1,6})?$/.test(text);
}

/** A window needs both ends, a day in it, and no more days than can be shown. */
function isWindow(from: string | undefined, to: string | undefined): boolean {
  if (from === undefined || to === undefined) return false;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return days > 0 && days <= MAX_WINDOW_DAYS;
}

/** Of a year that calls may be of: what is reckoned from such a date is a date too. */
function isDate(value: string): boolean {
  if (!/^(19[7-9][0-9]|2[0-9]{3})-[0-9]{2}-[0-9]{2}$/.test(value)) return false;
  const ms = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === value;
}
