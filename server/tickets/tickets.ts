import type { Body, Query, Reply } from '#contract/operation.ts';
import type {
  getTicket as GetTicket,
  listTickets as ListTickets,
  listTicketsUncounted as ListTicketsUncounted,
  TicketLink,
} from '#contract/tickets.ts';
import type { listTicketComments as ListTicketComments } from '#contract/ticket-comments.ts';
import type {
  addTicketComment as AddTicketComment,
  createTicket as CreateTicket,
  updateTicket as UpdateTicket,
} from '#contract/ticket-writes.ts';
import { FEW_IDS, type Db, type Reserve, type Statement } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Call, CsvReply, Handler, Site } from '#server/operation/call.ts';
import { StreamedList, StreamedReply } from '#server/operation/streamed-reply.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import { totalCount } from '#server/operation/total-count.ts';
import { countOf } from '#server/counters/counters.ts';
import { addCommentRecord } from '#server/tickets/write/add-comment-record.ts';
import { checkDraft, countReplyUses, recordDraftUse, type UsedDraft } from '#server/tickets/write/comment-sources.ts';
import { createTicketRecord } from '#server/tickets/write/create-ticket-record.ts';
import { ticketCondition } from '#server/tickets/list/ticket-conditions.sql.ts';
import { searchMessages } from '#server/tickets/list/message-search.ts';
import { withOneReplyDue, withReplyDue } from '#server/tickets/list/reply-due.ts';
import { findLinks, getTicketDetail, type DetailRow } from '#server/tickets/list/ticket-detail.sql.ts';
import { countFacets } from '#server/tickets/list/ticket-facets.sql.ts';
import {
  countComments,
  getCommentPlace,
  readActivity,
  readCommentPage,
  readComments,
  readNewestComments,
} from '#server/tickets/list/ticket-thread.sql.ts';
import { countTickets, findTickets, streamTickets } from '#server/tickets/list/ticket-list.sql.ts';
import { readTicketSelection, type TicketSelection } from '#server/tickets/list/ticket-selection.ts';
import { readSelectionContext } from '#server/tickets/list/selection-context.ts';
import { tagKey } from '#server/tickets/tags/ticket-tags.ts';
import { countSelected, isOfTag, isCounted } from '#server/tickets/list/ticket-totals.sql.ts';
import { checkTicket } from '#server/tickets/known-ticket.ts';
import { updateTicketRecord } from '#server/tickets/write/update-ticket-record.ts';

const CSV_BATCH = 250;

/** Finds links from a ticket to another family, which this one must not import. */
export type FindLinks = (
  db: Db,
  site: Site,
  ticket: Pick<DetailRow, 'id' | 'requester_email'>,
  now: Date,
) => Promise<TicketLink[]>;

/** GET tickets: a page and the total, as JSON or CSV. See docs/api.md, "Finding tickets". */
export const listTickets: Handler<typeof ListTickets> = (call) =>
  searchMessages(call.query.text === true, () => listCounted(call));

async function listCounted(call: Call<typeof ListTickets>) {
  const { db, site, extensions, query, now } = call;
  const { selection, view, page } = await readPage(call);
  if (query.format === 'csv') return ticketsAsCsv(call, page);
  const counted = await countedTotal(db, site.id, selection, page.where);
  const stored = await findTickets(db, { ...page, extensions, total: counted });
  const items = await withReplyDue(db, site, stored, { now });
  const total_count = counted ?? (await totalCount(items, query, () => countTickets(db, page.where)));
  if (query.facets !== true) return { items, total_count };
  return { items, total_count, facets: await countFacets(db, selection, view) };
}

/** GET tickets with `count=0`: a page without the total. See docs/api.md, "Finding tickets". */
export const listTicketsUncounted: Handler<typeof ListTicketsUncounted> = async (call) => {
  const { db, site, extensions, query, now } = call;
  const stored = await searchMessages(query.text === true, async () =>
    findTickets(db, { ...(await readPage(call)).page, extensions }),
  );
  const items = await withReplyDue(db, site, stored, { now });
  return { items, total_count: null };
};

async function readPage(call: Call<typeof ListTickets> | Call<typeof ListTicketsUncounted>) {
  const { token, query } = call;
  const selection = readTicketSelection(query, token.agentId);
  const view = await readSelectionContext(call, selection);
  const { order, isReversed, overdue: onlyAwaited } = selection;
  const where = ticketCondition(selection, view);
  const page = { where, order, isReversed, onlyAwaited, limit: query.limit, skip: query.skip };
  return { selection, view, page };
}

/** The total from the counters; null if they do not have it. */
async function countedTotal(
  db: Db,
  siteId: bigint,
  selection: TicketSelection,
  where: Statement,
): Promise<number | null> {
  if (isCounted(selection)) return countSelected(db, siteId, where);
  return isOfTag(selection) ? countOf(db, siteId, 'ticket_tag', tagKey(selection.tag.trim())) : null;
}

type Page = Omit<Parameters<typeof findTickets>[1], 'extensions'>;

