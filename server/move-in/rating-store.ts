import { recordRatings } from '#server/csat/record-csat.ts';
import { findRatedIds } from '#server/csat/find-ratings.ts';
import { hasBlockedCustomers } from '#server/customers/blocked-customers.ts';
import type { Db } from '#server/db/db.ts';
import {
  faultOf,
  storeTogether,
  type CheckedStore,
  type RowFault,
  type RowOutcome,
} from '#server/imports/row-store.ts';
import { isBlockedItem } from '#server/ingest/blocked-item.ts';
import { readItem } from '#server/ingest/read-item.ts';
import { checkPast } from '#server/operation/field-errors.ts';
import type { Site } from '#server/operation/call.ts';
import { findImportedTickets } from '#server/tickets/known-ticket.ts';
import { objectOf, textOf } from './values.ts';

const BATCH = 100;

const NO_TICKET: RowFault = {
  code: 'not_found',
  message: 'There is no ticket that was imported with this ticket_external_id',
};
const BLOCKED: RowFault = { code: 'customer_blocked', message: 'The customer of this rating is blocked' };

/**
 * The store of ratings of a move-in, at most one of a ticket. As the kind `csat` of `admin import`, but written together, and
 * a rating that was moved before is skipped, because the customer may have rated the ticket again since.
 * @param tickets External IDs of tickets that the same run would store
 */
export function ratingStore(site: Site, tickets: ReadonlySet<string>): CheckedStore {
  return {
    kind: 'csat',
    batch: BATCH,
    async check(db, rows, { now }) {
      const plans = await planRatings(db, site, rows, now);
      return plans.map(({ outcome, row }) => {
        if (outcome === NO_TICKET && tickets.has(ticketOf(row))) return 'imported';
        return outcome ?? 'imported';
      });
    },
    async store(db, rows, context) {
      const plans = await planRatings(db, site, rows, context.now);
      const ready = plans.flatMap(({ rating }) => (rating === null ? [] : [rating]));
      const stored = await storeTogether(db, ready, async (db, ratings) => {
        const silent = { ...context, isSilent: true };
        await recordRatings(
          db,
          site,
          ratings.map((rating) => ({ ...rating, context: silent })),
        );
        return ratings.map((): RowOutcome => 'imported');
      });
      const outcomes = stored.values();
      return plans.map(({ outcome }) => {
        const found = outcome ?? outcomes.next().value;
        if (found === undefined) throw new Error('a rating has no outcome');
        return found;
      });
    },
  };
}

interface NewRating {
  readonly ticketId: bigint;
  readonly score: number;
  readonly comment: string | null;
  readonly externalId: string;
  readonly createdUtc?: string;
}

type Plan = { readonly row: object } & (
  | { readonly rating: NewRating; readonly outcome: null }
  | { readonly rating: null; readonly outcome: RowOutcome }
);

async function planRatings(db: Db, site: Site, rows: readonly object[], now: Date): Promise<Plan[]> {
  const known = await findRatedIds(db, site, rows.map(idOf));
  const tickets = await findImportedTickets(db, site, rows.map(ticketOf));
  const hasBlocked = await hasBlockedCustomers(db, site);
  const plans: Plan[] = [];
  for (const row of rows) {
    const found = known.has(idOf(row)) ? 'skipped' : readRating(row, tickets, now);
    const isBlocked =
      hasBlocked && typeof found === 'object' && 'ticketId' in found && (await isBlockedItem(db, site, found));
    if (isBlocked) plans.push({ row, rating: null, outcome: BLOCKED });
    else if (typeof found === 'object' && 'ticketId' in found) plans.push({ row, rating: found, outcome: null });
    else plans.push({ row, rating: null, outcome: found });
  }
  return plans;
}

function readRating(row: object, tickets: ReadonlyMap<string, bigint>, now: Date): NewRating | RowFault {
  try {
    const { score, comment = null, created_utc: createdUtc } = readItem('csat', row);
    checkPast('created_utc', createdUtc, now);
    const ticketId = tickets.get(ticketOf(row));
    if (ticketId === undefined) return NO_TICKET;
    return { ticketId, score, comment, externalId: idOf(row), ...(createdUtc === undefined ? {} : { createdUtc }) };
  } catch (error) {
    return faultOf(error);
  }
}

function idOf(row: object): string {
  return textOf(objectOf(row)['external_id']) ?? '';
}

function ticketOf(row: object): string {
  return textOf(objectOf(row)['ticket_external_id']) ?? '';
}
