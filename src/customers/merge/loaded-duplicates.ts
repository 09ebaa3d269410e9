import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import { nameKey } from '#contract/folded-text.ts';
import type { CustomerDuplicate } from '#contract/customer-merges.ts';
import type { CustomerIdentity } from '#contract/customers.ts';

export type LoadedPair = Pick<CustomerDuplicate, 'identities' | 'customers' | 'evidence' | 'strength'>;

/** So many last digits tell a number; what stands before them is written in many ways. */
const LAST_DIGITS = 9;
/** A number or a name that so many have is a switchboard or a family. */
const MAX_ALIKE = 5;

/**
 * Pairs that may be one person among the customers that were loaded: one phone or mailbox is strong, one name weak.
 * For services that do not compare by themselves; handles and devices are not known there.
 */
export function findLoadedPairs(customers: readonly CustomerIdentity[]): readonly LoadedPair[] {
  const pairs = new Map<string, LoadedPair>();
  for (const kind of ['phone', 'email', 'name'] as const) {
    for (const [value, alike] of groupsOf(customers, kind)) {
      if (alike.length > MAX_ALIKE) continue;
      alike.forEach((one, at) => {
        for (const other of alike.slice(at + 1)) {
          const [first, second] = other.ticket_count > one.ticket_count ? [other, one] : [one, other];
          const key = `${first.id}-${second.id}`;
          const evidence = [...(pairs.get(key)?.evidence ?? []), { kind, value }];
          const strength = evidence.some((sign) => sign.kind !== 'name') ? 'strong' : 'weak';
          pairs.set(key, {
            identities: [first.id, second.id],
            customers: [first, second],
            evidence,
            strength,
          });
        }
      });
    }
  }
  const isStrong = ({ strength }: LoadedPair): number => (strength === 'strong' ? 0 : 1);
  return [...pairs.values()].toSorted((a, b) => isStrong(a) - isStrong(b));
}

function groupsOf(
  customers: readonly CustomerIdentity[],
  kind: 'phone' | 'email' | 'name',
): ReadonlyMap<string, readonly CustomerIdentity[]> {
  const groups = new Map<string, CustomerIdentity[]>();
  for (const customer of customers) {
    const value = comparedValue(customer, kind);
    if (value === null) continue;
    const group = groups.get(value);
    if (group === undefined) groups.set(value, [customer]);
    else group.push(customer);
  }
  return groups;
}

/** What two customers are compared by; null where there is too little of it. */
function comparedValue(
  { phone, email, display_name: name }: CustomerIdentity,
  kind: 'phone' | 'email' | 'name',
): string | null {
  if (kind === 'phone') {
    const digits = (phoneKey(phone ?? '', null) ?? '').replaceAll(/\D/g, '').replace(/^0+/, '');
    return digits.length < LAST_DIGITS ? null : digits.slice(-LAST_DIGITS);
  }
  if (kind === 'email') return email === null ? null : emailKey(email).replace(/^([^+@]+)\+[^@]*@/, '$1@');
  // Of at least two words: half the world is called Anna.
  const key = nameKey(name ?? '');
  return key.includes(' ') ? key : null;
}
