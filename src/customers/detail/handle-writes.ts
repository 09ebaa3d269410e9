import { bindChannel, unbindChannel } from '#contract/channels.ts';
import { getCustomer, type Customer } from '#contract/customers.ts';
import { call } from '#src/api/call.ts';
import { queryClient } from '#src/api/query-client.ts';
import { showFailure, write } from '#src/api/write.ts';
import type { OpenCustomer } from './open-customer.ts';
import type { UndoOutcome } from '#src/undo/undo-entry.ts';
import { holdUndo, offerUndo } from '#src/undo/undo.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { isSame, nameOf, type Handle, type HandleKey, type Owner } from './handle-owner.ts';
import { messages } from './messages.ts';

const texts = messages.channels;

/**
 * Binds a handle here, and says so with a way back: to nobody, to the display handle before, or to the customer it came from.
 * @param owner who has it now; undefined where the service cannot be asked
 * @throws ApiFailure
 */
export async function bindHandle(open: OpenCustomer, wanted: Handle, owner: Owner | null | undefined): Promise<void> {
  const { id, channels } = open.customer.identity;
  const release = holdUndo();
  try {
    const own = channels.find((handle) => isSame(handle, wanted));
    const from = owner && owner.id !== id ? { owner, handle: await handleOf(owner.id, wanted) } : null;
    const bound = await sendBind(id, wanted);
    const name = nameOf(wanted);
    if (from !== null) {
      offerUndo({
        text: texts.didMove(name, from.owner.name),
        undo: () => putBack(from.owner.id, from.handle, bound.display_handle),
      });
    } else if (own === undefined) {
      offerUndo({ text: texts.didBind(name), undo: () => takeAway(wanted) });
    } else if (bound.display_handle === own.display_handle) {
      toast({ kind: 'done', text: texts.didRefresh });
    } else {
      offerUndo({ text: texts.didRename(name), undo: () => putBack(id, own, bound.display_handle) });
    }
  } finally {
    release();
  }
}

/**
 * Unbinds at once and saves behind it, with a way back; a failure is said, and the handle stands again.
 * @throws ApiFailure where it failed
 */
export async function unbindHandle(open: OpenCustomer, handle: Handle): Promise<void> {
  const { id } = open.customer.identity;
  const name = nameOf(handle);
  const release = holdUndo();
  await queryClient.cancelQueries({ queryKey: open.queryKey });
  const before = queryClient.getQueryData<Customer>(open.queryKey);
  showWithout(open.queryKey, handle);
  try {
    const { channel, external_user_id } = handle;
    await write(
      unbindChannel,
      { query: { channel, external_user_id } },
      { failed: (why) => texts.unbindFailed(name, why) },
    );
    offerUndo({ text: texts.didUnbind(name), undo: () => putBack(id, handle, null) });
  } catch (error) {
    queryClient.setQueryData(open.queryKey, before);
    throw error;
  } finally {
    release();
  }
}

function showWithout(queryKey: readonly unknown[], gone: HandleKey): void {
  queryClient.setQueryData<Customer>(queryKey, (customer) => {
    if (customer === undefined) return customer;
    const { identity } = customer;
    const channels = identity.channels.filter((handle) => !isSame(handle, gone));
    return { ...customer, identity: { ...identity, channels } };
  });
}

async function sendBind(id: bigint, { channel, external_user_id, display_handle }: Handle) {
  // Left out, the display handle stays as it is; an empty one takes it away.
  const named = display_handle === null ? {} : { display_handle };
  return write(bindChannel, { body: { channel, external_user_id, identity_id: id, ...named } });
}

/** The handle as another customer has it. */
async function handleOf(id: bigint, key: HandleKey): Promise<Handle> {
  const { identity } = await call(getCustomer, { query: { identity_id: id } });
  return identity.channels.find((handle) => isSame(handle, key)) ?? { ...key, display_handle: null };
}

/** @param now the display handle that it has before this */
async function putBack(id: bigint, handle: Handle, now: string | null): Promise<UndoOutcome> {
  const display_handle = handle.display_handle ?? (now === null ? null : '');
  return outcomeOf(handle, () => sendBind(id, { ...handle, display_handle }));
}

async function takeAway(handle: Handle): Promise<UndoOutcome> {
  const { channel, external_user_id } = handle;
  return outcomeOf(handle, () => write(unbindChannel, { query: { channel, external_user_id } }));
}

async function outcomeOf(handle: HandleKey, act: () => Promise<unknown>): Promise<UndoOutcome> {
  try {
    await act();
    return { state: 'undone' };
  } catch (error) {
    showFailure(error, (why) => texts.undoFailed(nameOf(handle), why));
    return { state: 'failed' };
  }
}
