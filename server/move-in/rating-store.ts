import type { AiPrice } from '#server/config.ts';
import { findRatedIds } from '#server/csat/find-ratings.ts';
import type { Db } from '#server/db/db.ts';
import { ingestStore } from '#server/imports/ingest-store.ts';
import { faultOf, type CheckedStore, type RowOutcome } from '#server/imports/row-store.ts';
import { readItem } from '#server/ingest/read-item.ts';
import { checkPast } from '#server/operation/field-errors.ts';
import type { Site } from '#server/operation/call.ts';
import { findImportedTickets } from '#server/tickets/known-ticket.ts';
import { objectOf, textOf } from './values.ts';

/**
 * The store of ratings of a move-in. A rating that was moved before is skipped, unlike in `admin import`: the customer may have
 * rated the ticket again since.
 * @param tickets External IDs of tickets that the same run would store
 */
export function ratingStore(
  site: Site,
  tickets: ReadonlySet<string>,
  prices: ReadonlyMap<string, AiPrice>,
): CheckedStore {
  const store = ingestStore(site, 'csat', prices);
  return {
    ...store,
    async check(db, rows, { now }) {
      const known = await findKnown(db, site, rows);
      const stored = await findImportedTickets(db, site, rows.flatMap(ticketOf));
      return rows.map((row): RowOutcome => {
        if (known.has(idOf(row))) return 'skipped';
        try {
          checkPast('created_utc', readItem('csat', row).created_utc, now);
        } catch (error) {
          return faultOf(error);
        }
        if (ticketOf(row).some((id) => stored.has(id) || tickets.has(id))) return 'imported';
        return { code: 'not_found', message: 'There is no ticket that was imported with this ticket_external_id' };
      });
    },
    async store(db, rows, context) {
      const known = await findKnown(db, site, rows);
      const left = rows.filter((row) => !known.has(idOf(row)));
      const outcomes = (await store.store(db, left, context)).values();
      return rows.map((row): RowOutcome => {
        if (known.has(idOf(row))) return 'skipped';
        const { value } = outcomes.next();
        if (value === undefined) throw new Error('a rating has no outcome');
        return value;
      });
    },
  };
}

function findKnown(db: Db, site: Site, rows: readonly object[]): Promise<Set<string>> {
  return findRatedIds(db, site, rows.map(idOf));
}

function idOf(row: object): string {
  return textOf(objectOf(row)['external_id']) ?? '';
}

function ticketOf(row: object): string[] {
  const id = textOf(objectOf(row)['ticket_external_id']);
  return id === null ? [] : [id];
}
