import * as z from 'zod/mini';
import { bigCount, usd } from './ai-scalars.ts';
import { CHANNELS } from './customers.ts';
import { operation } from './operation.ts';
import { count, utc } from './scalars.ts';

const asset = z.object({
  imported_rows: count,
  skipped_rows: count,
  failed_rows: count,
  run_count: count,
  last_run_utc: z.nullable(utc),
});

/** How far a site has moved in. See docs/api.md, "Migration status". */
export const migrationStatus = z.object({
  tickets: asset,
  articles: asset,
  macros: asset,
  portal_tokens: z.object({ active_tokens: count, expired_tokens: count, revoked_tokens: count, total_uses: count }),
  customer_identities: z.object({ total_identified: count, with_email: count, with_phone: count }),
  channel_foundation: z.object({
    total_bound_handles: count,
    channels: z.array(
      z.object({
        channel: z.enum(CHANNELS),
        bound_handles: count,
        msg_inbound_month: count,
        msg_outbound_month: count,
      }),
    ),
  }),
  ai_usage: z.object({
    calls_month: count,
    tokens_month: bigCount,
    cost_month_usd: usd,
    errors_month: count,
    cache_hits_month: count,
  }),
});
export type MigrationStatus = z.output<typeof migrationStatus>;

export const getMigrationStatus = operation({
  name: 'getMigrationStatus',
  resource: 'migrate_status',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: null,
  reply: migrationStatus,
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});
