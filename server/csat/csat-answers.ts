import {
  CSAT_REVIEWS,
  type CsatAnswer,
  type CsatReview,
  type listCsatAnswers as ListCsatAnswers,
  type updateCsatReview as UpdateCsatReview,
} from '#contract/csat-reports.ts';
import type { Reply } from '#contract/operation.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler } from '#server/operation/call.ts';
import { StreamedList, StreamedReply, wholeOrStreamed } from '#server/operation/streamed-reply.ts';
import { changeReview, countReviews, getAnswer, lockAnswer, readAnswers, type AnswerSearch } from './answers.sql.ts';
import { cutsOf, readWindow } from './report-window.ts';

/** GET csat_reports, the answers themselves. See docs/api.md, "CSAT reports". @throws ApiError bad_field */
export const listCsatAnswers: Handler<typeof ListCsatAnswers> = async ({ db, site, now, query }) => {
  const cuts = cutsOf(readWindow(query, site, now));
  const [from, to] = [cuts[0] ?? now, cuts.at(-1) ?? now];
  const { score, review, q, limit, skip, ...filter } = query;
  const search: AnswerSearch = { from, to, filter, scores: score?.map(Number) ?? null, reviews: review ?? null, q };
  const items = await wholeOrStreamed<CsatAnswer>(readAnswers(db, site.id, search, { limit, skip }));
  const counts = new Map((await countReviews(db, site.id, search)).map((row) => [row.review, row.total]));
  const of = (state: CsatReview) => counts.get(state) ?? 0;
  const rest = {
    total_count: sumOf((review ?? CSAT_REVIEWS).map(of)),
    reviews: { none: of('none'), contacted: of('contacted'), reopened: of('reopened'), ignored: of('ignored') },
  };
  if (items instanceof StreamedList) return new StreamedReply<Reply<typeof ListCsatAnswers>>({ items, ...rest });
  return { items, ...rest };
};

/**
 * PATCH csat_reports: what was done about an answer; what is so already is no change.
 * See docs/api.md, "CSAT reports".
 * @throws ApiError not_found, or conflict with the answer as it is when it was changed after the version that was sent
 */
export const updateCsatReview: Handler<typeof UpdateCsatReview> = ({ db, site, body, actor, now }) =>
  db.transaction(async (db) => {
    const before = await lockAnswer(db, site.id, body.id);
    if (before === undefined) throw new ApiError('not_found', 'There is no answer with this id');
    const read = async (): Promise<CsatAnswer> => {
      const answer = await getAnswer(db, site.id, body.id);
      if (answer === undefined) throw new ApiError('not_found', 'There is no answer with this id');
      return answer;
    };
    if (body.version !== undefined && body.version !== before.version) {
      throw new ApiError('conflict', 'Somebody else has changed this answer', { current: await read() });
    }
    if (before.review === body.review) return read();
    await changeReview(db, site.id, body.id, { review: body.review, actor, now });
    const changes = [{ field: 'review', from: before.review, to: body.review }];
    const entry = { action: 'csat.review', objectType: 'csat_response', objectId: body.id.toString(), changes };
    await recordAudit(db, site, entry, { actor, now });
    return read();
  });

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => sum + n, 0);
}
