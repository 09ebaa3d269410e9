import { deleteReview, type Review, reviewSession } from '#contract/ai-reviews.ts';
import type { Body } from '#contract/operation.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { scheduleInvalidation } from '#src/api/invalidation.ts';
import { showFailure, useAction, write } from '#src/api/write.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { Undoable, UndoOutcome } from '#src/undo/undo-entry.ts';
import { messages as texts, verdictText } from './messages.ts';
import { patchReview } from './queries.ts';

const messages = texts.panel;

type Answer = Pick<Body<typeof reviewSession>, 'verdict' | 'reason' | 'note'>;

interface ReviewOptions {
  readonly sessionId: string;
  /** The review that the person sees; null for none. */
  readonly review: Review | null;
  readonly onUndone?: ((sessionId: string) => void) | undefined;
  /** The second button of the toast. */
  readonly also?: Undoable['also'];
}

/** Saves and removes the review of a session, with undo. A newer review by someone else is shown, not overwritten. */
export function useReview({ sessionId, review, onUndone, also }: ReviewOptions) {
  const { act, isBusy, error } = useAction();

  const post = ({ verdict, reason, note }: Answer, version: number) =>
    write(reviewSession, { body: { session_id: sessionId, verdict, reason, note, version } }, { refetch: 'rest' });
  const remove = async (version: number) => {
    await write(deleteReview, { query: { session_id: sessionId, version } }, { refetch: 'rest' });
    return null;
  };

  /** True once it is saved. */
  async function save(answer: Answer): Promise<boolean> {
    const saved = await act(() => attempt(sessionId, () => post(answer, review?.version ?? 0), messages.meanwhile), {
      undo: ({ version }) => ({
        text: doneText(answer, review),
        ...(answer.verdict === 'wrong' && also !== undefined ? { also } : {}),
        undo: (retry) => putBack(() => (review === null ? remove(version) : post(review, version)), retry),
      }),
    });
    return saved !== null;
  }

  async function takeAway({ version, ...answer }: Review): Promise<void> {
    await act(() => attempt(sessionId, () => remove(version), messages.meanwhile), {
      failed: messages.removeFailed,
      undo: () => ({ text: messages.removed, undo: (retry) => putBack(() => post(answer, 0), retry) }),
    });
  }

  async function putBack(run: () => Promise<Review | null>, retry: () => void): Promise<UndoOutcome> {
    try {
      if ((await attempt(sessionId, run, messages.notUndone)) === null) return { state: 'kept' };
    } catch (error) {
      showFailure(error, messages.undoFailed, { label: messages.retry, run: retry });
      return { state: 'failed' };
    }
    onUndone?.(sessionId);
    return { state: 'undone' };
  }

  return { save, remove: takeAway, isBusy, error };
}

interface Attempt {
  /** The version of the saved review; 0 for none. */
  readonly version: number;
}

/**
 * Changes the review and shows the result in every list.
 * @param refused says that someone else came first: theirs is shown then, and null returned
 */
async function attempt(
  sessionId: string,
  run: () => Promise<Review | null>,
  refused: (who: string, verdict: string) => string,
): Promise<Attempt | null> {
  try {
    const review = await run();
    await patchReview(sessionId, review);
    return { version: review?.version ?? 0 };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.kind !== 'conflict') throw error;
    const theirs = reviewSession.reply.safeParse(error.current).data ?? null;
    await patchReview(sessionId, theirs);
    scheduleInvalidation(reviewSession);
    toast({
      kind: 'info',
      text: theirs === null ? messages.removedMeanwhile : refused(theirs.reviewer, verdictText(theirs)),
    });
    return null;
  }
}

function doneText({ verdict, reason }: Answer, seen: Review | null): string {
  if (seen?.verdict === verdict && seen.reason === (reason ?? null)) return messages.noteSaved;
  return verdict === 'wrong' && reason != null ? messages.doneWhy(reason) : messages.done[verdict];
}
