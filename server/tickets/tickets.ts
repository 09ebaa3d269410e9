import type { Query } from '#contract/operation.ts';
import type { getTicket as GetTicket, listTickets as ListTickets, TicketLink } from '#contract/tickets.ts';
import type {
  addTicketComment as AddTicketComment,
  createTicket as CreateTicket,
  updateTicket as UpdateTicket,
} from '#contract/ticket-writes.ts';
import { findSessionLinks } from '#server/conversations/session-links.ts';
import { findCsatLinks } from '#server/csat/csat-links.ts';
import type { Db, Statement } from '#server/db/db.ts';
import { ApiError } from '#server/http/api-error.ts';
import type { Call, CsvReply, Handler, Site } from '#server/http/call.ts';
import { findPortalLinks } from '#server/portal/portal-links.ts';
import { countTagged } from '#server/tallies/count-rows.ts';
import { addCommentRecord } from './add-comment-record.ts';
import { createTicketRecord } from './create-ticket-record.ts';
import { ticketCondition } from './ticket-conditions.sql.ts';
import { findActivity, findComments, findLinks, getTicketDetail, type DetailRow } from './ticket-detail.sql.ts';
import { countFacets } from './ticket-facets.sql.ts';
import { countTickets, findTickets, streamTickets } from './ticket-list.sql.ts';
import { readTicketSelection, type TicketSelection } from './ticket-selection.ts';
import { tagKey } from './ticket-tags.ts';
import { countTallied, isOfTag, isTallied } from './ticket-tally.sql.ts';
import { updateTicketRecord } from './update-ticket-record.ts';

const CSV_BATCH = 1_000;

/** GET tickets: a page and the count of all, as JSON or CSV. Source: reference.md, tickets; decisions.md, Tickets. */
export const listTickets: Handler<typeof ListTickets> = async (call) => {
  const { db, site, token, now, extensions, query } = call;
  const view = { siteId: site.id, agentId: token.agentId, now };
  const selection = readTicketSelection(query, token.agentId);
  const { order, isReversed } = selection;
  const page = { where: ticketCondition(selection, view), order, isReversed, limit: query.limit, skip: query.skip };
  if (query.format === 'csv') return ticketsAsCsv(call, page);
  const tallied = await tally(db, site.id, selection, page.where);
  const items = await findTickets(db, { ...page, extensions, total: tallied });
  const total_count =
    tallied ?? (isTotalKnown(items, query) ? query.skip + items.length : await countTickets(db, page.where));
  if (query.facets !== true) return { items, total_count };
  return { items, total_count, facets: await countFacets(db, selection, view) };
};

/** The total where it is known without looking at tickets. */
async function tally(db: Db, siteId: bigint, selection: TicketSelection, where: Statement): Promise<number | null> {
  if (isTallied(selection)) return countTallied(db, where);
  return isOfTag(selection) ? countTagged(db, siteId, tagKey(selection.tag.trim())) : null;
}

/** A page that ends before its limit shows the total by itself, unless it lies behind the end. */
function isTotalKnown(items: readonly object[], { limit, skip }: Query<typeof ListTickets>): boolean {
  return items.length < limit && (items.length > 0 || skip === 0);
}

type Page = Omit<Parameters<typeof findTickets>[1], 'extensions'>;

/** The columns of CSV are the document's alone, so that files from any service look the same. */
function ticketsAsCsv({ db, query }: Call<typeof ListTickets>, page: Page): CsvReply {
  if (query.all === true) return { csv: streamTickets(db, { ...page, extensions: false, batch: CSV_BATCH }) };
  return { csv: onePage(() => findTickets(db, { ...page, extensions: false })) };
}

async function* onePage<Row>(find: () => Promise<Row[]>): AsyncGenerator<Row[]> {
  yield await find();
}

/** POST tickets. Source: reference.md, tickets and Ticket create request. */
export const createTicket: Handler<typeof CreateTicket> = ({ db, site, body, actor, now, extensions }) =>
  db.transaction((db) => createTicketRecord(db, site, body, { actor, now, extensions }));

/** GET ticket with the extras asked for. Source: reference.md, ticket; shapes.md, ticket GET include. */
export const getTicket: Handler<typeof GetTicket> = async ({ db, site, query, now, extensions }) => {
  const detail = await getTicketDetail(db, site.id, query.id, extensions);
  if (detail === undefined) throw new ApiError('not_found', 'There is no ticket with this id');
  const wanted = query.include ?? [];
  return {
    ...detail,
    ...(wanted.includes('links') ? { links: await linksOf(db, site, detail, now) } : {}),
    ...(wanted.includes('activity') ? { activity: await findActivity(db, site.id, query.id) } : {}),
    ...(wanted.includes('comments') ? { comments: await findComments(db, site.id, query.id) } : {}),
  };
};

/** What belongs to the ticket elsewhere, each part told by the family that keeps it. */
async function linksOf(db: Db, site: Site, ticket: DetailRow, now: Date): Promise<TicketLink[]> {
  return [
    ...(await findLinks(db, site.id, ticket.id)),
    ...(await findPortalLinks(db, site, ticket.requester_email, now)),
    ...(await findSessionLinks(db, site, ticket.id)),
    ...(await findCsatLinks(db, site, ticket.id)),
  ];
}

/** PATCH ticket. Source: reference.md, ticket; decisions.md, Tickets. */
export const updateTicket: Handler<typeof UpdateTicket> = ({ db, site, body, actor, now, extensions }) =>
  db.transaction((db) => updateTicketRecord(db, site, body, { actor, now, extensions }));

/** POST ticket_comments: a public reply or an internal note. Source: shapes.md, ticket_comments. */
export const addTicketComment: Handler<typeof AddTicketComment> = ({ db, site, body, actor, now, extensions }) =>
  db.transaction((db) => addCommentRecord(db, site, body, { actor, now, extensions }));
