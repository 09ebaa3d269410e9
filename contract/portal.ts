import * as z from 'zod/mini';
import { extension, operation, ours } from './operation.ts';
import {
  choice,
  confirmToken,
  count,
  email,
  flag,
  flagParam,
  id,
  idParam,
  intParam,
  skipParam,
  utc,
  within,
} from './scalars.ts';
import { searchParam } from './session-fields.ts';

export const PORTAL_STATES = ['active', 'expired', 'revoked'] as const;
export type PortalState = (typeof PORTAL_STATES)[number];

/** Days that a link can work at most. */
export const MAX_LINK_DAYS = 365;
/** The same for one that a browser session issues without sending its API token once more. */
export const MAX_SESSION_LINK_DAYS = 30;

const expiryDays = within(1, MAX_LINK_DAYS);

/**
 * Gives a customer a link to their own tickets. A browser session sends its API token once more, as `confirm_token`, for
 * a link of more than 30 days. See docs/api.md, "Portal tokens".
 */
export const issuePortalToken = operation({
  name: 'issuePortalToken',
  resource: 'portal_token',
  aliases: [],
  method: 'POST',
  scope: 'portal_tokens:write',
  keyed: true,
  extension: null,
  query: z.object({}),
  body: z.strictObject({
    requester_email: email,
    expiry_days: z._default(expiryDays, 30),
    reuse_active: z._default(flag, true),
    confirm_token: extension('sessions', confirmToken),
  }),
  reply: z.object({
    id,
    requester_email: z.string(),
    /** Another service may not show a link again that it answers as reused. */
    token: ours(z.string()),
    token_url: ours(z.string()),
    expires_utc: utc,
    use_count: count,
    /** The token was there already: same id, same expiry, same link. */
    reused: ours(z.boolean()),
  }),
  shape: 'envelope',
  csv: null,
  errors: ['conflict'],
  touches: ['portal_tokens', 'health', 'health_overview', 'ticket', 'migrate_status', 'customer_timeline'],
});

export const revokePortalToken = operation({
  name: 'revokePortalToken',
  resource: 'portal_token',
  aliases: [],
  method: 'DELETE',
  scope: 'portal_tokens:write',
  keyed: false,
  extension: null,
  query: z.object({ id: idParam }),
  body: null,
  reply: z.object({ id, revoked: z.literal(true), revoked_utc: utc }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: ['portal_tokens', 'health', 'health_overview', 'ticket', 'migrate_status', 'customer_timeline'],
});

const portalToken = z.object({
  id,
  requester_email: z.string(),
  state: z.enum(PORTAL_STATES),
  use_count: count,
  created_utc: utc,
  expires_utc: utc,
  last_used_utc: z.nullable(utc),
  revoked_utc: z.nullable(utc),
  issued_by: z.string(),
  /** The customer who has this address by now, also after a merge; null if no one has it. */
  customer_identity_id: extension('identity_tools', z.nullable(id)),
  /** The address is another one than the customer's own: it came with a merge. */
  customer_merged: extension('identity_tools', z.boolean()),
  /** The link does not open until the customer is unblocked. */
  customer_blocked: extension('identity_tools', z.boolean()),
});
export type PortalTokenRecord = z.output<typeof portalToken>;

/** The newest first; or the first to expire first. */
export const PORTAL_ORDERS = ['created', 'expires'] as const;
export type PortalOrder = (typeof PORTAL_ORDERS)[number];

/** From how many openings on a link counts as one that many people may have. */
export const MANY_USES = 10;
/** Days before its end in which a link expires soon. */
export const SOON_DAYS = 7;

const portalFacets = z.object({
  state: z.object({ active: count, expired: count, revoked: count }),
  /** Active ones that end within SOON_DAYS days. */
  expiring: count,
  /** Active links that were never opened. */
  unused: count,
  /** Active ones that were opened MANY_USES times or more. */
  many_uses: count,
});
export type PortalFacets = z.output<typeof portalFacets>;

/** Every link that was given out, without its secret. See docs/api.md, "Portal token list". */
export const listPortalTokens = operation({
  name: 'listPortalTokens',
  resource: 'portal_tokens',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'portal_tokens_list',
  query: z.object({
    state: z.optional(choice(PORTAL_STATES)),
    email: z.optional(email),
    /** Active ones that end within so many days. */
    expiring_days: z.optional(intParam(1, 365)),
    /** Links that were never opened. */
    unused: z.optional(flagParam),
    /** Opened at least so often. */
    min_uses: z.optional(intParam(1, 1_000_000)),
    /** Every word occurs in the address. */
    q: z.optional(searchParam),
    order_by: z._default(choice(PORTAL_ORDERS), 'created'),
    /** Answers how many links of the site each filter finds. */
    facets: z.optional(flagParam),
    limit: z._default(intParam(1, 200), 50),
    skip: z._default(skipParam, 0),
  }),
  body: null,
  reply: z.object({ items: z.array(portalToken), total_count: count, facets: z.optional(portalFacets) }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

const MAX_IDS = 1_000;
const ids = { error: `must be a list of 1 to ${MAX_IDS} ids` };

/** Ends many links at once. See docs/api.md, "Portal token list". */
export const revokePortalTokens = operation({
  name: 'revokePortalTokens',
  resource: 'portal_tokens',
  aliases: [],
  method: 'POST',
  scope: 'portal_tokens:write',
  keyed: false,
  extension: 'portal_tokens_list',
  query: z.object({}),
  body: z.strictObject({
    action: z.literal('revoke', { error: 'must be revoke' }),
    ids: z.optional(z.array(id, ids).check(z.minLength(1, ids), z.maxLength(MAX_IDS, ids))),
    requester_email: z.optional(email),
    dry_run: z.optional(flag),
  }),
  reply: z.object({ matched: count, revoked: count, ids: z.array(id), dry_run: z.boolean() }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: ['portal_tokens', 'health', 'health_overview', 'ticket', 'migrate_status', 'customer_timeline'],
});