/** CSV never has the extension columns, so files of all services have the same columns. */
function ticketsAsCsv({ db, query }: Call<typeof ListTickets>, page: Page): CsvReply {
  if (query.all === true) return { csv: streamTickets(db, { ...page, extensions: false, batch: CSV_BATCH }) };
  return { csv: onePage(() => findTickets(db, { ...page, extensions: false })) };
}

async function* onePage<Row>(find: () => Promise<Row[]>): AsyncGenerator<Row[]> {
  yield await find();
}

/** Creating a ticket draws ids and one number. */
export const NEW_TICKET: Reserve = { ...FEW_IDS, ticketNumbers: 1 };

/** POST tickets. See docs/api.md, "Tickets". */
export const createTicket: Handler<typeof CreateTicket> = ({ db, site, body, actor, now, extensions }) =>
  db.transaction((db) => createTicketRecord(db, site, body, { actor, now, extensions }), NEW_TICKET);

/** GET ticket with the requested extras. @param finders Their links follow in this order. See docs/api.md, "Tickets". */
export function getTicketWith(finders: readonly FindLinks[]): Handler<typeof GetTicket> {
  return async ({ db, site, query, now, extensions }) => {
    const stored = await getTicketDetail(db, site.id, query.id, extensions);
    if (stored === undefined) throw new ApiError('not_found', 'There is no ticket with this id');
    const detail = await withOneReplyDue(db, site, stored, now);
    const wanted = query.include ?? [];
    const links = wanted.includes('links') ? { links: await findAllLinks(db, site, detail, { finders, now }) } : {};
    if (!wanted.includes('activity') && !wanted.includes('comments') && query.comments === undefined) {
      return { ...detail, ...links };
    }
    return new StreamedReply<Reply<typeof GetTicket>>({
      ...detail,
      ...links,
      ...(wanted.includes('activity') ? { activity: new StreamedList(readActivity(db, site.id, query.id)) } : {}),
      ...(await threadOf(db, site, query)),
    });
  };
}

/** All comments, or the newest ones with the total. */
async function threadOf(db: Db, site: Site, { id, include, comments: newest }: Query<typeof GetTicket>) {
  if (newest !== undefined) {
    const comments = new StreamedList(readNewestComments(db, site.id, id, newest));
    return { comments, comment_count: await countComments(db, site.id, id) };
  }
  return include?.includes('comments') === true ? { comments: new StreamedList(readComments(db, site.id, id)) } : {};
}

/**
 * GET ticket_comments: a page, newest first. See docs/api.md, "Comments".
 * @throws ApiError not_found
 */
export const listTicketComments: Handler<typeof ListTicketComments> = async ({ db, site, query }) => {
  const { ticket_id: ticketId, before_id: beforeId, limit, skip } = query;
  await checkTicket(db, site, ticketId);
  const before = beforeId === undefined ? null : await getCommentPlace(db, site.id, ticketId, beforeId);
  if (before === undefined) throw new ApiError('not_found', 'There is no comment with this id in this ticket');
  return new StreamedReply<Reply<typeof ListTicketComments>>({
    items: new StreamedList(readCommentPage(db, site.id, ticketId, { before, limit, skip })),
    total_count: await countComments(db, site.id, ticketId, before),
  });
};

async function findAllLinks(
  db: Db,
  site: Site,
  ticket: Pick<DetailRow, 'id' | 'requester_email'>,
  { finders, now }: { readonly finders: readonly FindLinks[]; readonly now: Date },
): Promise<TicketLink[]> {
  const links = await findLinks(db, site.id, ticket.id);
  for (const find of finders) links.push(...(await find(db, site, ticket, now)));
  return links;
}

/** PATCH ticket. See docs/api.md, "Changing a ticket". */
export const updateTicket: Handler<typeof UpdateTicket> = ({ db, site, body, actor, now, extensions }) =>
  db.transaction((db) => updateTicketRecord(db, site, body, { actor, now, extensions }), FEW_IDS);

/**
 * POST ticket_comments: a public reply or an internal note, and what it was written with. See docs/api.md, "Comments".
 * @throws ApiError bad_field
 */
export const addTicketComment: Handler<typeof AddTicketComment> = ({ db, site, body, actor, now, extensions }) => {
  const draft = readDraft(body);
  return db.transaction(async (db) => {
    const comment = await addCommentRecord(db, site, body, { actor, now, extensions });
    if (draft !== null) {
      await checkDraft(db, site, body.ticket_id, draft.callId);
      await recordDraftUse(db, site.id, draft, comment.id);
    }
    await countReplyUses(db, site.id, body.saved_reply_ids ?? []);
    return comment;
  }, FEW_IDS);
};

/** @throws ApiError bad_field if the call or its use is given alone */
function readDraft({ draft_call_id: callId, draft_use: use }: Body<typeof AddTicketComment>): UsedDraft | null {
  if (callId !== undefined && use !== undefined) return { callId, use };
  if (callId !== undefined) throw fieldError('draft_use', 'is required with draft_call_id');
  if (use !== undefined) throw fieldError('draft_call_id', 'is required with draft_use');
  return null;
}
