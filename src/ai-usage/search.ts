import * as z from 'zod/mini';
import { isIdText } from '#contract/scalars.ts';

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
/** What the costliest are listed of, the first unless another is chosen. */
export const COSTLIEST_BY = ['session', 'ticket', 'customer'] as const;
export type CostliestBy = (typeof COSTLIEST_BY)[number];
/** Whose spending is listed. */
export const SPENT_BY = ['token', 'model'] as const;
export type SpentBy = (typeof SPENT_BY)[number];
/** The columns that a list of spenders is ordered by. */
export const SPENDER_COLUMNS = ['cost', 'calls', 'tokens', 'errors', 'refused', 'unpriced'] as const;
export type SpenderColumn = (typeof SPENDER_COLUMNS)[number];
export type SpenderSort = SpenderColumn | `-${SpenderColumn}`;
const SPENDER_SORTS = SPENDER_COLUMNS.flatMap((column): SpenderSort[] => [column, `-${column}`]);
export const TRIED_CAPS = ['budget', 'daily_tokens'] as const;
export type TriedCap = (typeof TRIED_CAPS)[number];

/** What of the page stands in its URL. Defaults are absent: tab `usage`, 30 days, metric and order by `cost`. */
export interface AiSearch {
  readonly tab?: Exclude<AiTab, 'usage'> | undefined;
  readonly days?: Exclude<RangeDays, 30> | undefined;
  /** UTC days of a free window; `to` is not included, as in the API. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly metric?: Exclude<Metric, 'cost'> | undefined;
  /** The order of the features; the costliest first unless given. */
  readonly sort?: FeatureSort | undefined;
  /** The form of the caps is open. */
  readonly edit?: true | undefined;
  /** What the form holds and is not saved: decimal texts, `none` for no cap. */
  readonly budget?: string | undefined;
  readonly tokens?: string | undefined;
  readonly minute?: string | undefined;
  readonly action?: 'soft' | 'hard' | undefined;
  /** Which cap the back-test tries, and the amount: decimal text. */
  readonly cap?: Exclude<TriedCap, 'budget'> | undefined;
  readonly try?: string | undefined;
  /** Which calls are listed. Ids are digits: they may be beyond 2^53. */
  readonly feature?: string | undefined;
  readonly model?: string | undefined;
  readonly status?: 'ok' | 'error' | 'refused' | undefined;
  readonly session?: string | undefined;
  readonly ticket?: string | undefined;
  readonly customer?: string | undefined;
  readonly token?: string | undefined;
  readonly cache?: 'hit' | undefined;
  readonly order?: 'cost' | undefined;
  readonly skip?: number | undefined;
  /** The tab of the calls lists conversations instead. */
  readonly list?: 'conversations' | undefined;
  /** The session whose transcript is open. */
  readonly transcript?: string | undefined;
  /** Other prices are tried on this window, not on the last calendar month. */
  readonly reprice?: 'window' | undefined;
  /** A price that somebody tries, USD per million tokens: decimal texts. */
  readonly price_in?: string | undefined;
  readonly price_out?: string | undefined;
  /** The costliest of what. */
  readonly costliest?: Exclude<CostliestBy, 'session'> | undefined;
  /** Who spent it, and in which order; the largest cost first unless given. */
  readonly spent_by?: Exclude<SpentBy, 'token'> | undefined;
  readonly spent_sort?: SpenderSort | undefined;
  /** What the address asked for and means nothing: the view says so and takes it away. */
  readonly ignored?: string | undefined;
}

/** Parameters that belong to the whole program. */
const FOREIGN = new Set(['locale', 'theme', 'density']);
const MAX_IGNORED_LENGTH = 400;
/** The longest window that can be chosen. */
export const MAX_WINDOW_DAYS = 366;
const DAY_MS = 86_400_000;

type Param<Value> = z.ZodMiniType<Value | undefined, string>;

