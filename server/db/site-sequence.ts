import { sql, type Reserve, type Statement } from './db.ts';

/** The first id and the first ticket number that a draw returned. */
export interface DrawnRow {
  readonly id: bigint;
  readonly number: number;
}

/** Draws consecutive ids and ticket numbers of a site. The site's row stays locked until the transaction ends. */
export function drawStatement(siteId: bigint, { ids = 0, ticketNumbers = 0 }: Reserve): Statement {
  return sql`
    update site_sequence set next_id = next_id + ${ids}::integer, next_ticket_number = next_ticket_number + ${ticketNumbers}::integer
    where site_id = ${siteId}
    returning next_id - ${ids}::integer as id, next_ticket_number - ${ticketNumbers}::integer as number`;
}

/** @throws Error if the site was deleted. */
export function requireDrawn([row]: readonly DrawnRow[], siteId: bigint): DrawnRow {
  if (row === undefined) throw new Error(`Site ${siteId} has no ids to draw: it does not exist for this handle`);
  return row;
}

/** Hands out, in order, the ids that a transaction reserved before it began. */
export class ReservedIds {
  readonly siteId: bigint;
  #id: bigint;
  #number: number;
  #idsLeft: number;
  #numbersLeft: number;

  constructor(siteId: bigint, { id, number }: DrawnRow, { ids = 0, ticketNumbers = 0 }: Reserve) {
    this.siteId = siteId;
    this.#id = id;
    this.#number = number;
    this.#idsLeft = ids;
    this.#numbersLeft = ticketNumbers;
  }

  /** Null if too few are left. */
  takeIds(count: number): bigint | null {
    if (count > this.#idsLeft) return null;
    const first = this.#id;
    this.#id += BigInt(count);
    this.#idsLeft -= count;
    return first;
  }

  /** Null if too few are left. */
  takeTicketNumbers(count: number): number | null {
    if (count > this.#numbersLeft) return null;
    const first = this.#number;
    this.#number += count;
    this.#numbersLeft -= count;
    return first;
  }
}
