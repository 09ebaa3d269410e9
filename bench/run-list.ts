import * as z from 'zod/mini';
import { writeJson } from '#contract/json.ts';
import { listTickets as row } from '#contract/tickets.ts';
import type { Database } from '#server/db/db.ts';
import type { Call } from '#server/operation/call.ts';
import { LiveToken } from '#server/tokens/live-token.ts';
import { TEST_ACTOR, TEST_CONFIG, TEST_KEYS } from '#server/testing/service.ts';
import { listTickets } from '#server/tickets/tickets.ts';

/** The list from its parameters to its JSON text, as the service makes it behind authentication. */
export function listRunner(database: Database, siteId: number): (query: string) => Promise<string> {
  const token = new LiveToken(
    {
      token_id: 1n,
      token_prefix: 'sck_bench',
      label: 'Bench',
      scopes: ['*'],
      rate_limit_per_min: 1_000_000,
      agent_id: null,
      request_count: 0n,
      created_utc: '2026-01-01T00:00:00.000Z',
      last_used_utc: null,
      expires_utc: null,
      revoked_utc: null,
      site_id: BigInt(siteId),
      site_name: 'Bench',
      time_zone: 'UTC',
      is_demo: false,
      country: null,
      undeployed: [],
    },
    0,
  );
  return async (query) => {
    const call: Call<typeof row> = {
      db: database.forSite(BigInt(siteId)),
      site: token.site,
      token,
      actor: TEST_ACTOR,
      now: new Date(),
      extensions: true,
      config: TEST_CONFIG,
      keys: TEST_KEYS,
      aiProvider: null,
      monotonicMs: () => performance.now(),
      storeIdempotentReply: () => Promise.resolve(),
      resolveHost: () => Promise.resolve([]),
      query: z.parse(row.query, Object.fromEntries(new URLSearchParams(query))),
      body: undefined,
      upload: null,
    };
    return writeJson(await listTickets(call));
  };
}
