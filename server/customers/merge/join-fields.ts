import type { CustomerRow } from './customer-row.sql.ts';

type Side = 'survivor' | 'merged';

/** Whose value of a field was asked for; left out, it is the survivor's. */
export interface FieldChoices {
  readonly email?: Side | undefined;
  readonly phone?: Side | undefined;
  readonly display_name?: Side | undefined;
}

export interface LostAddress {
  readonly kind: 'email' | 'phone';
  readonly value: string;
  /** Its matched form. */
  readonly key: string;
}

export interface JoinedFields {
  readonly row: CustomerRow;
  /** Email and phone that do not stay. */
  readonly lost: readonly LostAddress[];
}

/**
 * The survivor after a merge. An empty field never takes the place of a filled one, dates widen, and whoever of the two
 * was blocked first makes the result blocked. See docs/api.md, "Merging customers".
 */
export function joinFields(survivor: CustomerRow, merged: CustomerRow, choices: FieldChoices): JoinedFields {
  const emailOf = choose(choices.email, survivor.email, merged.email) === 'survivor' ? survivor : merged;
  const phoneOf = choose(choices.phone, survivor.phone, merged.phone) === 'survivor' ? survivor : merged;
  const nameOf =
    choose(choices.display_name, survivor.display_name, merged.display_name) === 'survivor' ? survivor : merged;
  const row = {
    ...survivor,
    email: emailOf.email,
    email_key: emailOf.email_key,
    phone: phoneOf.phone,
    phone_key: phoneOf.phone_key,
    display_name: nameOf.display_name,
    ticket_count: survivor.ticket_count + merged.ticket_count,
    first_seen_utc: least(survivor.first_seen_utc, merged.first_seen_utc),
    last_seen_utc: greatest(survivor.last_seen_utc, merged.last_seen_utc),
    blocked_utc: firstBlocked(survivor.blocked_utc, merged.blocked_utc),
    version: survivor.version + 1,
  };
  const other = (one: CustomerRow) => (one === survivor ? merged : survivor);
  const [email, phone] = [other(emailOf), other(phoneOf)];
  const lost: LostAddress[] = [];
  if (email.email !== null && email.email_key !== null && email.email_key !== row.email_key)
    lost.push({ kind: 'email', value: email.email, key: email.email_key });
  if (phone.phone !== null && phone.phone_key !== null && phone.phone_key !== row.phone_key)
    lost.push({ kind: 'phone', value: phone.phone, key: phone.phone_key });
  return { row, lost };
}

function choose(choice: Side | undefined, survivor: string | null, merged: string | null): Side {
  if (survivor === null) return merged === null ? 'survivor' : 'merged';
  return choice === 'merged' && merged !== null ? 'merged' : 'survivor';
}

// Instants of one form: the least as text is the earliest.

function least(one: string, other: string): string {
  return one < other ? one : other;
}

function greatest(one: string, other: string): string {
  return one > other ? one : other;
}

function firstBlocked(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return least(one, other);
}

/** The name that people use for the customer. */
export function nameOfCustomer(row: CustomerRow): string | null {
  return row.display_name ?? row.email ?? row.phone;
}
