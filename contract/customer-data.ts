import * as z from 'zod/mini';
import { review } from './ai-reviews.ts';
import { channelHandle, customerIdentity } from './customers.ts';
import { operation } from './operation.ts';
import { count, email, flag, id, idParam, integer, phone, utc } from './scalars.ts';
import { comment, ticket } from './tickets.ts';
import { plainValues } from './visitors.ts';

const portalLink = z.object({
  id,
  requester_email: z.string(),
  use_count: count,
  created_utc: utc,
  expires_utc: utc,
  last_used_utc: z.nullable(utc),
  revoked_utc: z.nullable(utc),
});

/**
 * All that is held of one person, also under the addresses that were merged into them, for a request of access.
 * See docs/api.md, "Data of one person".
 */
export const exportCustomer = operation({
  name: 'exportCustomer',
  resource: 'customer_export',
  aliases: [],
  method: 'GET',
  scope: 'admin:read',
  keyed: false,
  extension: 'identity_tools',
  query: z.object({ identity_id: idParam }),
  body: null,
  reply: z.object({
    exported_utc: utc,
    identity: z.extend(customerIdentity, {
      blocked_utc: z.nullable(utc),
      merged_from: z.array(id),
      channels: z.array(channelHandle),
    }),
    notes: z.array(z.object({ id, body: z.string(), author: z.string(), created_utc: utc })),
    tickets: z.array(z.extend(ticket, { comments: z.array(comment) })),
    csat: z.array(z.object({ ticket_id: id, score: integer, comment: z.nullable(z.string()), created_utc: utc })),
    feedback: z.array(
      z.object({
        id,
        rating: integer,
        comment: z.nullable(z.string()),
        session_id: z.nullable(z.string()),
        ticket_id: z.nullable(id),
        created_utc: utc,
      }),
    ),
    sessions: z.array(
      z.object({
        session_id: z.string(),
        channel: z.string(),
        started_utc: utc,
        ended_utc: z.nullable(utc),
        review: z.nullable(review),
        messages: z.array(
          z.object({ role: z.string(), author_name: z.nullable(z.string()), text: z.string(), created_utc: utc }),
        ),
      }),
    ),
    visitors: z.array(
      z.object({
        visitor_key: z.string(),
        email: z.nullable(z.string()),
        phone: z.nullable(z.string()),
        display_name: z.nullable(z.string()),
        attributes: plainValues,
        first_seen_utc: utc,
        last_seen_utc: utc,
        events: z.array(z.object({ event: z.string(), properties: plainValues, occurred_utc: utc })),
      }),
    ),
    links: z.array(portalLink),
  }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: [],
});

/**
 * Deletes all that is held of one person, for good. `confirm_email` is the address of the customer, or the phone where
 * there is no address. `dry_run` counts what would go, needs no confirmation and changes nothing.
 */
export const eraseCustomer = operation({
  name: 'eraseCustomer',
  resource: 'customer_erase',
  aliases: [],
  method: 'POST',
  scope: 'customers:write',
  keyed: false,
  extension: 'identity_tools',
  query: z.object({}),
  body: z.strictObject({
    identity_id: id,
    confirm_email: z.optional(z.union([email, phone], { error: 'must be the email or phone of the customer' })),
    dry_run: z.optional(flag),
  }),
  reply: z.object({
    tickets: count,
    comments: count,
    /** Ratings of their tickets, which go with these. */
    csat: count,
    handles: count,
    links: count,
    visitors: count,
    sessions: count,
    webhook_bodies: count,
    kept_answers: count,
    dry_run: z.boolean(),
  }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: [
    'customer',
    'customer_identities',
    'customer_duplicates',
    'customer_merges',
    'customer_notes',
    'customer_timeline',
    'tickets',
    'ticket',
    'ticket_comments',
    'portal_tokens',
    'visitors',
    'ai_sessions',
    'csat',
    'feedback',
    'saved_views',
    'tags',
    'webhook_deliveries',
    'health',
    'health_overview',
    'migrate_status',
  ],
});
