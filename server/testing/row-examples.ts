import { randomUUID } from 'node:crypto';
import type { OperationName } from '#contract/operations.ts';
import { sql } from '#server/db/db.ts';
import { createTagRecord } from '#server/tickets/tags/tags-change.ts';
import { AI_EXAMPLES, aiSites } from './examples-ai.ts';
import { CHANNEL_EXAMPLES, channelFixture, importForFixture } from './examples-channels.ts';
import { CSAT_EXAMPLES, csatFixture } from './examples-csat.ts';
import { CUSTOMER_EXAMPLES, noteForFixture } from './examples-customers.ts';
import { issueForFixture, PORTAL_EXAMPLES } from './examples-portal.ts';
import { otherTokens, TOKEN_EXAMPLES } from './examples-tokens.ts';
import { CONVERSATION_EXAMPLES, makeConversation } from './examples-conversations.ts';
import { MERGE_EXAMPLES, mergeFixture } from './examples-merges.ts';
import { SAVED_REPLY_EXAMPLES, savedReplyFixture } from './examples-saved-replies.ts';
import { ABSENT_ID, type Example, type Fixture, NO_OBJECT, type RowExamples } from './row-example.ts';
import { WEBHOOK_EXAMPLES } from './examples-webhooks.ts';
import { makeWebhooks } from './make-webhooks.ts';
import { TEST_ACTOR, type TestService } from './service.ts';
import { createAgent } from '#server/tickets/agents.ts';

export const CALENDAR_EXAMPLES: Pick<Readonly<Record<OperationName, RowExamples>>, 'updateBusinessCalendar'> = {
  updateBusinessCalendar: {
    success: () => ({ body: { week: [{ day_of_week: 1, open_minute: 540, close_minute: 1_080 }] } }),
    errors: { conflict: () => ({ body: { week: [], version: 999_999 } }) },
    foreign: null,
  },
};

/** A tag that every fixture has besides `tagId`. */
const TAKEN_TAG = 'Taken tag';
const MAX_VIEWS = 100;

let lastNumber = 0;

/** An unused name of a tag. */
function nextName(): string {
  lastNumber += 1;
  return `Tag ${lastNumber}`;
}

