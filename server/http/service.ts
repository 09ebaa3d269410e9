import type { Database } from '#server/db/db.ts';
import type { TokenBook } from '#server/tokens/token-book.ts';
import type { Clock } from './call.ts';
import type { Cors } from './cors.ts';
import type { FailedCalls } from './failed-calls.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { ServedResource } from './operation-table.ts';
import type { RateLimit } from './rate-limit.ts';
import type { RefusedTokens } from './refused-tokens.ts';

/** What of the configuration the HTTP side reads. */
export interface HttpConfig {
  readonly dataDir: string;
  readonly extensions: boolean;
  readonly publicUrl: string;
  readonly upstreamBaseUrl: string | null;
  readonly apiOrigins: readonly string[];
  readonly embedOrigins: readonly string[];
  readonly corsOrigins: readonly string[];
  readonly trustProxy: number;
  readonly logLevel: string;
}

/** Everything that calls share. */
export interface Service {
  readonly database: Database;
  readonly config: HttpConfig;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly cors: Cors;
  readonly tokens: TokenBook;
  readonly rateLimit: RateLimit;
  readonly failedCalls: FailedCalls;
  readonly refusedTokens: RefusedTokens;
  readonly table: ReadonlyMap<string, ServedResource>;
  /** Key of the hashes of bodies sent with an Idempotency-Key. */
  readonly secret: string | Uint8Array;
  /** Tests parse each reply with what the row promises. */
  readonly checksReplies: boolean;
  readonly headers: readonly string[];
}
