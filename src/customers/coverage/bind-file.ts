import { isWorldwide, phoneKey } from '#contract/contact-keys.ts';
import type { Channel, ListedCustomer } from '#contract/customers.ts';
import type { Country } from '#contract/dialling.ts';
import { csvFile } from '#contract/csv.ts';

/** The columns that bulk bind knows. */
const COLUMNS = ['channel', 'external_user_id', 'email', 'display_handle', 'phone'] as const;

export interface BindFile {
  readonly text: string;
  /** Rows that can be bound as they are. */
  readonly ready: number;
  /** Rows whose id has to be filled in. */
  readonly missing: number;
  /** Customers without email and phone: bulk bind would not know whose the handle is. */
  readonly unnamed: number;
}

/** Sources that can fill in the id of a channel. */
export function idSource(channel: Channel): 'phone' | 'email' | null {
  if (channel === 'whatsapp' || channel === 'sms') return 'phone';
  return channel === 'email' ? 'email' : null;
}

/**
 * A file for bulk bind: one row for each customer, with the id of the channel where the record has one. An id that two
 * customers share is left to a hand: a handle belongs to one.
 */
export function bindFile(channel: Channel, customers: readonly ListedCustomer[], country: Country | null): BindFile {
  const named = customers.flatMap(({ email, phone: written }) => {
    if (email === null && written === null) return [];
    const phone = written === null ? null : (phoneKey(written, country) ?? written);
    return [{ id: idOf(channel, email, phone), email, phone }];
  });
  const owners = new Map<string | null, number>();
  for (const { id } of named) owners.set(id, (owners.get(id) ?? 0) + 1);
  const rows = named.map(({ id, email, phone }) => {
    const own = owners.get(id) === 1 ? id : null;
    return [channel, own, email, null, phone] as const;
  });
  const ready = rows.filter(([, id]) => id !== null).length;
  return {
    text: csvFile(COLUMNS, rows),
    ready,
    missing: rows.length - ready,
    unnamed: customers.length - named.length,
  };
}

function idOf(channel: Channel, email: string | null, phone: string | null): string | null {
  const source = idSource(channel);
  if (source === 'email') return email;
  return source === 'phone' && phone !== null && isWorldwide(phone) ? phone : null;
}
