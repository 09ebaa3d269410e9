import { useState } from 'react';
import { deleteReview, type Review, reviewSession } from '#contract/ai-reviews.ts';
import type { Body } from '#contract/operation.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { scheduleInvalidation } from '#src/api/invalidation.ts';
import { inverse, showFailure, useWrite, write as writeOnce } from '#src/api/write.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { Undoable, UndoOutcome } from '#src/undo/undo-entry.ts';
import { messages as texts } from './messages.ts';
import { patchReview } from './queries.ts';

const messages = texts.panel;

export type Answer = Pick<Body<typeof reviewSession>, 'verdict' | 'reason' | 'note'>;

interface ReviewOptions {
  readonly sessionId: string;
  /** The review that the person sees; null for none. */
  readonly review: Review | null;
  readonly onUndone?: ((sessionId: string) => void) | undefined;
  /** The second button of the toast. */
  readonly also?: Undoable['also'];
}

/** Another person's review or removal came first. */
export interface Conflict {
  readonly theirs: Review | null;
  readonly mine: Answer;
}

/** Saves and removes the review of a session, with undo. A newer review by someone else is shown, not overwritten. */
export function useReview({ sessionId, review, onUndone, also }: ReviewOptions) {
  const { write, isBusy, error, reset } = useWrite(reviewSession, { refetch: 'rest' });
  const { write: remove } = useWrite(deleteReview, { refetch: 'rest', failed: messages.removeFailed });
  const [mine, setMine] = useState<Answer | null>(null);
  const theirs = presentReview(error);
  const conflict: Conflict | null = mine === null || theirs === undefined ? null : { theirs, mine };

  /** @param seen the review that this one replaces */
  async function save(answer: Answer, seen = review): Promise<Review | null> {
    setMine(answer);
    const body = { session_id: sessionId, ...answer, version: seen?.version ?? 0 };
    const saved = await write(
      { body },
      {
        undo: (saved) => ({
          text: doneText(answer, seen),
          ...(answer.verdict === 'wrong' && also !== undefined ? { also } : {}),
          undo: (retry) => putBack(seen, saved.version, retry),
        }),
      },
    );
    if (saved !== null) await patchReview(sessionId, saved);
    return saved;
  }

  /** @param version of the review that the undo takes back */
  async function putBack(before: Review | null, version: number, retry: () => void): Promise<UndoOutcome> {
    try {
      if (before === null) await writeOnce(deleteReview, { query: { session_id: sessionId, version } });
      else await writeOnce(reviewSession, { body: bodyOf(sessionId, before, version) });
    } catch (error) {
      const theirs = presentReview(error);
      if (theirs === undefined) {
        showFailure(error, messages.undoFailed, { label: messages.retry, run: retry });
        return { state: 'failed' };
      }
      await keepTheirs(theirs);
      toast({ kind: 'info', text: messages.keptTheirs(theirs?.reviewer ?? messages.someone) });
      return { state: 'kept' };
    }
    onUndone?.(sessionId);
    return { state: 'undone' };
  }

  async function takeAway(): Promise<void> {
    if (review === null) return;
    const done = await remove(
      { query: { session_id: sessionId } },
      {
        undo: () => ({
          text: messages.removed,
          undo: inverse(reviewSession, { body: bodyOf(sessionId, review, 0) }, { failed: messages.undoFailed }),
        }),
      },
    );
    if (done !== null) await patchReview(sessionId, null);
  }

  /** Shows what the other person saved. */
  async function keepTheirs(theirs: Review | null): Promise<void> {
    await patchReview(sessionId, theirs);
    scheduleInvalidation(reviewSession);
    reset();
  }

  return { save, remove: takeAway, keepTheirs, conflict, isBusy, error: conflict === null ? error : null };
}

function bodyOf(sessionId: string, { verdict, reason, note }: Review, version: number): Body<typeof reviewSession> {
  return { session_id: sessionId, verdict, reason, note, version };
}

function doneText({ verdict, reason }: Answer, seen: Review | null): string {
  if (seen?.verdict === verdict && seen.reason === (reason ?? null)) return messages.noteSaved;
  return verdict === 'wrong' && reason != null ? messages.doneWhy(reason) : messages.done[verdict];
}

/** The stored review, from a refusal because of a newer version; undefined for another failure. */
function presentReview(error: unknown): Review | null | undefined {
  if (!(error instanceof ApiFailure) || error.kind !== 'conflict') return undefined;
  return reviewSession.reply.safeParse(error.current).data ?? null;
}
