import type { Country } from '#contract/dialling.ts';
import type { Body, Operation, Query, Reply, Scope } from '#contract/operation.ts';
import type { Db } from '#server/db/db.ts';
import type { AppKeys } from '#server/secrets/app-keys.ts';
import type { AiProvider } from './ai-provider.ts';
import type { HttpConfig } from './http-config.ts';
import type { StreamedReply } from './streamed-reply.ts';

/** The time of the service. Tests set it; SQL gets it as a parameter. */
export interface Clock {
  now(): Date;
}

/** Every address behind a name, asked anew at each call; rejects or is empty where there is none. Tests have their own. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Who acts: the label of the token stands in activity and audit rows. */
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

/** Whose name stands at what is written: that of the agent, else the label. */
export type Author = Pick<Actor, 'agentId' | 'label'>;

export interface Site {
  readonly id: bigint;
  readonly name: string;
  readonly timeZone: string;
  readonly isDemo: boolean;
  /** Where it is, by which phones match; null where nobody said. */
  readonly country: Country | null;
  readonly undeployed: readonly ('channels' | 'ai_usage')[];
}

/** A site where no more than its id matters: whose rows they are. */
export type SiteRef = Pick<Site, 'id'>;

/** A site where phones are matched. */
export type ContactSite = Pick<Site, 'id' | 'country'>;

/** The token of a call; with a browser session the scopes are the session's and the rest its parent's. */
export interface CallToken {
  readonly id: bigint;
  readonly sessionId: bigint | null;
  readonly prefix: string;
  readonly label: string;
  readonly scopes: readonly Scope[];
  /** Of the API token itself: a session may have fewer. */
  readonly tokenScopes: readonly Scope[];
  readonly agentId: bigint | null;
  readonly rateLimitPerMin: number;
  readonly requestCount: bigint;
  readonly createdUtc: string;
  readonly lastUsedUtc: string | null;
  readonly expiresUtc: string | null;
  allows(scope: Scope): boolean;
}

/** A file sent as the body, stored whole. */
export interface Upload {
  /** Its bytes from the beginning. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Of its bytes, in hexadecimal digits. */
  readonly sha256: string;
  /** False once the sender has gone, and nobody waits for the answer. */
  isWanted(): boolean;
  /** How many transactions the work may have at a time. */
  readonly maxTransactions: number;
  /**
   * Does the work when no other file of this site is worked on.
   * @throws ApiError overloaded after 120 seconds of waiting.
   */
  runAlone<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Everything a handler knows of one call. `db` is bound to the site. */
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
  /** For measuring how long something took; no clock step moves it. */
  readonly monotonicMs: () => number;
  /** Keeps the answer for the call's Idempotency-Key, in the transaction of the work; nothing without a key. */
  readonly keepAnswer: (db: Db, reply: Reply<Row>) => Promise<void>;
  readonly resolveHost: ResolveHost;
  readonly query: Query<Row>;
  readonly body: Body<Row>;
  /** The body of a row that takes a file. */
  readonly upload: Row extends { readonly media: string } ? Upload : null;
}

/** Streamed CSV: a header row and rows of cells, written by server/http/csv.ts. */
export interface CsvReply {
  readonly csv: AsyncIterable<readonly Record<string, unknown>[]>;
}

export type Handler<Row extends Operation> = (
  call: Call<Row>,
) => Promise<Reply<Row> | StreamedReply<Reply<Row>> | (Row['csv'] extends null ? never : CsvReply)>;
