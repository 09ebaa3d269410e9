import { utc } from '#contract/scalars.ts';
import { defineSearch, flag, idText, oneOf, skip, textUpTo, textWhere } from '#src/browser/define-search.ts';
import { windowParams, windowRules, type WindowSearch } from '#src/panels/day-window.ts';

export const AI_TABS = ['usage', 'caps', 'value', 'calls'] as const;
export type AiTab = (typeof AI_TABS)[number];
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

const amount = textWhere(isAmountText);
const limit = textWhere((text) => text === 'none' || isAmountText(text));
const name = textUpTo(200);
const price = textWhere(isPrice);
/** A UTC instant of the API, such as 2026-11-20T14:32:00Z. */
export const instantText = textWhere((text) => utc.safeParse(text).success);

/** Parameters of every tab: the days, and the model whose price calls without one are reckoned at. */
const everyTab = { ...windowParams, price: name };

/** `tab` is how addresses named it once. */
export const aiSearch = defineSearch({ ...everyTab, tab: oneOf(AI_TABS, 'usage') }, { ...windowRules, isShared: true });
export type AiSearch = Omit<ReturnType<typeof aiSearch>, 'tab'>;

export const usageSearch = defineSearch(
  {
    ...everyTab,
    metric: oneOf(METRICS, 'cost'),
    /** The order of the features. */
    sort: oneOf(FEATURE_SORTS, DEFAULT_SORT),
    /** The form of the caps is open. */
    edit: flag,
    /** Unsaved values of the form: decimal texts, `none` for no cap. */
    budget: limit,
    tokens: limit,
    minute: limit,
    action: oneOf(['soft', 'hard']),
  },
  windowRules,
);
export type UsageSearch = ReturnType<typeof usageSearch>;

export const capsSearch = defineSearch(
  {
    ...everyTab,
    /** Which cap the back-test tries, and the amount: decimal text. */
    cap: oneOf(TRIED_CAPS, 'budget'),
    try: amount,
    action: oneOf(['soft', 'hard']),
  },
  windowRules,
);
export type CapsSearch = ReturnType<typeof capsSearch>;

export const valueSearch = defineSearch(
  {
    ...everyTab,
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
  windowRules,
);
export type ValueSearch = ReturnType<typeof valueSearch>;

export const callsSearch = defineSearch(
  {
    ...everyTab,
    /** The calls that are listed. */
    feature: name,
    model: name,
    status: oneOf(['ok', 'error', 'refused', 'ran']),
    /** An instant: only calls from then on. */
    since: instantText,
    session: name,
    ticket: idText,
    customer: idText,
    token: idText,
    cache: oneOf(['hit']),
    /** Only calls that ran while a hard cap was exceeded; only calls without a price. */
    over: flag,
    unpriced: flag,
    /** Why calls failed. */
    error: name,
    /** Only calls of at least so many input tokens. */
    min: textWhere(isTokenCount),
    order: oneOf(['created', 'cost'], 'created'),
    skip,
    /** Conversations are listed instead. */
    list: oneOf(['calls', 'conversations'], 'calls'),
    /** The session whose transcript is open. */
    transcript: name,
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

/** An amount of a cap as decimal text: tokens have up to 19 digits. */
export function isAmountText(text: string): boolean {
  return /^[0-9]{1,19}(\.[0-9]{1,12})?$/.test(text);
}

/** The list of calls can be asked for those of at least so many tokens. */
export const MAX_LEAST_TOKENS = 999_999_999;

export function isTokenCount(text: string): boolean {
  return /^[1-9][0-9]*$/.test(text) && Number(text) <= MAX_LEAST_TOKENS;
}

/** USD per million tokens as decimal text, up to a million. */
export function isPrice(text: string): boolean {
  return /^[0-9]{1,6}(\.[0-9]{1,6})?$/.test(text);
}
