import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSettled } from '#src/browser/use-settled.ts';
import { customerName } from '#src/customers/customer-name.ts';
import type { OpenCustomer } from '#src/customers/detail/open-customer.ts';
import { isSame, ownerOptions, type HandleKey, type Owner } from './handle-writes.ts';

/** What is known of whose a handle is. */
export type OwnerState =
  | { readonly kind: 'idle' | 'looking' | 'own' | 'free' | 'unknown' | 'cannot-ask' }
  | { readonly kind: 'taken'; readonly owner: Owner };

/** Whose the handle is that is being typed; null while it is no handle yet. */
export function useOwner(open: OpenCustomer, key: HandleKey | null) {
  const { id } = open.customer.identity;
  const text = key === null ? '' : `${key.channel} ${key.external_user_id}`;
  const isSettled = useSettled(text) === text && text !== '';
  // What the look-up right before the binding found.
  const [found, setFound] = useState<{ readonly key: HandleKey; readonly owner: Owner } | null>(null);
  const { data, isError } = useQuery({
    ...ownerOptions(key ?? { channel: 'whatsapp', external_user_id: '' }),
    enabled: open.hasTools && isSettled && key !== null,
    retry: false,
  });
  const settle = (at: HandleKey, owner: Owner) => setFound({ key: at, owner });
  return { state: stateOf(), settle };

  function stateOf(): OwnerState {
    if (key === null || !open.hasTools) return { kind: 'idle' };
    if (found !== null && isSame(found.key, key)) return { kind: 'taken', owner: found.owner };
    if (isError) return { kind: 'unknown' };
    if (data === undefined) return { kind: 'looking' };
    const [owner] = data.items;
    if (owner === undefined) return { kind: 'free' };
    return owner.id === id ? { kind: 'own' } : { kind: 'taken', owner: { id: owner.id, name: customerName(owner) } };
  }
}
