import type { CustomerRow } from './customer-row.sql.ts';

export interface ReplacedContact {
  readonly kind: 'email' | 'phone';
  readonly value: string;
  /** Its matched form. */
  readonly key: string;
}

export interface MergedFields {
  readonly row: CustomerRow;
  /** The merged customer's email and phone, if they differ from the survivor's. */
  readonly lost: readonly ReplacedContact[];
  /** The merged customer's name, if it differs from the survivor's. */
  readonly lostName: string | null;
}

/**
 * The survivor after a merge: its own values, or the other's if it has none. The period of first and last seen covers
 * both, and the earlier block stays. See docs/api.md, "Merging customers".
 */
export function mergeFields(survivor: CustomerRow, merged: CustomerRow): MergedFields {
  const emailOf = survivor.email === null ? merged : survivor;
  const phoneOf = survivor.phone === null ? merged : survivor;
  const row = {
    ...survivor,
    email: emailOf.email,
    email_key: emailOf.email_key,
    phone: phoneOf.phone,
    phone_key: phoneOf.phone_key,
    display_name: survivor.display_name ?? merged.display_name,
    ticket_count: survivor.ticket_count + merged.ticket_count,
    first_seen_utc: least(survivor.first_seen_utc, merged.first_seen_utc),
    last_seen_utc: greatest(survivor.last_seen_utc, merged.last_seen_utc),
    blocked_utc: firstBlocked(survivor.blocked_utc, merged.blocked_utc),
    version: survivor.version + 1,
  };
  const { email, email_key, phone, phone_key } = merged;
  const lost: ReplacedContact[] = [];
  if (email !== null && email_key !== null && email_key !== row.email_key)
    lost.push({ kind: 'email', value: email, key: email_key });
  if (phone !== null && phone_key !== null && phone_key !== row.phone_key)
    lost.push({ kind: 'phone', value: phone, key: phone_key });
  const lostName = merged.display_name === row.display_name ? null : merged.display_name;
  return { row, lost, lostName };
}

// Timestamps have one text format, so they compare as text.

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

/** The label of a customer in receipts. */
export function labelOf(row: CustomerRow): string | null {
  return row.display_name ?? row.email ?? row.phone;
}
