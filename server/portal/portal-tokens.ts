import type { Body } from '#contract/operation.ts';
import type {
  listPortalTokens as ListPortalTokens,
  revokePortalTokens as RevokePortalTokens,
} from '#contract/portal.ts';
import { emailKey } from '#server/customers/contact-keys.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler } from '#server/operation/call.ts';
import {
  countPortalTokens,
  findPortalTokens,
  lockRevocable,
  portalTokenCondition,
  updateManyRevoked,
  type RevokeSelection,
} from './portal-tokens.sql.ts';
import { recordRevocations } from './record-revocations.ts';

const DAY_MS = 86_400_000;
const MAX = 10_000;

/** GET portal_tokens, newest first; never a secret. See docs/api.md, "Portal token list". */
export const listPortalTokens: Handler<typeof ListPortalTokens> = async ({ db, site, query, now }) => {
  const { state, email, expiring_days: days, unused, limit, skip } = query;
  const where = portalTokenCondition(site.id, {
    now,
    state,
    emailKey: email === undefined ? undefined : emailKey(email),
    expiringBefore: days === undefined ? undefined : new Date(now.getTime() + days * DAY_MS),
    unused,
  });
  const items = await findPortalTokens(db, where, { now, limit, skip });
  const isTotalKnown = items.length < limit && (items.length > 0 || skip === 0);
  return { items, total_count: isTotalKnown ? skip + items.length : await countPortalTokens(db, where) };
};

/**
 * POST portal_tokens: revokes those named that are not revoked yet, the expired ones too, so that no clock that is set
 * back brings one to life. All of them or none.
 * @throws ApiError missing_field, bad_field for more than one selection or over 10,000 tokens
 */
export const revokePortalTokens: Handler<typeof RevokePortalTokens> = ({ db, site, body, actor, now }) => {
  const selection = readSelection(body);
  const dry_run = body.dry_run ?? false;
  return db.transaction(async (db) => {
    const ids = await lockRevocable(db, site.id, selection, MAX + 1);
    if (ids.length > MAX) throw new ApiError('bad_field', `More than ${MAX} tokens match: choose fewer of them`);
    if (dry_run) return { matched: ids.length, revoked: 0, ids, dry_run };
    const rows = await updateManyRevoked(db, site.id, ids, now);
    await recordRevocations(db, site, rows, { actor, now });
    return { matched: ids.length, revoked: rows.length, ids, dry_run };
  });
};

function readSelection({ ids, requester_email: email, domain }: Body<typeof RevokePortalTokens>): RevokeSelection {
  const all: RevokeSelection[] = [];
  if (ids !== undefined) all.push({ ids });
  if (email !== undefined) all.push({ emailKey: emailKey(email) });
  if (domain !== undefined) all.push({ domain: emailKey(domain) });
  const [first, second] = all;
  if (first === undefined) throw new ApiError('missing_field', 'Give one of ids, requester_email and domain');
  if (second !== undefined) throw new ApiError('bad_field', 'Give only one of ids, requester_email and domain');
  return first;
}
