import { bindChannel, unbindChannel } from '#contract/channels.ts';
import { getCustomer, type Customer } from '#contract/customers.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { patchQueries } from '#src/api/patch-queries.ts';
import { inverse, write } from '#src/api/write.ts';
import type { Undoable } from '#src/undo/undo-entry.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { isSame, nameOf, type Handle, type HandleKey, type Owner } from './handle-owner.ts';
import { messages } from './messages.ts';
import type { OpenCustomer } from './open-customer.ts';

const texts = messages.channels;

/** The way back of a change of a handle; null where nothing was changed. */
export interface HandleChange {
  readonly wayBack: Undoable | null;
}

/**
 * Binds a handle here. The way back: to nobody, to the display handle before, or to the customer that it came from.
 * @param owner the customer who has it now; undefined where the service cannot be asked
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

/** Takes a handle off the page before it is unbound; answers what puts it back. */
export async function hideHandle({ queryKey }: OpenCustomer, gone: HandleKey): Promise<() => void> {
  return patchQueries<Customer>({ queryKey, exact: true }, (customer) => {
    const { identity } = customer;
    const channels = identity.channels.filter((handle) => !isSame(handle, gone));
    return { ...customer, identity: { ...identity, channels } };
  });
}

/** This site has no bindings after all. */
export function isNotDeployed(error: unknown): boolean {
  return error instanceof ApiFailure && (error.code === 'bind_failed' || error.code === 'unbind_failed');
}

function keyOf({ channel, external_user_id }: HandleKey): HandleKey {
  return { channel, external_user_id };
}

function bindingOf(id: bigint, { display_handle, ...key }: Handle) {
  // Left out, the display handle stays as it is; an empty one takes it away.
  return { body: { ...keyOf(key), identity_id: id, ...(display_handle === null ? {} : { display_handle }) } };
}

/** The handle as another customer has it. */
async function handleOf(id: bigint, key: HandleKey): Promise<Handle> {
  const { identity } = await call(getCustomer, { query: { identity_id: id } });
  return identity.channels.find((handle) => isSame(handle, key)) ?? { ...key, display_handle: null };
}

/** @param now the display handle that it has before this */
function putBack(id: bigint, handle: Handle, now: string | null) {
  const display_handle = handle.display_handle ?? (now === null ? null : '');
  const failed = (why: string) => texts.undoFailed(nameOf(handle), why);
  return inverse(bindChannel, bindingOf(id, { ...handle, display_handle }), { failed });
}

function takeAway(handle: Handle) {
  const failed = (why: string) => texts.undoFailed(nameOf(handle), why);
  return inverse(unbindChannel, { query: keyOf(handle) }, { failed });
}
