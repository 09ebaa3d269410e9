import type { listFeedback as ListFeedback } from '#contract/conversations.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler } from '#server/operation/call.ts';
import { listReply, wholeOrStreamed } from '#server/operation/streamed-reply.ts';
import { countFeedback, readFeedback } from './feedback.sql.ts';

/**
 * GET feedback, newest first. See docs/api.md, "Feedback".
 * @throws ApiError bad_field when rating_min is over rating_max
 */
export const listFeedback: Handler<typeof ListFeedback> = async ({ db, site, query }) => {
  const { limit, skip, since, rating_min: ratingMin = 0, rating_max: ratingMax = 5 } = query;
  if (ratingMin > ratingMax) throw new ApiError('bad_field', 'rating_min must not be greater than rating_max');
  const selection = { since, ratingMin, ratingMax };
  const items = await wholeOrStreamed(readFeedback(db, site.id, selection, { limit, skip }));
  return listReply(items, query, () => countFeedback(db, site.id, selection));
};
