import { updateCustomer } from '#contract/customer-writes.ts';
import type { Customer } from '#contract/customers.ts';
import { write } from '#src/api/write.ts';
import { customerName } from '#src/customers/customer-name.ts';
import { offerUndo } from '#src/ticket-edit/undo.ts';
import { FIELDS, type EditBody, type Identity } from './edit-values.ts';
import { messages } from './messages.ts';

/** Says that a customer was saved, with a way back to what the changed fields were. */
export function offerOldValues(before: Identity, sent: EditBody, { identity }: Customer): void {
  const name = customerName(identity);
  const fields = Object.fromEntries(FIELDS.filter((field) => field in sent).map((field) => [field, before[field]]));
  offerUndo({
    text: messages.saved(name),
    undo: async () => {
      const version = identity.version === undefined ? {} : { version: identity.version };
      try {
        await write(
          updateCustomer,
          { body: { id: before.id, ...fields, ...version } },
          { failed: (why) => messages.undoFailed(name, why) },
        );
      } catch {
        // Its toast has said it.
        return { state: 'failed' };
      }
      return { state: 'undone' };
    },
  });
}
