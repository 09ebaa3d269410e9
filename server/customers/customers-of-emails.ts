import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { findOwnersOfEmails, type EmailOwner } from './customers-of-emails.sql.ts';

/**
 * Who has each of these addresses by now, by their matched form, in one query; an address of a customer who was merged
 * leads to the other one.
 */
export async function findCustomersOfEmails(
  db: Db,
  site: SiteRef,
  emailKeys: readonly string[],
): Promise<ReadonlyMap<string, EmailOwner>> {
  if (emailKeys.length === 0) return new Map();
  const rows = await findOwnersOfEmails(db, site.id, emailKeys);
  return new Map(rows.map((row) => [row.email_key, row]));
}
