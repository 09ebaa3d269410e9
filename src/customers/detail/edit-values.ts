import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import type { Country } from '#contract/dialling.ts';
import type { updateCustomer } from '#contract/customer-writes.ts';
import type { Customer, CustomerIdentity } from '#contract/customers.ts';
import type { Body } from '#contract/operation.ts';

export const FIELDS = ['display_name', 'email', 'phone'] as const;
export type Field = (typeof FIELDS)[number];
export type EditValues = Record<Field, string>;
export type EditBody = Body<typeof updateCustomer>;
export type Identity = Customer['identity'];

export function valuesOf(identity: Pick<CustomerIdentity, Field>): EditValues {
  const { display_name, email, phone } = identity;
  return { display_name: display_name ?? '', email: email ?? '', phone: phone ?? '' };
}

/** Only what is different from `base`; an emptied field is cleared. */
export function bodyOf(values: EditValues, base: Identity): EditBody {
  const before = valuesOf(base);
  const changed = FIELDS.filter((field) => values[field].trim() !== before[field].trim());
  const fields = Object.fromEntries(changed.map((field) => [field, values[field].trim() || null]));
  return { id: base.id, ...fields, ...(base.version === undefined ? {} : { version: base.version }) };
}

/** The fields that another person has changed since `base`, and that the form would not save as they are now. */
export function conflictsOf(values: EditValues, base: Identity, theirs: Identity): readonly Field[] {
  const [before, now] = [valuesOf(base), valuesOf(theirs)];
  return FIELDS.filter((field) => now[field] !== before[field] && values[field].trim() !== now[field]);
}

/** The newer one. */
export function newest(a: Identity, b: Identity | null): Identity {
  return b !== null && (b.version ?? 0) > (a.version ?? 0) ? b : a;
}

/** Which of the two the other customer has. */
export function takenField(values: EditValues, owner: CustomerIdentity, country: Country | null): 'email' | 'phone' {
  const isEmailTheirs = owner.email !== null && emailKey(owner.email) === emailKey(values.email.trim());
  if (isEmailTheirs || owner.phone === null) return 'email';
  return phoneKey(owner.phone, country) === phoneKey(values.phone, country) ? 'phone' : 'email';
}
