import type { getCsat as GetCsat } from '#contract/csat.ts';
import type { Reply } from '#contract/operation.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { StreamedList, StreamedReply, wholeOrStreamed } from '#server/operation/streamed-reply.ts';
import { type CsatCell, findCsatCells, getCsatOfTicket, readRecentCsat } from './csat-report.sql.ts';
import type { TicketLink } from '#contract/tickets.ts';
import type { Db } from '#server/db/db.ts';

const DAY_MS = 86_400_000;
const SATISFIED_FROM = 4;

/**
 * GET csat: figures over whole UTC days that end today, and their newest answers. The score bounds filter only these
 * answers. See docs/api.md, "CSAT".
 * @throws ApiError bad_field if score_min is greater than score_max
 */
export const getCsat: Handler<typeof GetCsat> = async ({ db, site, now, query }) => {
  const { days, limit, score_min: scoreMin = 0, score_max: scoreMax = 5 } = query;
  if (scoreMin > scoreMax) throw new ApiError('bad_field', 'score_min must not be greater than score_max');
  const to = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  const from = new Date(to.getTime() - days * DAY_MS);
  const cells = await findCsatCells(db, site.id, { from, to });
  const recent = await wholeOrStreamed(readRecentCsat(db, site.id, { from, to, scoreMin, scoreMax, limit }));
  const trend = query.include?.includes('trend') === true ? { trend: trendOf(cells, from, days) } : {};
  if (recent instanceof StreamedList) {
    return new StreamedReply<Reply<typeof GetCsat>>({ summary: summaryOf(cells), recent, ...trend });
  }
  return { summary: summaryOf(cells), recent, ...trend };
};

function summaryOf(cells: readonly CsatCell[]) {
  const counts = [0, 0, 0, 0, 0, 0];
  for (const { score, responses } of cells) counts[score] = (counts[score] ?? 0) + responses;
  const [none = 0, one = 0, two = 0, three = 0, four = 0, five = 0] = counts;
  const { responses, average } = meanOf(cells);
  const satisfied = cells.filter(({ score }) => score >= SATISFIED_FROM);
  return {
    responses,
    average,
    satisfied_share: responses === 0 ? null : meanOf(satisfied).responses / responses,
    distribution: { '0': none, '1': one, '2': two, '3': three, '4': four, '5': five },
  };
}

/** One item a day, days without an answer included. */
function trendOf(cells: readonly CsatCell[], from: Date, days: number) {
  return Array.from({ length: days }, (_, day) => {
    const date = new Date(from.getTime() + day * DAY_MS).toISOString().slice(0, 10);
    return { date, ...meanOf(cells.filter((cell) => cell.date === date)) };
  });
}

function meanOf(cells: readonly CsatCell[]): { responses: number; average: number | null } {
  const responses = cells.reduce((sum, cell) => sum + cell.responses, 0);
  const total = cells.reduce((sum, cell) => sum + cell.responses * cell.score, 0);
  return { responses, average: responses === 0 ? null : total / responses };
}

/** The rating of a ticket as one of its links, such as `4/5`. See docs/api.md, "Tickets". */
export async function findCsatLinks(db: Db, site: SiteRef, ticket: { readonly id: bigint }): Promise<TicketLink[]> {
  const row = await getCsatOfTicket(db, site.id, ticket.id);
  return row === undefined ? [] : [{ kind: 'csat', id: row.id.toString(), label: `${row.score}/5` }];
}
