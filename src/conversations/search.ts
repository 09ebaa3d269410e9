import { SESSION_ORDERS, SESSION_OUTCOMES, SESSION_REVIEWS, HANDOFF_STATUSES } from '#contract/conversations.ts';
import {
  defineSearch,
  flag,
  idText,
  oneOf,
  skip,
  textUpTo,
  textWhere,
  wholeNumber,
} from '#src/browser/define-search.ts';
import { windowParams, windowRules } from '#src/panels/day-window.ts';

/** Sessions that a sample is drawn from, instead of all. */
export const SAMPLE_RULES = ['handed_over', 'low_score', 'costly', 'long'] as const;
export type SampleRule = (typeof SAMPLE_RULES)[number];
export const DEFAULT_SAMPLE = 20;

const name = textUpTo(200);
const usd = textWhere((text) => /^\d{1,9}(\.\d{1,8})?$/.test(text));

/** The days, which all tabs share. They are UTC days, as on the AI page. */
export const conversationsSearch = defineSearch(windowParams, { ...windowRules, isShared: true });
export type ConversationsSearch = ReturnType<typeof conversationsSearch>;

const sessionFilters = {
  /** Words of the messages. */
  q: name,
  outcome: oneOf(SESSION_OUTCOMES),
  reason: textUpTo(500),
  /** The beginning of a question, as insights list it. */
  question: name,
  review: oneOf(SESSION_REVIEWS),
  channel: textUpTo(40),
  customer: idText,
  visitor: name,
  /** The least cost in USD. */
  cost: usd,
  /** Rated 0 to 2. */
  low: flag,
};

export const sessionsSearch = defineSearch(
  { ...windowParams, ...sessionFilters, order: oneOf(SESSION_ORDERS, 'started'), skip },
  windowRules,
);
export type SessionsSearch = ReturnType<typeof sessionsSearch>;

export const handoversSearch = defineSearch(
  { ...windowParams, status: oneOf(HANDOFF_STATUSES), reason: textUpTo(500) },
  windowRules,
);
export type HandoversSearch = ReturnType<typeof handoversSearch>;

export const reviewSearch = defineSearch(
  {
    ...windowParams,
    rule: oneOf(SAMPLE_RULES),
    sample: wholeNumber(1, 200, DEFAULT_SAMPLE),
    /** The session that is being read. */
    session: name,
  },
  windowRules,
);
export type ReviewSearch = ReturnType<typeof reviewSearch>;

export const insightsSearch = defineSearch(windowParams, windowRules);

/** The page of one session: what is searched for in it. */
export const sessionSearch = defineSearch({ q: name });
export type SessionSearch = ReturnType<typeof sessionSearch>;

/** Goes to another state of the page. Another tab or session is a history entry; a filter replaces the current one. */
export type GoTo<Search extends ConversationsSearch> = (next: Search, options: { readonly replace: boolean }) => void;

export interface TabProps<Search extends ConversationsSearch> {
  readonly search: Search;
  readonly go: GoTo<Search>;
}
