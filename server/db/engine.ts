import type { ConnectionSource } from './connection.ts';
import type { Database } from './db.ts';

/** Logger of the database; a pino logger fits. */
export interface DatabaseLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export const SILENT_LOG: DatabaseLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** What the database layer itself works with: the handles, and the sessions below them for scripts. */
export interface Engine {
  readonly database: Database;
  /** Of the owner. */
  readonly source: ConnectionSource;
  /** Of the service; the same as `source` where both have one address. */
  readonly appSource: ConnectionSource;
  /** The service and the owner have different logins. */
  readonly hasAppLogin: boolean;
}
