import pg from 'pg';
import { DatabaseUnavailable, QueryError } from './errors.ts';

/** Connection lost, server stopping or starting, too many connections, time limit of a statement, out of resources. */
const UNAVAILABLE = /^(08|53|57P0[1-5]|57014|58030|25P03)/;

/** Maps a driver error: `QueryError` if the server refused a statement, else `DatabaseUnavailable`. */
export function readPostgresError(error: unknown): Error {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? 'XX000';
    if (UNAVAILABLE.test(code)) return new DatabaseUnavailable(error.message, error, code);
    return new QueryError(error.message, code, error.constraint ?? null);
  }
  // Everything else comes from the socket or the pool: refused, reset, unknown host, no connection in time.
  const message = error instanceof Error ? error.message || error.name : String(error);
  return new DatabaseUnavailable(message, error);
}
