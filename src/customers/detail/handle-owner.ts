import { useQuery } from '@tanstack/react-query';
import { listCustomerIdentities, type ChannelHandle } from '#contract/customers.ts';
import { queryClient } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';
import { useSettled } from '#src/browser/use-settled.ts';
import { customerName } from '#src/customers/customer-name.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { messages } from './messages.ts';
import type { OpenCustomer } from './open-customer.ts';

export type Handle = Pick<ChannelHandle, 'channel' | 'external_user_id' | 'display_handle'>;
export type HandleKey = Pick<Handle, 'channel' | 'external_user_id'>;

/** "Instagram 17841405822304". */
export function nameOf({ channel, external_user_id: id }: HandleKey): string {
  return messages.channels.name(channelWord(channel), id);
}

export function isSame(a: HandleKey, b: HandleKey): boolean {
  return a.channel === b.channel && a.external_user_id === b.external_user_id;
}

/** Another customer who has a handle. */
export interface Owner {
  readonly id: bigint;
  readonly name: string;
}

/** Who has a handle now; the service needs `identity_tools`. */
function ownerOptions({ channel, external_user_id }: HandleKey) {
  return { ...read(listCustomerIdentities, { channel, external_user_id, limit: 1 }), staleTime: 0 };
}

/** Asks at once. @throws ApiFailure */
export async function findOwner(key: HandleKey): Promise<Owner | null> {
  const [found] = (await queryClient.fetchQuery(ownerOptions(key))).items;
  return found === undefined ? null : { id: found.id, name: customerName(found) };
}

/** How far the look-up of a handle's owner is. */
export type OwnerState =
  | { readonly kind: 'idle' | 'looking' | 'own' | 'free' | 'unknown' | 'cannot-ask' }
  | { readonly kind: 'taken'; readonly owner: Owner };

/** Whose the handle is that is being typed; null while it is no handle yet. What `findOwner` found counts at once. */
export function useOwner(open: OpenCustomer, key: HandleKey | null): OwnerState {
  const text = key === null ? '' : `${key.channel} ${key.external_user_id}`;
  const isSettled = useSettled(text) === text && text !== '';
  const { data, isError } = useQuery({
    ...ownerOptions(key ?? { channel: 'whatsapp', external_user_id: '' }),
    enabled: open.hasTools && isSettled,
    retry: false,
  });
  if (!open.hasTools) return { kind: 'cannot-ask' };
  if (key === null) return { kind: 'idle' };
  if (isError) return { kind: 'unknown' };
  if (data === undefined) return { kind: 'looking' };
  const [owner] = data.items;
  if (owner === undefined) return { kind: 'free' };
  if (owner.id === open.customer.identity.id) return { kind: 'own' };
  return { kind: 'taken', owner: { id: owner.id, name: customerName(owner) } };
}
