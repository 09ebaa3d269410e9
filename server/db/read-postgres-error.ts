import pg from 'pg';
import { DatabaseUnavailable, QueryError } from './errors.ts';

/** Connection lost, server stopping or starting, too many connections, time limit of a statement, out of resources. */
const UNAVAILABLE = /^(08|53|57P0[1-5]|57014|58030|25P03)/;

/** Maps an error of the driver to those of this layer: a refusal of the server, or no server. */
export function readPostgresError(error: unknown): Error {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? 'XX000';
    if (UNAVAILABLE.test(code)) return new DatabaseUnavailable(error.message, error, code);
    return new QueryError(error.message, code, error.constraint ?? null);
  }
  // Everything else comes from the socket or the pool: refused, reset, unknown host, nothing free in time.
  const message = error instanceof Error ? error.message || error.name : String(error);
  return new DatabaseUnavailable(message, error);
}
