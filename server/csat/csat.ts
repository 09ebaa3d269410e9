import type { getCsat as GetCsat } from '#contract/csat.ts';
import type { Reply } from '#contract/operation.ts';
import type { TicketLink } from '#contract/tickets.ts';
import { addDays } from '#server/calendar/zone-days.ts';
import { readBatches } from '#server/db/batches.ts';
import { sql, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { StreamedList, StreamedReply, wholeOrStreamed } from '#server/operation/streamed-reply.ts';
import { whereAnswer, type Slice } from './answer-filter.sql.ts';
import { countDays } from './count-answers.ts';
import { endsOf, lastUtcDays, startsOf } from './report-window.ts';
import { countScores, distributionOf, measureCsat, totalOf, type ScoreCounts } from './score.ts';

/** The definition of the API document. */
const SATISFIED_FROM = 4;

/**
 * GET csat: figures over whole UTC days that end today, and their newest answers. The score bounds filter only these
 * answers. See docs/api.md, "CSAT".
 * @throws ApiError bad_field if score_min is greater than score_max
 */
export const getCsat: Handler<typeof GetCsat> = async ({ db, site, now, query }) => {
  const { days, limit, score_min: scoreMin = 0, score_max: scoreMax = 5 } = query;
  if (scoreMin > scoreMax) throw new ApiError('bad_field', 'score_min must not be greater than score_max');
  const window = lastUtcDays(days, now);
  const daily = await countDays(db, site.id, startsOf(window));
  const recent = await wholeOrStreamed(readRecent(db, site.id, endsOf(window), { scoreMin, scoreMax, limit }));
  const isTrendAsked = query.include?.includes('trend') === true;
  const trend = daily.map((counts, day) => ({ date: addDays(window.from, day), ...meanOf(counts) }));
  const summary = summaryOf(countScores(daily.flatMap((counts) => counts.map((total, score) => ({ score, total })))));
  const rest = { summary, ...(isTrendAsked ? { trend } : {}) };
  if (recent instanceof StreamedList) return new StreamedReply<Reply<typeof GetCsat>>({ recent, ...rest });
  return { recent, ...rest };
};

function summaryOf(counts: ScoreCounts) {
  return {
    ...meanOf(counts),
    satisfied_share: measureCsat(counts, { definition: 'share_good', goodFrom: SATISFIED_FROM }),
    distribution: distributionOf(counts),
  };
}

function meanOf(counts: ScoreCounts) {
  const average = measureCsat(counts, { definition: 'mean', goodFrom: SATISFIED_FROM });
  return { responses: totalOf(counts), average };
}

interface RecentCsat {
  readonly id: bigint;
  readonly ticket_id: bigint;
  readonly score: number;
  readonly comment: string | null;
  readonly customer_name: string | null;
  readonly created_utc: string;
}

interface RecentRequest {
  readonly scoreMin: number;
  readonly scoreMax: number;
  readonly limit: number;
}

/** Newest first. */
function readRecent(
  db: Db,
  siteId: bigint,
  window: Slice,
  { scoreMin, scoreMax, limit }: RecentRequest,
): AsyncGenerator<RecentCsat[]> {
  return readBatches<RecentCsat>(db, {
    columns: sql`id, ticket_id, score, comment, customer_name, created_utc`,
    rows: (position) => sql`
      select c.id, c.ticket_id, c.score, c.comment, t.requester_name as customer_name, c.created_utc
      from csat_response c join ticket t on t.site_id = c.site_id and t.id = c.ticket_id
      where ${whereAnswer(siteId, window, {})}
        and c.score between ${scoreMin}::smallint and ${scoreMax}::smallint and ${position}`,
    key: { at: sql`c.created_utc`, id: sql`c.id` },
    at: 'created_utc',
    order: 'newest first',
    size: sql`coalesce(octet_length(comment), 0)`,
    limit,
  });
}

/** The rating of a ticket as one of its links, such as `4/5`. See docs/api.md, "Tickets". */
export async function findCsatLinks(db: Db, site: SiteRef, ticket: { readonly id: bigint }): Promise<TicketLink[]> {
  const rows = await db.query<{ id: bigint; score: number }>(
    sql`select c.id, c.score from csat_response c where c.site_id = ${site.id} and c.ticket_id = ${ticket.id}`,
  );
  return rows.map(({ id, score }) => ({ kind: 'csat', id: id.toString(), label: `${score}/5` }));
}
