import { dismissCustomerDuplicate } from '#contract/customer-merges.ts';
import { write } from '#src/api/write.ts';
import { offerUndo } from '#src/undo/undo.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import type { Pair } from './merge-pair.ts';
import { messages } from './pair-messages.ts';

const texts = messages.dismissal;

/**
 * Says that two customers are not one person, or takes that back, with an undo. Answers false where it failed, which a
 * toast has said.
 * @param names what the two are called
 */
export async function dismissPair(pair: Pair, names: readonly [string, string], dismissed: boolean): Promise<boolean> {
  const [one, other] = names;
  if (!(await send(pair, dismissed))) return false;
  offerUndo({
    text: dismissed ? texts.done(one, other) : texts.undone(one, other),
    undo: async () => {
      if (!(await send(pair, !dismissed))) return { state: 'failed' };
      announce(dismissed ? texts.undone(one, other) : texts.done(one, other));
      return { state: 'undone' };
    },
  });
  return true;
}

async function send([a, b]: Pair, dismissed: boolean): Promise<boolean> {
  try {
    await write(
      dismissCustomerDuplicate,
      { body: { identities: [a, b], dismissed } },
      { failed: dismissed ? texts.failed : texts.backFailed },
    );
    return true;
  } catch {
    // Its toast has said it.
    return false;
  }
}
