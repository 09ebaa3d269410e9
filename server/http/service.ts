import type { AiProvider } from '#server/operation/ai-provider.ts';
import type { Database } from '#server/db/db.ts';
import type { AppKeys } from '#server/secrets/app-keys.ts';
import type { TokenBook } from '#server/tokens/token-book.ts';
import type { Clock, ResolveHost } from '#server/operation/call.ts';
import type { Cors } from './cors.ts';
import type { FailedCalls } from '#server/http/limits/failed-calls.ts';
import type { HttpConfig } from '#server/operation/http-config.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { ServedResource } from './operation-table.ts';
import type { RateLimit } from '#server/http/limits/rate-limit.ts';
import type { RefusedTokens } from '#server/http/limits/refused-tokens.ts';
import type { HeavyWork } from './heavy-work.ts';
import type { LargeAnswers } from './streams/large-answers.ts';
import type { Uploads } from '#server/http/uploads/uploads.ts';

/** The dependencies that all calls share. */
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
  readonly uploads: Uploads;
  readonly largeAnswers: LargeAnswers;
  readonly heavyWork: HeavyWork;
  readonly table: ReadonlyMap<string, ServedResource>;
  /** Used for portal links, webhook secrets and the hashes of keyed calls. */
  readonly keys: AppKeys;
  /** Null without AI_PROVIDER_BASE_URL. */
  readonly aiProvider: AiProvider | null;
  readonly monotonicMs: () => number;
  readonly resolveHost: ResolveHost;
  /** Tests parse each reply with the schema of its contract row. */
  readonly checksReplies: boolean;
  readonly headers: readonly string[];
  /** The text of /v1/openapi.json, or null if that extension is off. */
  readonly openapi: (() => string) | null;
}
