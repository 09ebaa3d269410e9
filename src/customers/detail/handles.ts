import { useQuery } from '@tanstack/react-query';
import { bindChannel, unbindChannel } from '#contract/channels.ts';
import { isWorldwide, phoneKey } from '#contract/contact-keys.ts';
import {
  listCustomerIdentities,
  type ChannelHandle,
  type Channel,
  getCustomer,
  type Customer,
} from '#contract/customers.ts';
import type { Country } from '#contract/dialling.ts';
import { isEmail } from '#contract/scalars.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { patchQueries } from '#src/api/patch-queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';
import { inverse, write } from '#src/api/write.ts';
import { useSettled } from '#src/browser/use-settled.ts';
import { customerName } from '#src/customers/contact.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { Undoable } from '#src/undo/undo-entry.ts';
import { messages } from './messages.ts';
import type { OpenCustomer } from '#src/customers/open-customer.ts';

export type Handle = Pick<ChannelHandle, 'channel' | 'external_user_id' | 'display_handle'>;
export type HandleKey = Pick<Handle, 'channel' | 'external_user_id'>;

/** "Instagram 17841405822304". */
export function nameOf({ channel, external_user_id: id }: HandleKey): string {
  return messages.channels.name(channelWord(channel), id);
}

function isSame(a: HandleKey, b: HandleKey): boolean {
  return a.channel === b.channel && a.external_user_id === b.external_user_id;
}

/** Another customer who has a handle. */
export interface Owner {
  readonly id: bigint;
  readonly name: string;
}

/** The customer with a handle; needs `identity_tools`. */
function ownerOptions({ channel, external_user_id }: HandleKey) {
  return { ...read(listCustomerIdentities, { channel, external_user_id, limit: 1 }), staleTime: 0 };
}

/** @throws ApiFailure */
export async function findOwner(key: HandleKey): Promise<Owner | null> {
  const [found] = (await queryClient.fetchQuery(ownerOptions(key))).items;
  return found === undefined ? null : { id: found.id, name: customerName(found) };
}

export type OwnerState =
  | { readonly kind: 'idle' | 'looking' | 'own' | 'free' | 'unknown' | 'cannot-ask' }
  | { readonly kind: 'taken'; readonly owner: Owner };

/** Looks up the owner of the typed handle; `key` is null while it isn't valid. */
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

interface HandleCheck {
  /** As it is sent: trimmed, a number without separators. */
  readonly value: string;
  /** Why it can't be bound. */
  readonly problem: string | null;
  /** Why it looks wrong; it can still be bound. */
  readonly doubt: string | null;
}

const META_ID = /^[0-9]{5,20}$/;
const META_NAME = /^@?[a-z0-9](?:[a-z0-9._]{0,48}[a-z0-9_])?$/i;

/** Judges a handle by the rules of its channel: numbers and addresses strictly, ids of Messenger and Instagram not. */
export function checkHandle(channel: Channel, typed: string, country: Country | null): HandleCheck {
  const trimmed = typed.trim();
  const fine = (value: string): HandleCheck => ({ value, problem: null, doubt: null });
  if (trimmed === '') return fine('');
  switch (channel) {
    case 'whatsapp':
    case 'sms': {
      const value = phoneKey(trimmed, country) ?? trimmed;
      return { ...fine(value), problem: isWorldwide(value) ? null : messages.binding.badNumber };
    }
    case 'email':
      return { ...fine(trimmed), problem: isEmail(trimmed) ? null : messages.binding.badEmail };
    default: {
      const isUsual = META_ID.test(trimmed) || META_NAME.test(trimmed);
      return { ...fine(trimmed), doubt: isUsual ? null : messages.binding.doubt };
    }
  }
}

const texts = messages.channels;

/** The inverse of a change of a handle; null if nothing changed. */
export interface HandleChange {
  readonly wayBack: Undoable | null;
}

/**
 * Binds a handle to the customer. Undo unbinds it, restores its display handle, or returns it to the other customer.
 * @param owner the customer who has it now; undefined if the service can't tell
 * @throws ApiFailure
 */
export async function bindHandle(
  open: OpenCustomer,
  wanted: Handle,
  owner: Owner | null | undefined,
): Promise<HandleChange> {
  const { id, channels } = open.customer.identity;
  const own = channels.find((handle) => isSame(handle, wanted));
  const from = owner && owner.id !== id ? { owner, handle: await handleOf(owner.id, wanted) } : null;
  const { display_handle: now } = await write(bindChannel, bindingOf(id, wanted));
  const name = nameOf(wanted);
  if (from !== null) {
    const text = texts.didMove(name, from.owner.name);
    return { wayBack: { text, undo: putBack(from.owner.id, from.handle, now) } };
  }
  if (own === undefined) return { wayBack: { text: texts.didBind(name), undo: takeAway(wanted) } };
  if (own.display_handle !== now) return { wayBack: { text: texts.didRename(name), undo: putBack(id, own, now) } };
  toast({ kind: 'done', text: texts.didRefresh });
  return { wayBack: null };
}

/** @throws ApiFailure */
export async function unbindHandle(open: OpenCustomer, handle: Handle): Promise<HandleChange> {
  await write(unbindChannel, { query: keyOf(handle) });
  const undo = putBack(open.customer.identity.id, handle, null);
  return { wayBack: { text: texts.didUnbind(nameOf(handle)), undo } };
}

/** Hides a handle before it is unbound. @returns shows it again */
export async function hideHandle({ queryKey }: OpenCustomer, gone: HandleKey): Promise<() => void> {
  return patchQueries<Customer>({ queryKey, exact: true }, (customer) => {
    const { identity } = customer;
    const channels = identity.channels.filter((handle) => !isSame(handle, gone));
    return { ...customer, identity: { ...identity, channels } };
  });
}

/** The site turned out to have no channels. */
export function isNotDeployed(error: unknown): boolean {
  return error instanceof ApiFailure && (error.code === 'bind_failed' || error.code === 'unbind_failed');
}

function keyOf({ channel, external_user_id }: HandleKey): HandleKey {
  return { channel, external_user_id };
}

function bindingOf(id: bigint, { display_handle, ...key }: Handle) {
  // An absent display handle stays; an empty one removes it.
  return { body: { ...keyOf(key), identity_id: id, ...(display_handle === null ? {} : { display_handle }) } };
}

/** The handle as another customer has it. */
async function handleOf(id: bigint, key: HandleKey): Promise<Handle> {
  const { identity } = await call(getCustomer, { query: { identity_id: id } });
  return identity.channels.find((handle) => isSame(handle, key)) ?? { ...key, display_handle: null };
}

/** @param now its display handle before this */
function putBack(id: bigint, handle: Handle, now: string | null) {
  const display_handle = handle.display_handle ?? (now === null ? null : '');
  const failed = (why: string) => texts.undoFailed(nameOf(handle), why);
  return inverse(bindChannel, bindingOf(id, { ...handle, display_handle }), { failed });
}

function takeAway(handle: Handle) {
  const failed = (why: string) => texts.undoFailed(nameOf(handle), why);
  return inverse(unbindChannel, { query: keyOf(handle) }, { failed });
}