/** One entry for each row of the contract: a new row without an example does not compile. */
export const ROW_EXAMPLES: Readonly<Record<OperationName, RowExamples>> = {
  getWhoami: { ...NO_OBJECT, success: () => ({}) },
  getHealth: { ...NO_OBJECT, success: () => ({}) },
  getHealthOverview: { ...NO_OBJECT, success: () => ({ query: { since: '2026-11-20T08:00:00Z' } }) },
  listHealthHistory: { ...NO_OBJECT, success: () => ({ query: { step: 'day' } }) },
  getSiteSettings: { ...NO_OBJECT, success: () => ({}) },
  updateSiteSettings: {
    success: () => ({ body: { version: 0, values: {} } }),
    errors: { conflict: () => ({ body: { version: 999_999, values: { csat_good_from: 3 } } }) },
    foreign: null,
  },
  startSession: {
    success: () => ({ body: { scopes: ['read'] } }),
    errors: { insufficient_scope: async (own) => ({ token: await own.session(), body: {} }) },
    foreign: null,
  },
  endSession: {
    success: async (own) => ({ token: await own.session() }),
    errors: { insufficient_scope: () => ({}) },
    foreign: null,
  },
  listTickets: {
    success: () => ({ query: { facets: 1 } }),
    errors: {},
    foreign: (other) => ({ query: { customer_identity_id: other.identityId, facets: 1 } }),
  },
  listTicketsUncounted: {
    success: () => ({ query: { count: 0 } }),
    errors: {},
    foreign: (other) => ({ query: { count: 0, customer_identity_id: other.identityId } }),
  },
  createTicket: {
    success: () => ({ body: { subject: 'Wheel out of true' } }),
    errors: { conflict: reusedKey },
    foreign: null,
  },
  getTicket: {
    success: (own) => ({ query: { id: own.ticketId, include: 'links,activity,comments' } }),
    errors: { not_found: () => ({ query: { id: ABSENT_ID } }) },
    foreign: (other) => ({ query: { id: other.ticketId } }),
  },
  updateTicket: {
    success: (own) => ({ body: { id: own.ticketId, priority: 'high' } }),
    errors: {
      not_found: () => ({ body: { id: ABSENT_ID, status: 'open' } }),
      conflict: (own) => ({ body: { id: own.ticketId, status: 'pending', version: 999 } }),
    },
    foreign: (other) => ({ body: { id: other.ticketId, status: 'pending' } }),
  },
  listTicketComments: {
    success: (own) => ({ query: { ticket_id: own.ticketId } }),
    errors: { not_found: (own) => ({ query: { ticket_id: own.ticketId, before_id: ABSENT_ID } }) },
    foreign: (other) => ({ query: { ticket_id: other.ticketId } }),
  },
  addTicketComment: {
    success: (own) => ({ body: { ticket_id: own.ticketId, body: 'We send a new one.' } }),
    errors: {
      not_found: () => ({ body: { ticket_id: ABSENT_ID, body: 'Hello' } }),
      conflict: (own) => ({ body: { ticket_id: own.ticketId, body: 'Hello', version: 999 } }),
    },
    foreign: (other) => ({ body: { ticket_id: other.ticketId, body: 'Hello' } }),
  },
  bulkUpdateTickets: {
    success: (own) => ({ body: { ids: [own.ticketId], patch: { priority: 'low', add_tags: ['checked'] } } }),
    errors: {},
    foreign: (other) => ({ body: { ids: [ABSENT_ID], patch: { assignee_agent_id: other.agentId.toString() } } }),
  },
  listBulkChanges: { ...NO_OBJECT, success: () => ({}) },
  undoTickets: {
    success: async (own) => ({ body: { undo_token: await own.undoToken() } }),
    errors: {
      not_found: () => ({ body: { undo_token: 'scu_no_such_token' } }),
      conflict: async (own) => ({ body: { undo_token: await own.undoToken({ isUsed: true }) } }),
    },
    foreign: null,
  },
  listAgents: { ...NO_OBJECT, success: () => ({}) },
  listTags: { ...NO_OBJECT, success: () => ({}) },
  createTag: {
    success: () => ({ body: { name: nextName(), color: 3 } }),
    errors: { conflict: () => ({ body: { name: TAKEN_TAG.toUpperCase() } }) },
    foreign: null,
  },
  updateTag: {
    success: (own) => ({ body: { id: own.tagId, color: 2 } }),
    errors: {
      not_found: () => ({ body: { id: ABSENT_ID, name: 'Nothing' } }),
      conflict: (own) => ({ body: { id: own.tagId, name: TAKEN_TAG.toUpperCase() } }),
    },
    foreign: (other) => ({ body: { id: other.tagId, color: 2 } }),
  },
  deleteTag: {
    success: async (own) => ({ query: { id: await own.makeTag() } }),
    errors: { not_found: () => ({ query: { id: ABSENT_ID } }) },
    foreign: (other) => ({ query: { id: other.tagId } }),
  },
  listSavedViews: { ...NO_OBJECT, success: () => ({}) },
  createSavedView: {
    success: () => ({ body: { name: 'Late ones', query: { status: 'open', stale: '1' } } }),
    errors: {
      insufficient_scope: async (own) => ({
        token: await own.session(['read']),
        body: { name: 'For all', shared: true, query: {} },
      }),
      conflict: async (own) => ({ token: await own.fullOfViews(), body: { name: 'One more', query: {} } }),
    },
    foreign: null,
  },
  updateSavedView: {
    success: (own) => ({ token: own.token, body: { id: own.viewId, name: 'Renamed' } }),
    errors: {
      insufficient_scope: async (own) => ({
        token: await own.session(['read']),
        body: { id: own.viewId, shared: true },
      }),
      not_found: () => ({ body: { id: ABSENT_ID, name: 'Nothing' } }),
      conflict: async (own) => ({ token: await own.fullOfViews(), body: { id: own.sharedViewId, shared: false } }),
    },
    foreign: (other) => ({ body: { id: other.viewId, name: 'Renamed' } }),
  },
  deleteSavedView: {
    success: async (own) => ({ token: own.token, query: { id: await own.makeView() } }),
    errors: {
      insufficient_scope: async (own) => ({ token: await own.session(['read']), query: { id: own.sharedViewId } }),
      not_found: () => ({ query: { id: ABSENT_ID } }),
    },
    foreign: (other) => ({ query: { id: other.viewId } }),
  },
  getPreferences: { ...NO_OBJECT, success: () => ({}) },
  updatePreferences: {
    success: () => ({ body: { values: { density: 'compact' } } }),
    errors: {
      insufficient_scope: async (own) => ({ token: await own.session(['read']), body: { values: { density: null } } }),
    },
    foreign: null,
  },
  getBusinessCalendar: { ...NO_OBJECT, success: () => ({}) },
  ...CUSTOMER_EXAMPLES,
  ...AI_EXAMPLES,
  ...CHANNEL_EXAMPLES,
  ...MERGE_EXAMPLES,
  ...CALENDAR_EXAMPLES,
  ...PORTAL_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
  ...TOKEN_EXAMPLES,
  ...CONVERSATION_EXAMPLES,
  ...CSAT_EXAMPLES,
  ...SAVED_REPLY_EXAMPLES,
};

