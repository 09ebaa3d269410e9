import type {
  addCustomerNote as AddCustomerNote,
  CustomerNote,
  deleteCustomerNote as DeleteCustomerNote,
  listCustomerNotes as ListCustomerNotes,
} from '#contract/customer-notes.ts';
import { recordAudit, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import { FEW_IDS, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { listReply, wholeOrStreamed } from '#server/operation/streamed-reply.ts';
import { countNotes, deleteNote, insertNote, readNotes } from './customer-notes.sql.ts';
import { requireIdentity } from './find-identity.ts';

/** GET customer_notes. @throws ApiError not_found */
export const listCustomerNotes: Handler<typeof ListCustomerNotes> = async ({ db, site, query }) => {
  const identityId = await requireIdentity(db, site, query.identity_id);
  const { limit, skip } = query;
  const items = await wholeOrStreamed(readNotes(db, site.id, identityId, { limit, skip }));
  return listReply(items, query, () => countNotes(db, site.id, identityId));
};

/** All notes about a customer, newest first. */
export async function* readNotesOf(
  db: Db,
  site: SiteRef,
  identityId: bigint,
): AsyncGenerator<Omit<CustomerNote, 'identity_id'>[]> {
  for await (const notes of readNotes(db, site.id, identityId)) {
    yield notes.map(({ identity_id: _identityId, ...note }) => note);
  }
}

/** POST customer_notes. @throws ApiError not_found */
export const addCustomerNote: Handler<typeof AddCustomerNote> = ({ db, site, body, actor, now }) =>
  db.transaction(
    (db) =>
      addNoteRecord(db, site, { identityId: body.identity_id, body: body.body, author: actor.label }, { actor, now }),
    FEW_IDS,
  );

/** Adds a note inside the caller's transaction. The audit log never has its text. @throws ApiError not_found */
export async function addNoteRecord(
  db: Db,
  site: SiteRef,
  note: { readonly identityId: bigint; readonly body: string; readonly author: string },
  context: AuditContext,
): Promise<CustomerNote> {
  const identityId = await requireIdentity(db, site, note.identityId);
  const row = await insertNote(db, site.id, { ...note, identityId, now: context.now });
  if (row === undefined) throw new ApiError('not_found', 'There is no customer with this id');
  await audit(db, site, 'customer_note.create', row.id, context);
  return row;
}

/** DELETE customer_notes. @throws ApiError not_found */
export const deleteCustomerNote: Handler<typeof DeleteCustomerNote> = ({ db, site, query: { id }, actor, now }) =>
  db.transaction(async (db) => {
    if (!(await deleteNote(db, site.id, id))) throw new ApiError('not_found', 'There is no note with this id');
    await audit(db, site, 'customer_note.delete', id, { actor, now });
    return { id, deleted: true };
  }, FEW_IDS);

async function audit(
  db: Db,
  site: SiteRef,
  action: AuditEntry['action'],
  id: bigint,
  context: AuditContext,
): Promise<void> {
  const entry: AuditEntry = { action, objectType: 'customer_note', objectId: id.toString(), changes: [] };
  await recordAudit(db, site, entry, context);
}
