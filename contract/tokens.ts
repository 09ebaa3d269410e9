import * as z from 'zod/mini';
import { operation, SCOPES } from './operation.ts';
import {
  agentId,
  choice,
  confirmToken,
  count,
  id,
  idParam,
  integer,
  intParam,
  skipParam,
  text,
  utc,
  within,
} from './scalars.ts';

/** Issue and revocation of API tokens. See docs/api.md, "API tokens". */

const label = text(200, 1);
const SCOPE_LIST = `must be a list of 1 to ${SCOPES.length} scopes`;

const apiToken = z.object({
  id,
  token_prefix: z.string(),
  label: z.string(),
  scopes: z.array(z.string()),
  agent_id: z.nullable(z.string()),
  rate_limit_per_min: integer,
  request_count: count,
  is_me: z.boolean(),
  created_utc: utc,
  last_used_utc: z.nullable(utc),
  expires_utc: utc,
  revoked_utc: z.nullable(utc),
  replaced_by_id: z.nullable(id),
  issued_by_token_id: z.nullable(id),
  live_sessions: count,
});
export type ApiToken = z.output<typeof apiToken>;

export const listApiTokens = operation({
  name: 'listApiTokens',
  resource: 'api_tokens',
  aliases: [],
  method: 'GET',
  scope: 'admin:read',
  keyed: false,
  extension: 'api_tokens',
  query: z.object({ limit: z._default(intParam(1, 200), 50), skip: z._default(skipParam, 0) }),
  body: null,
  reply: z.object({ items: z.array(apiToken), total_count: count }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

/**
 * A new token by `label` and `scopes`, or by `rotate_id` one that replaces another. The raw token is answered once. A
 * browser session sends its API token once more, as `confirm_token`.
 */
export const issueApiToken = operation({
  name: 'issueApiToken',
  resource: 'api_tokens',
  aliases: [],
  method: 'POST',
  scope: 'tokens:write',
  keyed: false,
  extension: 'api_tokens',
  query: z.object({}),
  body: z.strictObject({
    label: z.optional(label),
    scopes: z.optional(
      z
        .array(choice(SCOPES), { error: SCOPE_LIST })
        .check(z.minLength(1, { error: SCOPE_LIST }), z.maxLength(SCOPES.length, { error: SCOPE_LIST })),
    ),
    expires_days: z.optional(within(1, 365)),
    rate_limit_per_min: z.optional(within(1, 1_000_000)),
    agent_id: z.optional(z.nullable(agentId)),
    rotate_id: z.optional(id),
    overlap_hours: z.optional(within(0, 168)),
    confirm_token: z.optional(confirmToken),
  }),
  reply: z.extend(apiToken, { token: z.string() }),
  shape: 'envelope',
  csv: null,
  errors: ['insufficient_scope', 'not_found', 'conflict'],
  touches: ['api_tokens'],
});

export const updateApiToken = operation({
  name: 'updateApiToken',
  resource: 'api_tokens',
  aliases: [],
  method: 'PATCH',
  scope: 'tokens:write',
  keyed: false,
  extension: 'api_tokens',
  query: z.object({}),
  body: z.strictObject({ id, label, confirm_token: z.optional(confirmToken) }),
  reply: apiToken,
  shape: 'envelope',
  csv: null,
  errors: ['insufficient_scope', 'not_found'],
  touches: ['api_tokens', 'whoami'],
});

/** Ends a token and its browser sessions; the row stays, and a second call answers the same. */
export const revokeApiToken = operation({
  name: 'revokeApiToken',
  resource: 'api_tokens',
  aliases: [],
  method: 'DELETE',
  scope: 'tokens:write',
  keyed: false,
  extension: 'api_tokens',
  query: z.object({ id: idParam }),
  body: null,
  reply: z.object({ id, revoked: z.literal(true) }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: ['api_tokens', 'whoami'],
});
