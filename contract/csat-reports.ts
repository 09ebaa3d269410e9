import * as z from 'zod/mini';
import { operation } from './operation.ts';
import {
  agentId,
  choice,
  choices,
  count,
  date,
  dateParam,
  id,
  integer,
  intParam,
  skipParam,
  text,
  utc,
} from './scalars.ts';
import { CSAT_DEFINITIONS } from './site-settings.ts';

export type CsatDefinition = (typeof CSAT_DEFINITIONS)[number];

export const CSAT_SPLITS = ['priority', 'channel', 'agent', 'first_reply', 'within_hours', 'ai'] as const;
export type CsatSplit = (typeof CSAT_SPLITS)[number];

/** Time from ticket to first public reply. */
export const CSAT_FIRST_REPLY = ['under_1h', '1h_to_4h', 'over_4h', 'none'] as const;
/** Whether the ticket arrived within business hours. */
export const CSAT_WITHIN_HOURS = ['inside', 'outside'] as const;
/** The customer was answered by an agent, or by AI alone. */
export const CSAT_HANDLED_BY = ['person', 'ai'] as const;

/** Follow-up of an answer. */
export const CSAT_REVIEWS = ['none', 'contacted', 'reopened', 'ignored'] as const;
export type CsatReview = (typeof CSAT_REVIEWS)[number];

const SCORES = ['0', '1', '2', '3', '4', '5'] as const;

/** With fewer answers in either of two periods, their difference is not called a change. See docs/figures.md, "CSAT". */
export const COMPARABLE_ANSWERS = 30;

/** By the definition asked for: 0 to 5 for the mean, 0 to 1 for a share; null without answers. */
const value = z.nullable(z.number());

const totals = {
  responses: count,
  /** Tickets resolved in the window, and how many of them have an answer, of 1. With a filter null: it knows answered ones alone. */
  resolved: z.nullable(count),
  response_rate: z.nullable(z.number()),
  value,
  distribution: z.object({ '0': count, '1': count, '2': count, '3': count, '4': count, '5': count }),
};

const summary = z.object({
  /** The window as it was read: days of `zone`, `to` not included. */
  from: date,
  to: date,
  zone: z.string(),
  definition: z.enum(CSAT_DEFINITIONS),
  /** The lowest score that counts as good. */
  good_from: integer,
  ...totals,
  /** As many days, right before. */
  previous: z.object({ from: date, to: date, ...totals }),
});
export type CsatSummary = z.output<typeof summary>;

const dayRow = z.object({ date, responses: count, value });
export type CsatDay = z.output<typeof dayRow>;

const splitRow = z.object({
  split: z.enum(CSAT_SPLITS),
  /** A value of the split, as its filter takes it: an agent id or `none`, a channel, a bucket. */
  key: z.string(),
  /** The agent's name; else the key. */
  label: z.string(),
  responses: count,
  value,
});
export type CsatSplitRow = z.output<typeof splitRow>;

const answer = z.object({
  id,
  ticket_id: id,
  ticket_number: count,
  ticket_subject: z.string(),
  requester_name: z.nullable(z.string()),
  channel: z.string(),
  score: integer,
  comment: z.nullable(z.string()),
  created_utc: utc,
  review: z.enum(CSAT_REVIEWS),
  review_by: z.nullable(z.string()),
  review_utc: z.nullable(utc),
  version: integer,
});
export type CsatAnswer = z.output<typeof answer>;

/** Which answers count. They compare the ticket as it was when the customer answered. */
const FILTERS = {
  /** Days of `zone`, `to` not included; the last 30 days with today without them. */
  from: z.optional(dateParam),
  to: z.optional(dateParam),
  /** IANA name; the site's without it. */
  zone: z.optional(text(64, 1)),
  priority: z.optional(choice(['low', 'normal', 'high', 'urgent'])),
  channel: z.optional(text(40, 1)),
  agent: z.optional(z.union([z.literal('none'), agentId], { error: 'must be an agent id or none' })),
  first_reply: z.optional(choice(CSAT_FIRST_REPLY)),
  within_hours: z.optional(choice(CSAT_WITHIN_HOURS)),
  ai: z.optional(choice(CSAT_HANDLED_BY)),
};
const DEFINITION = { definition: z.optional(choice(CSAT_DEFINITIONS)) };
const PAGE = { limit: z._default(intParam(1, 200), 50), skip: z._default(skipParam, 0) };

const REPORT = {
  resource: 'csat_reports',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'csat_reports',
  body: null,
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
} as const;

/** The score of a window and of the one before it. See docs/api.md, "CSAT reports". */
export const getCsatSummary = operation({
  ...REPORT,
  name: 'getCsatSummary',
  when: { in: 'query', name: 'report', value: 'summary' },
  query: z.object({ ...FILTERS, ...DEFINITION }),
  reply: summary,
});

/** Every day of the window, also those without an answer, oldest first: at most 366. */
export const listCsatDays = operation({
  ...REPORT,
  name: 'listCsatDays',
  when: { in: 'query', name: 'report', value: 'days' },
  query: z.object({ ...FILTERS, ...DEFINITION }),
  reply: z.object({ items: z.array(dayRow), total_count: count }),
});

/** The answers of a window by what is known of their tickets; all splits in one call without `split`. */
export const listCsatSplits = operation({
  ...REPORT,
  name: 'listCsatSplits',
  when: { in: 'query', name: 'report', value: 'splits' },
  query: z.object({ ...FILTERS, ...DEFINITION, split: z.optional(choices(CSAT_SPLITS)) }),
  reply: z.object({ items: z.array(splitRow), total_count: count }),
});

/** The answers themselves, newest first. */
export const listCsatAnswers = operation({
  ...REPORT,
  name: 'listCsatAnswers',
  when: { in: 'query', name: 'report', value: 'answers' },
  query: z.object({
    ...FILTERS,
    score: z.optional(choices(SCORES)),
    review: z.optional(choices(CSAT_REVIEWS)),
    q: z.optional(text(200, 1)),
    ...PAGE,
  }),
  reply: z.object({
    items: z.array(answer),
    total_count: count,
    /** How many answers of the other filters are in each state. */
    reviews: z.object({ none: count, contacted: count, reopened: count, ignored: count }),
  }),
});

/** Says what was done about an answer. */
export const updateCsatReview = operation({
  name: 'updateCsatReview',
  resource: 'csat_reports',
  aliases: [],
  method: 'PATCH',
  scope: 'csat:write',
  keyed: false,
  extension: 'csat_reports',
  query: z.object({}),
  body: z.strictObject({ id, review: choice(CSAT_REVIEWS), version: z.optional(integer) }),
  reply: answer,
  shape: 'envelope',
  csv: null,
  errors: ['not_found', 'conflict'],
  touches: ['csat_reports'],
});
