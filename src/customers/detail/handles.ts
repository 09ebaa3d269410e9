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
import { call } from '#src/api/call.ts';
import { patchQueries } from '#src/api/patch-queries.ts';
import { inverse, write } from '#src/api/write.ts';
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

/** The customer with a handle. @throws ApiFailure */
export async function findOwner({ channel, external_user_id }: HandleKey): Promise<Owner | null> {
  const { items } = await call(listCustomerIdentities, { query: { channel, external_user_id, limit: 1 } });
  const [found] = items;
  return found === undefined ? null : { id: found.id, name: customerName(found) };
}

/** A handle as it is sent, a number without separators, and why it can't be bound. Ids of Messenger and Instagram have no rules. */
export function checkHandle(
  channel: Channel,
  typed: string,
  country: Country | null,
): { readonly value: string; readonly problem: string | null } {
  const trimmed = typed.trim();
  if (trimmed === '') return { value: '', problem: null };
  switch (channel) {
    case 'whatsapp':
    case 'sms': {
      const value = phoneKey(trimmed, country) ?? trimmed;
      return { value, problem: isWorldwide(value) ? null : messages.binding.badNumber };
    }
    case 'email':
      return { value: trimmed, problem: isEmail(trimmed) ? null : messages.binding.badEmail };
    default:
      return { value: trimmed, problem: null };
  }
}

const texts = messages.channels;

export interface HandleChange {
  /** Null if nothing changed. */
  readonly undoable: Undoable | null;
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
    return { undoable: { text, undo: putBack(from.owner.id, from.handle, now) } };
  }
  if (own === undefined) return { undoable: { text: texts.didBind(name), undo: takeAway(wanted) } };
  if (own.display_handle !== now) return { undoable: { text: texts.didRename(name), undo: putBack(id, own, now) } };
  toast({ kind: 'done', text: texts.didRefresh });
  return { undoable: null };
}

/** @throws ApiFailure */
export async function unbindHandle(open: OpenCustomer, handle: Handle): Promise<HandleChange> {
  await write(unbindChannel, { query: keyOf(handle) });
  const undo = putBack(open.customer.identity.id, handle, null);
  return { undoable: { text: texts.didUnbind(nameOf(handle)), undo } };
}

/** Hides a handle before it is unbound. @returns shows it again */
export async function hideHandle({ queryKey }: OpenCustomer, gone: HandleKey): Promise<() => void> {
  return patchQueries<Customer>({ queryKey, exact: true }, (customer) => {
    const { identity } = customer;
    const channels = identity.channels.filter((handle) => !isSame(handle, gone));
    return { ...customer, identity: { ...identity, channels } };
  });
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
