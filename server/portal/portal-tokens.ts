import type { Body } from '#contract/operation.ts';
import type {
  listPortalTokens as ListPortalTokens,
  PortalTokenRecord,
  revokePortalTokens as RevokePortalTokens,
} from '#contract/portal.ts';
import { findCustomersOfEmails } from '#server/customers/customers-of-emails.ts';
import { FEW_IDS, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { totalCount } from '#server/operation/total-count.ts';
import { countPortalFacets, countPortalTokens, findPortalTokens, portalTokenCondition } from './portal-list.sql.ts';
import { lockRevocable, updateManyRevoked, type RevokeSelection } from './portal-tokens.sql.ts';
import { recordRevocations } from './record-revocations.ts';
import { emailKey } from '#contract/contact-keys.ts';

const DAY_MS = 86_400_000;
const MAX = 10_000;

/** GET portal_tokens, newest first, without secrets. See docs/api.md, "Portal token list". */
export const listPortalTokens: Handler<typeof ListPortalTokens> = async ({ db, site, query, now }) => {
  const { state, email, expiring_days: days, unused, order_by: order, limit, skip } = query;
  const filter = {
    now,
    state,
    emailKey: email === undefined ? undefined : emailKey(email),
    words: (query.q ?? '').split(/\s+/).filter((word) => word !== ''),
    expiringBefore: days === undefined ? undefined : new Date(now.getTime() + days * DAY_MS),
    unused,
    minUses: query.min_uses,
  };
  const where = portalTokenCondition(site.id, filter);
  const lines = await findPortalTokens(db, where, { now, limit, skip, order });
  const total_count = await totalCount(lines, query, () => countPortalTokens(db, site.id, filter));
  const facets = query.facets === true ? { facets: await countPortalFacets(db, site.id, filter) } : {};
  return { items: await withCustomers(db, site, lines), total_count, ...facets };
};

/** Adds the customer who has the address now. */
async function withCustomers(
  db: Db,
  site: SiteRef,
  lines: Awaited<ReturnType<typeof findPortalTokens>>,
): Promise<PortalTokenRecord[]> {
  const customers = await findCustomersOfEmails(db, site, [...new Set(lines.map((line) => line.email_key))]);
  return lines.map(({ email_key, ...line }) => {
    const customer = customers.get(email_key);
    return {
      ...line,
      customer_identity_id: customer?.id ?? null,
      customer_merged: customer?.is_merged ?? false,
      customer_blocked: customer?.is_blocked ?? false,
    };
  });
}

/**
 * POST portal_tokens: revokes all selected links that are not revoked yet, or none. Expired links are revoked too, because
 * setting the clock back must not reactivate them.
 * @throws ApiError missing_field, bad_field for more than one selection or over 10,000 links
 */
export const revokePortalTokens: Handler<typeof RevokePortalTokens> = ({ db, site, body, actor, now }) => {
  const selection = readSelection(body);
  const dry_run = body.dry_run ?? false;
  return db.transaction(async (db) => {
    const ids = await lockRevocable(db, site.id, selection, MAX + 1);
    if (ids.length > MAX) throw new ApiError('bad_field', `More than ${MAX} links match: choose fewer of them`);
    if (dry_run) return { matched: ids.length, revoked: 0, ids, dry_run };
    const rows = await updateManyRevoked(db, site.id, ids, now);
    await recordRevocations(db, site, rows, { actor, now });
    return { matched: ids.length, revoked: rows.length, ids, dry_run };
  }, FEW_IDS);
};

function readSelection({ ids, requester_email: email }: Body<typeof RevokePortalTokens>): RevokeSelection {
  if (ids !== undefined && email !== undefined)
    throw new ApiError('bad_field', 'Give only one of ids and requester_email');
  if (ids !== undefined) return { ids };
  if (email !== undefined) return { emailKey: emailKey(email) };
  throw new ApiError('missing_field', 'Give ids or requester_email');
}
