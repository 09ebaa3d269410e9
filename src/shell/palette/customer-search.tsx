import { isEmail } from '#contract/scalars.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { getCustomer } from '#contract/customers.ts';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { registerPaletteSource, type Command } from '#src/ui/keys/commands.ts';
import { messages } from './customer-messages.ts';

/** Lets the command palette find a customer by a whole email address or phone number: the API knows no other way. */
export function registerCustomerSearch(): () => void {
  return registerPaletteSource({ id: 'customers', prefix: '@', search: findCustomer });
}

async function findCustomer(text: string, signal: AbortSignal): Promise<readonly Command[]> {
  const query = isEmail(text) ? { email: text } : isPhone(text) ? { phone: text } : null;
  if (query === null) return [];
  try {
    const { identity, tickets } = await call(getCustomer, { query, signal });
    const name = identity.display_name ?? identity.email ?? identity.phone ?? text;
    const address = [identity.email, identity.phone].find((part) => part !== null && part !== name);
    return [
      {
        id: `customer-${identity.id}`,
        group: 'customers',
        label: name,
        note: [address, messages.tickets(tickets.total)].filter(Boolean).join(' · '),
        glyph: <Avatar name={name} />,
        // Until customers have a page of their own: their tickets, whatever their state.
        href: `/inbox?status=all&q=${encodeURIComponent(identity.email ?? identity.phone ?? text)}`,
      },
    ];
  } catch (error) {
    if (error instanceof ApiFailure && error.kind === 'not_found') return [];
    throw error;
  }
}

/** Long enough to be nobody's ticket number. */
function isPhone(text: string): boolean {
  return text.length <= 40 && /^\+?[\d\s().-]+$/.test(text) && (text.match(/\d/g)?.length ?? 0) >= 7;
}
