import type { TicketLink } from '#contract/tickets.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { findPortalTokens, portalTokenCondition } from './portal-list.sql.ts';
import { emailKey } from '#contract/contact-keys.ts';

const MAX = 20;

/** The links that were given to an address, newest first, each labelled by its state; the newest 20. */
export async function findPortalLinks(
  db: Db,
  site: SiteRef,
  { requester_email: email }: { readonly requester_email: string | null },
  now: Date,
): Promise<TicketLink[]> {
  if (email === null) return [];
  const where = portalTokenCondition(site.id, { now, emailKey: emailKey(email) });
  const tokens = await findPortalTokens(db, where, { now, limit: MAX });
  return tokens.map(({ id, state }) => ({ kind: 'portal_token', id: id.toString(), label: state }));
}
