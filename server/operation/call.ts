import type { Country } from '#contract/dialling.ts';
import type { Body, Operation, Query, Reply, Scope } from '#contract/operation.ts';
import type { Db } from '#server/db/db.ts';
import type { AppKeys } from '#server/secrets/app-keys.ts';
import type { AiProvider } from './ai-provider.ts';
import type { HttpConfig } from './http-config.ts';
import type { StreamedReply } from './streamed-reply.ts';

/** The time of the service. Tests set it; SQL receives it as a parameter. */
export interface Clock {
  now(): Date;
}

/** Resolves a host name to all its addresses, without a cache. Rejects or returns an empty list if there are none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** The author of a change; activity and audit rows show its label. */
export interface Actor {
  readonly kind: 'token' | 'admin' | 'system';
  readonly tokenId: bigint | null;
  readonly tokenPrefix: string | null;
  readonly label: string;
  readonly agentId: bigint | null;
  readonly requestId: string | null;
  readonly network: string | null;
  readonly userAgent: string | null;
}

/** The author shown with a comment or note: the agent if there is one, else the label. */
export type Author = Pick<Actor, 'agentId' | 'label'>;

export interface Site {
  readonly id: bigint;
  readonly name: string;
  readonly timeZone: string;
  readonly isDemo: boolean;
  /** Used to normalize phone numbers; null if not set. */
  readonly country: Country | null;
  readonly undeployed: readonly ('channels' | 'ai_usage')[];
}

/** A site where only the id matters, as the owner of rows. */
export type SiteRef = Pick<Site, 'id'>;

/** The parts of a site that matching of phone numbers needs. */
export type ContactSite = Pick<Site, 'id' | 'country'>;

/** The token of a call. In a browser session the scopes are the session's, everything else is from the parent token. */
export interface CallToken {
  readonly id: bigint;
  /** A UUID; null for a call with the API token itself. */
  readonly sessionId: string | null;
  readonly prefix: string;
  readonly label: string;
  readonly scopes: readonly Scope[];
  /** The scopes of the API token itself; a session may have fewer. */
  readonly tokenScopes: readonly Scope[];
  readonly agentId: bigint | null;
  readonly rateLimitPerMin: number;
  readonly requestCount: bigint;
  readonly createdUtc: string;
  readonly lastUsedUtc: string | null;
  readonly expiresUtc: string | null;
  allows(scope: Scope): boolean;
}

/** A file sent as the body, already stored completely. */
export interface Upload {
  /** Reads the file from the beginning. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Digest of the file in hexadecimal digits. */
  readonly sha256: string;
  /** False once the client has disconnected. */
  isWanted(): boolean;
  /** How many transactions the work may have open at the same time. */
  readonly maxTransactions: number;
  /**
   * Runs the work when no other file of this site is being processed.
   * @throws ApiError overloaded after 120 seconds of waiting.
   */
  runAlone<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** The input of a handler. `db` is bound to the site. */
export interface Call<Row extends Operation> {
  readonly db: Db;
  readonly site: Site;
  readonly token: CallToken;
  readonly actor: Actor;
  readonly now: Date;
  /** False with EXTENSIONS=0. */
  readonly extensions: boolean;
  readonly config: HttpConfig;
  readonly keys: AppKeys;
  /** Null without AI_PROVIDER_BASE_URL. */
  readonly aiProvider: AiProvider | null;
  /** A monotonic clock for measuring durations. */
  readonly monotonicMs: () => number;
  /** Stores the reply under the call's Idempotency-Key, in the transaction of the work; does nothing without a key. */
  readonly storeIdempotentReply: (db: Db, reply: Reply<Row>) => Promise<void>;
  readonly resolveHost: ResolveHost;
  readonly query: Query<Row>;
  readonly body: Body<Row>;
  /** The body if the operation takes a file. */
  readonly upload: Row extends { readonly media: string } ? Upload : null;
}

/** Streamed CSV: a header row and rows of cells, written by server/http/csv.ts. */
export interface CsvReply {
  readonly csv: AsyncIterable<readonly Record<string, unknown>[]>;
}

export type Handler<Row extends Operation> = (
  call: Call<Row>,
) => Promise<Reply<Row> | StreamedReply<Reply<Row>> | (Row['csv'] extends null ? never : CsvReply)>;
