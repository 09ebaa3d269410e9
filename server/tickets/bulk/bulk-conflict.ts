import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { findLastActivity } from './bulk-tickets.sql.ts';
import type { LockedTicket } from '#server/tickets/write/locked-ticket.ts';

/** Describes each ticket that changed since the caller saw it: who changed it, when, and its state. */
export async function describeChanges(
  db: Db,
  site: SiteRef,
  tickets: readonly LockedTicket[],
): Promise<ReadonlyMap<bigint, string>> {
  if (tickets.length === 0) return new Map();
  const ids = tickets.map(({ id }) => id);
  const last = new Map((await findLastActivity(db, site.id, ids)).map((line) => [line.ticket_id, line]));
  return new Map(
    tickets.map(({ id, version }) => {
      const line = last.get(id);
      const who = line === undefined ? 'The ticket has changed' : `${line.actor} changed it at ${line.created_utc}`;
      return [id, `${who}: it is at version ${version}`];
    }),
  );
}
