import {
  type CsatAnswer,
  type listCsatAnswers as ListCsatAnswers,
  type updateCsatReview as UpdateCsatReview,
} from '#contract/csat-reports.ts';
import type { Body, Reply } from '#contract/operation.ts';
import { recordAudit, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import { FEW_IDS, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Author, Handler, SiteRef } from '#server/operation/call.ts';
import { StreamedList, StreamedReply, wholeOrStreamed } from '#server/operation/streamed-reply.ts';
import { changeReview, getAnswer, lockAnswer, readAnswers, type AnswerSearch } from './answers.sql.ts';
import { findPage } from './find-page.ts';
import { endsOf, readWindow } from './report-window.ts';

/** GET csat_reports: a page of answers. See docs/api.md, "CSAT reports". @throws ApiError bad_field */
export const listCsatAnswers: Handler<typeof ListCsatAnswers> = async ({ db, site, now, query }) => {
  const window = endsOf(readWindow(query, site, now));
  const { score, review, q, limit, skip, ...filter } = query;
  const search: AnswerSearch = { filter, scores: score?.map(Number) ?? null, reviews: review ?? null, q };
  const { ids, reviews, total } = await findPage(db, site.id, window, { search, page: { limit, skip } });
  const items = await wholeOrStreamed<CsatAnswer>(readAnswers(db, site.id, ids));
  const rest = { total_count: total, reviews };
  if (items instanceof StreamedList) return new StreamedReply<Reply<typeof ListCsatAnswers>>({ items, ...rest });
  return { items, ...rest };
};

/**
 * PATCH csat_reports: sets the review state of an answer. Setting the same state again changes nothing.
 * See docs/api.md, "CSAT reports".
 * @throws ApiError not_found, or conflict with the present answer if it changed since the given version
 */
export const updateCsatReview: Handler<typeof UpdateCsatReview> = ({ db, site, body, actor, now }) =>
  db.transaction((db) => reviewAnswer(db, site, { ...body, by: actor }, { actor, now }), FEW_IDS);

/** As PATCH csat_reports, to be called inside a transaction. @throws ApiError not_found, conflict */
export async function reviewAnswer(
  db: Db,
  site: SiteRef,
  { id, review, version, by }: Body<typeof UpdateCsatReview> & { readonly by: Author },
  context: AuditContext,
): Promise<CsatAnswer> {
  const before = await lockAnswer(db, site.id, id);
  if (before !== undefined && (version === undefined || version === before.version) && review !== before.review) {
    await changeReview(db, site.id, id, { review, by, now: context.now });
    const changes = [{ field: 'review', from: before.review, to: review }];
    const entry: AuditEntry = { action: 'csat.review', objectType: 'csat_response', objectId: id.toString(), changes };
    await recordAudit(db, site, entry, context);
  }
  const answer = await getAnswer(db, site.id, id);
  if (before === undefined || answer === undefined) throw new ApiError('not_found', 'There is no answer with this id');
  if (version !== undefined && version !== before.version) {
    throw new ApiError('conflict', 'Someone else has changed this answer', { current: answer });
  }
  return answer;
}
