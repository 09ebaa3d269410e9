import { isPhone, isWorldwide, phoneKey } from '#contract/contact-keys.ts';
import { getCustomer, type Customer, type CustomerIdentity } from '#contract/customers.ts';
import { readPayload } from '#contract/read-payload.ts';
import { isEmail } from '#contract/scalars.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { defineMessages } from '#src/i18n/messages.ts';

/** Reads a whole email or phone; null for other texts. */
export function contactOf(text: string): { readonly email: string } | { readonly phone: string } | null {
  const bare = text.trim();
  if (isEmail(bare)) return { email: bare };
  return isPhone(bare) ? { phone: bare } : null;
}

/** No customer has this email or phone, or the service cannot look it up. */
export function isUnknown(error: Error | null): boolean {
  return error instanceof ApiFailure && (error.kind === 'not_found' || error.kind === 'bad_request');
}

/** The customer of a 409: the current state of the one to be changed, or the owner of the email or phone. */
export function currentOf(error: unknown): Customer['identity'] | null {
  if (!(error instanceof ApiFailure) || error.kind !== 'conflict' || error.current === undefined) return null;
  try {
    return readPayload(getCustomer, { ok: true, data: error.current }).identity;
  } catch {
    return null;
  }
}

const NUMBER = /^\+?[0-9]{5,15}$/;

/** `mailto:` for a valid address, else null. */
export function mailHref(email: string): string | null {
  return isEmail(email) ? `mailto:${encodeURIComponent(email).replace('%40', '@')}` : null;
}

/** `tel:` for a number that can be dialled, else null. */
export function callHref(phone: string): string | null {
  const key = phoneKey(phone, null);
  return key !== null && NUMBER.test(key) ? `tel:${key}` : null;
}

/** A WhatsApp chat for a number with its country code, else null. */
export function whatsAppHref(phone: string): string | null {
  const key = phoneKey(phone, null);
  return key !== null && isWorldwide(key) ? `https://wa.me/${key.slice(1)}` : null;
}

const messages = defineMessages({ identity: (id: string) => `Customer ${id}` });

/** Name of a customer: the display name, else the email, else the phone, else "Customer 30418". */
export function customerName({
  id,
  email,
  phone,
  display_name: name,
}: Pick<CustomerIdentity, 'id' | 'email' | 'phone' | 'display_name'>): string {
  return name ?? email ?? phone ?? identityName(id);
}

/**
 * When the customer was last seen. Null with no ticket and no moment after the first: the service then answers when the
 * record was made, by an import for example.
 */
export function lastSeenOf({
  ticket_count: tickets,
  first_seen_utc: first,
  last_seen_utc: last,
}: Pick<CustomerIdentity, 'ticket_count' | 'first_seen_utc' | 'last_seen_utc'>): string | null {
  return tickets === 0 && last === first ? null : last;
}

/** The name of a customer without any other data. */
export function identityName(id: bigint): string {
  return messages.identity(id.toString());
}
