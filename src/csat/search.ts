import type { CsatDefinition, CsatReview, CsatSplit } from '#contract/csat-reports.ts';
import { defineSearch, oneOf, skip, someOf, textUpTo, textWhere } from '#src/browser/define-search.ts';
import { parseId } from '#src/format/id.ts';
import { windowRules, yearWindowParams } from '#src/panels/day-window.ts';

/** In the order in which they are shown: the best first. */
export const SCORES = ['5', '4', '3', '2', '1', '0'] as const;
export type Score = (typeof SCORES)[number];
/** What asks to be followed up. */
export const LOW_SCORES = ['2', '1', '0'] as const satisfies readonly Score[];
export const DEFINITIONS = ['mean', 'share_good', 'share_top'] as const satisfies readonly CsatDefinition[];
export const REVIEWS = ['none', 'contacted', 'reopened', 'ignored'] as const satisfies readonly CsatReview[];

/** The values that a filter can have, in the order of their meaning. */
export const FILTER_VALUES = {
  priority: ['urgent', 'high', 'normal', 'low'],
  first_reply: ['under_1h', '1h_to_4h', 'over_4h', 'none'],
  within_hours: ['inside', 'outside'],
  ai: ['person', 'ai'],
} as const satisfies Partial<Record<CsatSplit, readonly string[]>>;

const filters = {
  priority: oneOf(FILTER_VALUES.priority),
  channel: textUpTo(40),
  agent: textWhere((text) => text === 'none' || parseId(text) !== null),
  first_reply: oneOf(FILTER_VALUES.first_reply),
  within_hours: oneOf(FILTER_VALUES.within_hours),
  ai: oneOf(FILTER_VALUES.ai),
};

/** What every part of the page has in its address: the days, how the score is reckoned, and which answers count. */
const shared = {
  ...yearWindowParams,
  /** Absent: as the site has chosen it. */
  definition: oneOf(DEFINITIONS),
  ...filters,
};
const score = someOf(SCORES);

export const csatSearch = defineSearch(shared, { ...windowRules, isShared: true });
export type CsatSearch = ReturnType<typeof csatSearch>;

export const overviewSearch = defineSearch({ ...shared, score }, windowRules);
export type OverviewSearch = ReturnType<typeof overviewSearch>;

export const answersSearch = defineSearch(
  {
    ...shared,
    score,
    /** What was done about them. */
    review: someOf(REVIEWS),
    /** A part of the comment. */
    q: textUpTo(200),
    skip,
  },
  windowRules,
);
export type AnswersSearch = ReturnType<typeof answersSearch>;

export const followUpSearch = defineSearch({ ...shared, state: oneOf(REVIEWS, 'none'), skip }, windowRules);
export type FollowUpSearch = ReturnType<typeof followUpSearch>;

export const RATINGS = ['good', 'middle', 'low'] as const;
export const feedbackSearch = defineSearch({ ...shared, rating: oneOf(RATINGS) }, windowRules);
export type FeedbackSearch = ReturnType<typeof feedbackSearch>;

/** Goes to another state of the page: another view of it is a step of the history, a filter is not. */
export type GoTo<Search extends CsatSearch> = (next: Search, options: { readonly replace: boolean }) => void;

/** Given to each tab. */
export interface TabProps<Search extends CsatSearch> {
  readonly search: Search;
  readonly go: GoTo<Search>;
}

/** What an address of one part means in every other. */
export function sharedOf(search: CsatSearch): CsatSearch {
  const { days, from, to, definition, priority, channel, agent, first_reply, within_hours, ai } = search;
  return { days, from, to, definition, priority, channel, agent, first_reply, within_hours, ai };
}

/** The filters that an address has, with their values, in the order of their chips. */
export function filtersOf(search: CsatSearch): readonly { readonly split: CsatSplit; readonly key: string }[] {
  const splits = ['priority', 'channel', 'agent', 'first_reply', 'within_hours', 'ai'] as const satisfies CsatSplit[];
  return splits.flatMap((split) => {
    const key = search[split];
    return key === undefined ? [] : [{ split, key }];
  });
}

/** The address with one more filter, read as an address is: a value that it cannot have changes nothing. */
export function withFilter(search: CsatSearch, split: CsatSplit, key: string | undefined): CsatSearch {
  const { ignored: _ignored, ...read } = csatSearch({ [split]: key });
  return key !== undefined && read[split] === undefined ? search : { ...search, [split]: read[split] };
}

/** The address without its filters. */
export function withoutFilters(search: CsatSearch): CsatSearch {
  return filtersOf(search).reduce((next, { split }) => withFilter(next, split, undefined), search);
}
