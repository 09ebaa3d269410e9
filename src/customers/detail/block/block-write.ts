import { updateCustomer } from '#contract/customer-writes.ts';
import { write } from '#src/api/write.ts';
import type { OpenCustomer } from '#src/customers/detail/open-customer.ts';
import { holdUndo, offerUndo } from '#src/undo/undo.ts';
import { messages } from './messages.ts';

/** Blocks or unblocks with a way back; a toast says where it failed. Answers whether it was done. */
export async function setBlocked(open: OpenCustomer, blocked: boolean): Promise<boolean> {
  const { id } = open.customer.identity;
  const release = holdUndo();
  const isDone = await send(id, open.name, blocked);
  if (isDone) {
    offerUndo({
      text: blocked ? messages.blocked(open.name) : messages.unblocked(open.name),
      undo: async () => ({ state: (await send(id, open.name, !blocked)) ? 'undone' : 'failed' }),
    });
  }
  release();
  return isDone;
}

async function send(id: bigint, name: string, blocked: boolean): Promise<boolean> {
  const failed = blocked ? messages.blockFailed : messages.unblockFailed;
  try {
    await write(updateCustomer, { body: { id, blocked } }, { failed: (why) => failed(name, why) });
    return true;
  } catch {
    return false;
  }
}
