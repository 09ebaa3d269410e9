import type { exportCustomer as ExportCustomer } from '#contract/customer-data.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import { findPerson } from '#server/customers/person/find-person.ts';
import { readPersonRecord } from '#server/customers/person/person-record.ts';
import { requireIdentity } from '#server/customers/require-identity.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler } from '#server/operation/call.ts';
import { findThreadsOf } from '#server/tickets/list/person-tickets.ts';
import {
  findCsat,
  findEvents,
  findFeedback,
  findLinks,
  findMessages,
  findNotes,
  findSessions,
  findVisitors,
  type MessageRow,
} from './export.sql.ts';

/** GET customer_export. See docs/api.md, "Data of one person". */
export const exportCustomer: Handler<typeof ExportCustomer> = async ({ db: outer, site, actor, now, query }) => {
  return outer.transaction(async (db) => {
    const id = await requireIdentity(db, site, query.identity_id);
    const person = await findPerson(db, site, id);
    const identity = await readPersonRecord(db, site, id);
    if (person === null || identity === undefined) throw new ApiError('not_found', 'There is no customer with this id');
    const tickets = await findThreadsOf(db, site, person);
    const ticketIds = tickets.map((ticket) => ticket.id);
    const visitorRows = await findVisitors(db, site.id, person);
    const visitorKeys = visitorRows.map((visitor) => visitor.visitor_key);
    const sessionRows = await findSessions(db, site.id, { identityId: id, ticketIds, visitorKeys });
    const sessionIds = sessionRows.map((session) => session.session_id);
    const messages = groupBy(await findMessages(db, site.id, sessionIds), ({ session_id }) => session_id);
    const visitorIds = visitorRows.map((visitor) => visitor.id);
    const events = groupBy(await findEvents(db, site.id, visitorIds), ({ visitor_id }) => visitor_id);
    const sessions = sessionRows.map((session) => ({
      ...session,
      messages: (messages.get(session.session_id) ?? []).map(withoutOwner),
    }));
    const visitors = visitorRows.map(({ id: visitorId, ...visitor }) => ({
      ...visitor,
      events: (events.get(visitorId) ?? []).map(({ event, properties, occurred_utc }) => ({
        event,
        properties,
        occurred_utc,
      })),
    }));
    const reply = {
      exported_utc: now.toISOString(),
      identity,
      notes: await findNotes(db, site.id, id),
      ...{ tickets, sessions, visitors },
      csat: await findCsat(db, site.id, ticketIds),
      feedback: await findFeedback(db, site.id, { ticketIds, visitorKeys, sessionIds }),
      links: await findLinks(db, site.id, person.emailKeys),
    };
    const { notes, csat, feedback, links } = reply;
    const rows = [tickets, sessions, visitors, notes, csat, feedback, links].reduce(
      (sum, list) => sum + list.length,
      1,
    );
    const changes = [{ field: 'rows', from: null, to: rows }];
    const entry = { action: 'person.export', objectType: 'customer_identity', objectId: id.toString(), changes };
    await recordAudit(db, site, entry, { actor, now });
    return reply;
  });
};

function withoutOwner({ role, author_name, text, created_utc }: MessageRow) {
  return { role, author_name, text, created_utc };
}

function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}
