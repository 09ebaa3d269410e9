import type { CustomerIdentity } from '#contract/customers.ts';
import { defineMessages } from '#src/i18n/messages.ts';

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

/** What a customer is called of whom nothing else is known. */
export function identityName(id: bigint): string {
  return messages.identity(id.toString());
}
