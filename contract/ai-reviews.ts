import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { choice, count, dateParam, integer, intParam, text, utc } from './scalars.ts';
import { sessionId } from './session-fields.ts';

export const REVIEW_VERDICTS = ['right', 'wrong'] as const;
export type ReviewVerdict = (typeof REVIEW_VERDICTS)[number];

/** The verdict of a person who read a session. */
export const review = z.object({
  verdict: z.enum(REVIEW_VERDICTS),
  reason: z.nullable(z.string()),
  note: z.nullable(z.string()),
  reviewer: z.string(),
  reviewed_utc: utc,
  version: integer,
});
export type Review = z.output<typeof review>;
const reviewOfSession = z.extend(review, { session_id: z.string() });

const ROW = { resource: 'ai_reviews', aliases: [], extension: 'ai_sessions', shape: 'envelope', csv: null } as const;
const TOUCHES = ['ai_reviews', 'ai_sessions', 'transcripts'] as const;

/**
 * Reviews of the sessions that started on these UTC days, `to` not included; the last 30 days with today without them. See
 * docs/api.md, "Reviews".
 */
export const summarizeAiReviews = operation({
  ...ROW,
  name: 'summarizeAiReviews',
  method: 'GET',
  scope: 'any',
  keyed: false,
  query: z.object({ from: z.optional(dateParam), to: z.optional(dateParam) }),
  body: null,
  reply: z.object({
    reviewed: count,
    right: count,
    wrong: count,
    /** Reasons of wrong ones, the most frequent first. */
    reasons: z.array(z.object({ reason: z.string(), count })),
    reviewers: z.array(z.object({ reviewer: z.string(), count })),
    /** All sessions that started on these days, reviewed or not. */
    sample_of: count,
  }),
  errors: [],
  touches: [],
});

/** A second review of a session replaces the first. Without `version` it does so regardless of its author. */
export const reviewSession = operation({
  ...ROW,
  name: 'reviewSession',
  method: 'POST',
  scope: 'tickets:write',
  keyed: true,
  query: z.object({}),
  body: z.strictObject({
    session_id: sessionId,
    verdict: choice(REVIEW_VERDICTS),
    reason: z.optional(z.nullable(text(60, 1))),
    note: z.optional(z.nullable(text(1_000, 1))),
    version: z.optional(integer),
  }),
  reply: reviewOfSession,
  errors: ['not_found', 'conflict'],
  touches: TOUCHES,
});

/** With `version` only the review that has it. */
export const deleteReview = operation({
  ...ROW,
  name: 'deleteReview',
  method: 'DELETE',
  scope: 'tickets:write',
  keyed: false,
  query: z.object({ session_id: sessionId, version: z.optional(intParam(1, 2_147_483_647)) }),
  body: null,
  reply: z.object({ session_id: z.string(), deleted: z.literal(true) }),
  errors: ['not_found', 'conflict'],
  touches: TOUCHES,
});
