import type { ConnectionSource } from './connection.ts';
import type { Database } from './db.ts';

/** Logger of the database. */
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

/** The handles, and the sessions below them, which only the database layer uses. */
export interface Engine {
  readonly database: Database;
  /** Sessions of the owner. */
  readonly source: ConnectionSource;
  /** Sessions of the service; the same as `source` if both have one address. */
  readonly appSource: ConnectionSource;
  /** Whether service and owner have different logins. */
  readonly hasAppLogin: boolean;
}
