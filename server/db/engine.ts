import type { ConnectionSource } from './connection.ts';
import type { Database } from './db.ts';

/** An engine as the database layer itself sees it: the handles, and the sessions below them for scripts. */
export interface Engine {
  readonly database: Database;
  readonly source: ConnectionSource;
}