/** @param usual is not written into the address */
const oneOf = <Value extends string | number, Usual extends Value = never>(values: readonly Value[], usual?: Usual) =>
  z.pipe(
    z.string().check(z.refine((text) => values.some((value) => String(value) === text))),
    z.transform((text) =>
      values.find((value): value is Exclude<Value, Usual> => String(value) === text && value !== usual),
    ),
  );
const matching = (pattern: RegExp) => z.string().check(z.regex(pattern));
const amount = matching(/^[0-9]{1,15}(\.[0-9]{1,12})?$/);
const limit = matching(/^(?:none|[0-9]{1,15}(\.[0-9]{1,12})?)$/);
const name = z.string().check(z.maxLength(200));
const idText = z.string().check(z.refine(isIdText));
const date = z.string().check(z.refine(isDate));
const price = z.string().check(z.refine(isPrice));

/** Each parameter as the address has it; undefined for the default. */
const PARAMS: { readonly [Name in keyof AiSearch]-?: Param<NonNullable<AiSearch[Name]>> } = {
  tab: oneOf(AI_TABS, 'usage'),
  days: oneOf(RANGES, DEFAULT_DAYS),
  from: date,
  to: date,
  metric: oneOf(METRICS, 'cost'),
  sort: oneOf(FEATURE_SORTS, DEFAULT_SORT),
  edit: z.pipe(
    z.enum(['true', '1']),
    z.transform(() => true as const),
  ),
  budget: limit,
  tokens: limit,
  minute: limit,
  action: oneOf(['soft', 'hard']),
  cap: oneOf(TRIED_CAPS, 'budget'),
  try: amount,
  feature: name,
  model: name,
  status: oneOf(['ok', 'error', 'refused']),
  session: name,
  ticket: idText,
  customer: idText,
  token: idText,
  cache: oneOf(['hit']),
  order: oneOf(['created', 'cost'], 'created'),
  skip: z.pipe(
    matching(/^[0-9]{1,9}$/),
    z.transform((text) => Number(text) || undefined),
  ),
  list: oneOf(['calls', 'conversations'], 'calls'),
  transcript: name,
  reprice: oneOf(['window']),
  price_in: price,
  price_out: price,
  costliest: oneOf(COSTLIEST_BY, 'session'),
  spent_by: oneOf(SPENT_BY, 'token'),
  spent_sort: oneOf(SPENDER_SORTS, DEFAULT_SORT),
  ignored: z.pipe(
    z.string(),
    z.transform((text) => text.slice(0, MAX_IGNORED_LENGTH)),
  ),
};

/**
 * Reads the address: what means nothing is named in `ignored` and falls back to the default. What is not to stay is named
 * as undefined.
 */
export function validateAiSearch(raw: Record<string, unknown>): AiSearch {
  let search: AiSearch = {};
  const ignored: string[] = [];
  const names = Object.keys(raw).filter((name) => !FOREIGN.has(name));
  for (const name of names) {
    const given = raw[name];
    if (given === undefined || given === '') continue;
    const value = typeof given === 'object' ? '' : String(given);
    const read = isParam(name) ? PARAMS[name].safeParse(value) : undefined;
    if (read?.success === true && value !== '') search = { ...search, [name]: read.data };
    else ignored.push(`${name}=${value}`.slice(0, 80));
  }
  const { from, to } = search;
  if ((from !== undefined || to !== undefined) && !isWindow(from, to)) {
    ignored.push(`from=${from ?? ''}, to=${to ?? ''}`);
    search = { ...search, from: undefined, to: undefined };
  }
  return {
    ...Object.fromEntries(names.map((name) => [name, undefined])),
    ...search,
    ...(ignored.length === 0 ? {} : { ignored: ignored.join(', ').slice(0, MAX_IGNORED_LENGTH) }),
  };
}

function isParam(name: string): name is keyof AiSearch {
  return Object.hasOwn(PARAMS, name);
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

/** Of a year in which somebody may look for calls: what is reckoned from such a date is a date too. */
function isDate(value: string): boolean {
  if (!/^(19[7-9][0-9]|2[0-9]{3})-[0-9]{2}-[0-9]{2}$/.test(value)) return false;
  const ms = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === value;
}
