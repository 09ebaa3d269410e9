import type { CsatDefinition, CsatReview, CsatSplit } from '#contract/csat-reports.ts';
import { defineSearch, oneOf, skip, someOf, textUpTo, textWhere } from '#src/browser/define-search.ts';
import { parseId } from '#src/format/id.ts';
import { windowRules, yearWindowParams } from '#src/panels/day-window.ts';

/** In the order in which they are shown: the best first. */
export const SCORES = ['5', '4', '3', '2', '1', '0'] as const;
export type Score = (typeof SCORES)[number];
/** The scores of the follow-up queue. */
export const LOW_SCORES = ['2', '1', '0'] as const satisfies readonly Score[];
export const DEFINITIONS = ['mean', 'share_good', 'share_top'] as const satisfies readonly CsatDefinition[];
export const REVIEWS = ['none', 'contacted', 'reopened', 'ignored'] as const satisfies readonly CsatReview[];

/** The values of each filter, in order. */
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

/** Search parameters of every tab: the days, the definition of the score, and the filters. */
const shared = {
  ...yearWindowParams,
  /** Absent: the site's choice. */
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

/** Changes the search parameters. Another view is a history entry; a filter replaces the current one. */
export type GoTo<Search extends CsatSearch> = (next: Search, options: { readonly replace: boolean }) => void;

/** Props of each tab. */
export interface TabProps<Search extends CsatSearch> {
  readonly search: Search;
  readonly go: GoTo<Search>;
}

/** The search parameters that all tabs share. */
export function sharedOf(search: CsatSearch): CsatSearch {
  const { days, from, to, definition, priority, channel, agent, first_reply, within_hours, ai } = search;
  return { days, from, to, definition, priority, channel, agent, first_reply, within_hours, ai };
}

/** The filters of an address with their values, in the order of their chips. */
export function filtersOf(search: CsatSearch): readonly { readonly split: CsatSplit; readonly key: string }[] {
  const splits = ['priority', 'channel', 'agent', 'first_reply', 'within_hours', 'ai'] as const satisfies CsatSplit[];
  return splits.flatMap((split) => {
    const key = search[split];
    return key === undefined ? [] : [{ split, key }];
  });
}

/** Adds a filter. An invalid value changes nothing. */
export function withFilter(search: CsatSearch, split: CsatSplit, key: string | undefined): CsatSearch {
  const { ignored: _ignored, ...read } = csatSearch({ [split]: key });
  return key !== undefined && read[split] === undefined ? search : { ...search, [split]: read[split] };
}

/** The address without its filters. */
export function withoutFilters(search: CsatSearch): CsatSearch {
  return filtersOf(search).reduce((next, { split }) => withFilter(next, split, undefined), search);
}
