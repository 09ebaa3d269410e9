import { messages } from './messages.ts';

interface Named {
  readonly id: bigint;
  readonly email: string | null;
  readonly phone: string | null;
  readonly display_name: string | null;
}

/** Name of a customer: the display name, else the email, else the phone, else "Identity 30418". */
export function customerName({ id, email, phone, display_name: name }: Named): string {
  return name ?? email ?? phone ?? messages.identity(id.toString());
}
