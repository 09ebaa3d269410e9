import type { TicketLink } from '#contract/tickets.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { countPortalStates, findPortalTokens, portalTokenCondition } from './portal-list.sql.ts';
import { emailKey } from '#contract/contact-keys.ts';
import type { MigrationStatus } from '#contract/migration.ts';

const MAX = 20;

/** The newest 20 links issued to a requester, newest first, labelled by state. */
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

/** The number of links per present state, and their total uses. */
export function countPortalTokens(db: Db, site: SiteRef, now: Date): Promise<MigrationStatus['portal_tokens']> {
  return countPortalStates(db, site.id, now);
}
