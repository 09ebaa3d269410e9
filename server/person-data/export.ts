import type { exportCustomer as ExportCustomer } from '#contract/customer-data.ts';
import type { Reply } from '#contract/operation.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import { readNotesOf } from '#server/customers/customer-notes.ts';
import { findPerson } from '#server/customers/person/find-person.ts';
import { readHandlesOf, readPersonRecord } from '#server/customers/person/person-record.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { listsOf } from '#server/operation/attach-lists.ts';
import type { Handler } from '#server/operation/call.ts';
import { mapList, StreamedList, StreamedReply, type Streamed } from '#server/operation/streamed-reply.ts';
import { readThreadsOf, ticketIdsOf } from '#server/tickets/list/person-tickets.ts';
import {
  findEvents,
  findMessages,
  readCsat,
  readEvents,
  readFeedback,
  readLinks,
  readMessages,
  readSessions,
  readVisitors,
  weighEvents,
  weighMessages,
  type EventRow,
  type MessageRow,
  type Owner,
} from './export.sql.ts';
import { requireIdentity } from '#server/customers/find-identity.ts';

type Export = Reply<typeof ExportCustomer>;
type Batches<Name extends keyof Export> = Export[Name] extends (infer Item)[]
  ? AsyncGenerator<readonly Streamed<Item>[]>
  : never;

/**
 * GET customer_export: every list is read while it is written, each batch for itself, so that a person of any size holds
 * neither memory nor a session of the database. See docs/api.md, "Data of one person".
 * @throws ApiError not_found
 */
export const exportCustomer: Handler<typeof ExportCustomer> = async ({ db, site, actor, now, query }) => {
  const id = await requireIdentity(db, site, query.identity_id);
  const person = await findPerson(db, site, id);
  const identity = await readPersonRecord(db, site, id);
  if (person === null || identity === undefined) throw new ApiError('not_found', 'There is no customer with this id');
  const owner: Owner = { siteId: site.id, person, ticketIds: ticketIdsOf(site, person) };
  return new StreamedReply<Export>(
    {
      exported_utc: now.toISOString(),
      identity: { ...identity, channels: new StreamedList(readHandlesOf(db, site, id)) },
      notes: new StreamedList(readNotesOf(db, site, id)),
      tickets: new StreamedList(readThreadsOf(db, site, person)),
      csat: new StreamedList(readCsat(db, owner)),
      feedback: new StreamedList(readFeedback(db, owner)),
      sessions: new StreamedList(sessionsOf(db, owner)),
      visitors: new StreamedList(visitorsOf(db, owner)),
      links: new StreamedList(readLinks(db, owner)),
    },
    async (items, isWhole) => {
      const changes = [{ field: 'rows', from: null, to: items + 1 }];
      const outcome = isWhole ? ('ok' as const) : ('failed' as const);
      const entry = {
        action: 'person.export',
        objectType: 'customer_identity',
        objectId: id.toString(),
        changes,
        outcome,
      };
      await recordAudit(db, site, entry, { actor, now });
    },
  );
};

async function* sessionsOf(db: Db, owner: Owner): Batches<'sessions'> {
  const { siteId } = owner;
  for await (const rows of readSessions(db, owner)) {
    const messagesOf = await listsOf(rows, {
      weigh: (ids) => weighMessages(db, siteId, ids),
      findAll: (ids) => findMessages(db, siteId, ids),
      ownerOf: ({ owner_id: id }: MessageRow) => id,
      read: (session) => readMessages(db, siteId, session),
    });
    yield rows.map((row) => {
      const { id: _id, ...session } = row;
      return { ...session, messages: mapList(messagesOf(row), asMessage) };
    });
  }
}

async function* visitorsOf(db: Db, owner: Owner): Batches<'visitors'> {
  const { siteId } = owner;
  for await (const rows of readVisitors(db, owner)) {
    const eventsOf = await listsOf(rows, {
      weigh: (ids) => weighEvents(db, siteId, ids),
      findAll: (ids) => findEvents(db, siteId, ids),
      ownerOf: ({ owner_id: id }: EventRow) => id,
      read: (visitor) => readEvents(db, siteId, visitor),
    });
    yield rows.map((row) => {
      const { id: _id, ...visitor } = row;
      return { ...visitor, events: mapList(eventsOf(row), asEvent) };
    });
  }
}

function asMessage({ owner_id: _owner, ...message }: MessageRow): Omit<MessageRow, 'owner_id'> {
  return message;
}

function asEvent({ owner_id: _owner, ...event }: EventRow): Omit<EventRow, 'owner_id'> {
  return event;
}
