import type { exportCustomer as ExportCustomer } from '#contract/customer-data.ts';
import type { Reply } from '#contract/operation.ts';
import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts';
import { readNotesOf } from '#server/customers/customer-notes.ts';
import { findPerson, readHandlesOf, readPersonRecord } from '#server/customers/person.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler } from '#server/operation/call.ts';
import { StreamedList, StreamedReply } from '#server/operation/streamed-reply.ts';
import { readThreadsOf, ticketIdsOf } from '#server/tickets/list/person-tickets.ts';
import { readCsatOf } from '#server/csat/customer-csat.ts';
import { readFeedbackOf, readSessionsOf } from '#server/conversations/person-sessions.ts';
import { readVisitorsOf, visitorKeysOf } from '#server/visitors/person-visitors.ts';
import { readLinksOf } from '#server/portal/person-links.ts';
import { requireIdentity } from '#server/customers/find-identity.ts';

type Export = Reply<typeof ExportCustomer>;

/**
 * GET customer_export. Every list is streamed in batches, so that a large export holds neither memory nor a database
 * session. See docs/api.md, "Data of one person".
 * @throws ApiError not_found
 */
export const exportCustomer: Handler<typeof ExportCustomer> = async ({ db, site, actor, now, query }) => {
  const id = await requireIdentity(db, site, query.identity_id);
  const person = await findPerson(db, site, id);
  const identity = await readPersonRecord(db, site, id);
  if (person === null || identity === undefined) throw new ApiError('not_found', 'There is no customer with this id');
  const ticketIds = ticketIdsOf(site, person);
  const owners = { identityId: person.identityId, ticketIds, visitorKeys: visitorKeysOf(site, person) };
  return new StreamedReply<Export>(
    {
      exported_utc: now.toISOString(),
      identity: { ...identity, channels: new StreamedList(readHandlesOf(db, site, id)) },
      notes: new StreamedList(readNotesOf(db, site, id)),
      tickets: new StreamedList(readThreadsOf(db, site, person, now)),
      csat: new StreamedList(readCsatOf(db, site, ticketIds)),
      feedback: new StreamedList(readFeedbackOf(db, site, owners)),
      sessions: new StreamedList(readSessionsOf(db, site, owners)),
      visitors: new StreamedList(readVisitorsOf(db, site, person)),
      links: new StreamedList(readLinksOf(db, site, person.emailKeys)),
    },
    async (items, isWhole) => {
      const changes = [{ field: 'rows', from: null, to: items + 1 }];
      const outcome = isWhole ? ('ok' as const) : ('failed' as const);
      const entry: AuditEntry = {
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