/** Named in the header of the call, which the test adds. */
function reusedKey(): Example {
  return { body: { subject: 'Another body' } };
}

/**
 * @param name Part of the address and subject, so that two sites have no values in common
 * @param firstId Sites draw their ids separately: without separate ranges, an id of one site is an id of the other
 */
export async function makeFixture(
  service: TestService,
  name: string,
  firstId = 9_001_000_000_000_001n,
): Promise<Fixture> {
  const { database, clock } = service;
  const context = { actor: TEST_ACTOR, now: clock.now(), extensions: true };
  const made = await service.createSite({ name });
  await database.owner.query(sql`update site_sequence set next_id = ${firstId} where site_id = ${made.site.id}`);
  const agentId = await createAgent(database.owner, made.site, { name: `Agent of ${name}` }, context);
  const full = await service.issueToken(made.site, { agentId });
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@example.org`;
  const { json } = await service.call('POST', 'tickets', {
    token: full.token,
    body: { subject: `Subject of ${name}`, requester_email: email, requester_name: name },
  });
  const db = database.forSite(made.site.id);
  const makeTag = async (tagName = nextName()) => (await createTagRecord(db, made.site, { name: tagName }, context)).id;
  // Inserted by SQL, because without extensions the API has no views.
  const insertViews = async (tokenId: bigint, count: number, shared: boolean) => {
    const now = clock.now().toISOString();
    const first = await database.owner.takeIds(made.site.id, count);
    await database.owner.query(sql`
      insert into saved_view (site_id, id, token_id, name, shared, query, position, created_utc, updated_utc)
      select ${made.site.id}, ${first}::bigint + n - 1, ${tokenId}, 'View ' || n, ${shared}, '{}', n,
        ${now}::timestamptz, ${now}::timestamptz
      from generate_series(1, ${count}::integer) n`);
    return first;
  };
  await makeTag(TAKEN_TAG);
  return {
    ...made,
    ...full,
    ...(await makeConversation(service, db, made, { name, email })),
    agentId,
    email,
    tagId: await makeTag(),
    viewId: await insertViews(full.tokenId, 1, false),
    sharedViewId: await insertViews(full.tokenId, 1, true),
    ...aiSites(service),
    makeTag: () => makeTag(),
    makeView: () => insertViews(full.tokenId, 1, false),
    async fullOfViews() {
      const { token, tokenId } = await service.issueToken(made.site);
      await insertViews(tokenId, MAX_VIEWS, false);
      return token;
    },
    ticketId: BigInt(json.data.id),
    ticketNumber: json.data.ticket_number,
    identityId: BigInt(json.data.customer_identity_id),
    async undoToken({ isUsed } = { isUsed: false }) {
      const change = (priority: string) =>
        service.call('PATCH', 'ticket', { token: full.token, body: { id: json.data.id, priority } });
      // Two updates, so that the second one is a change whatever the priority was.
      await change('urgent');
      const changed = await change('normal');
      const body = { undo_token: String(changed.json.data.undo_token) };
      if (isUsed) await service.call('POST', 'tickets_undo', { token: full.token, body });
      return body.undo_token;
    },
    webhooks: await makeWebhooks(service, made.site, full.token),
    async session(scopes) {
      const body = scopes === undefined ? {} : { scopes };
      const started = await service.call('POST', 'sessions', { token: full.token, body });
      return started.json.data.token;
    },
    noteId: await noteForFixture(service, db, made.site, BigInt(json.data.customer_identity_id)),
    makeNote: () => noteForFixture(service, db, made.site, BigInt(json.data.customer_identity_id)),
    ...channelFixture(service),
    ...mergeFixture(service, full.token),
    portalTokenId: await issueForFixture(service, full.token),
    importId: await importForFixture(service, full.token),
    makeImport: () => importForFixture(service, full.token, { rows: '1' }),
    async makeBatch() {
      const batch = randomUUID();
      await importForFixture(service, full.token, { batch_id: batch });
      return batch;
    },
    otherToken: otherTokens(service, made),
    ...(await csatFixture(service, made.site, BigInt(json.data.id))),
    ...(await savedReplyFixture(service, made.site, BigInt(json.data.id))),
  };
}
