import type { Body } from '#contract/operation.ts';
import type { upsertVisitor } from '#contract/visitors.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import { findIdentity } from '#server/customers/find-identity.ts';
import type { Db } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { searchText } from '#server/tickets/list/search-words.ts';
import { recordEvent } from '#server/webhooks/record-event.ts';
import { upsertAndLockVisitor, updateVisitor } from './visitor-write.sql.ts';
import { emailKey, phoneKey } from '#contract/contact-keys.ts';

/**
 * Creates or changes a visitor: absent fields keep their values, null clears them. Links the visitor to the customer of the
 * email, else of the phone, without creating one. Returns whether the visitor is new. Call inside a transaction. See
 * docs/api.md, "Visitors".
 */
export async function upsertVisitorRecord(
  db: Db,
  site: ContactSite,
  body: Body<typeof upsertVisitor>,
  context: AuditContext,
): Promise<boolean> {
  const { visitor_key: visitorKey } = body;
  const at = context.now.toISOString();
  const locked = await upsertAndLockVisitor(db, site.id, { visitorKey, searchText: searchText([visitorKey]), at });
  const email = body.email === undefined ? locked.email : body.email;
  const phone = body.phone === undefined ? locked.phone : body.phone;
  const name = body.display_name === undefined ? locked.display_name : body.display_name;
  const displayName = name === null || name.trim() === '' ? null : name;
  const customerIdentityId = await findIdentity(db, site, { email, phone });
  const keyOfPhone = phone === null ? null : phoneKey(phone, site.country);
  await updateVisitor(db, site.id, locked.id, {
    email,
    emailKey: email === null ? null : emailKey(email),
    phone,
    phoneKey: keyOfPhone,
    displayName,
    attributes: body.attributes,
    customerIdentityId,
    searchText: searchText([visitorKey, email, phone, displayName]),
  });
  const data = { id: locked.id, created: locked.is_new, customer_identity_id: customerIdentityId };
  const pii = { visitor_key: visitorKey, email, phone, display_name: displayName };
  const subject = customerIdentityId === null && email === null ? { phoneKey: keyOfPhone } : {};
  await recordEvent(db, site, { type: 'visitor.upserted', data, pii, subject }, context);
  return locked.is_new;
}
