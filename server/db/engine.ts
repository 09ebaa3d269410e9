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

/** An engine as the database layer itself sees it: the handles, and the sessions below them for scripts. */
export interface Engine {
  readonly database: Database;
  /** Of the owner, and of the service too where both have one login. */
  readonly source: ConnectionSource;
  /** Of the service, where it has a login of its own. */
  readonly appSource?: ConnectionSource;
}
