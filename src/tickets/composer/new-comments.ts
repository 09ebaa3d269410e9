import type { Comment } from '#contract/tickets.ts';
import type { ComposerState, SendConflict } from './draft-session.ts';
import { describeDifference } from '#src/ticket-edit/update/describe-change.ts';
import type { CommentKind } from './send-comment.ts';

export function newestIdOf(comments: readonly Comment[]): bigint | null {
  return comments.reduce<bigint | null>((newest, { id }) => (newest === null || id > newest ? id : newest), null);
}

/** Public messages that came after the comment that was the newest when the text was begun. */
export function repliesSince(comments: readonly Comment[], seenId: string | null): readonly Comment[] {
  return since(comments, seenId).filter(({ visibility }) => visibility === 'public');
}

/** Whether a message that was sent without an answer stands in the conversation. */
export function hasArrived(
  { isTried, sending, seenId, text }: ComposerState,
  kind: CommentKind,
  comments: readonly Comment[],
): boolean {
  if (!isTried || sending !== null) return false;
  return since(comments, seenId).some(({ visibility, body }) => visibility === kind && body === text);
}

/** Nothing but messages came between. */
export function isOnlyThread({ before, current }: SendConflict, zone: string): boolean {
  return describeDifference(before, current, zone) === '';
}

function since(comments: readonly Comment[], seenId: string | null): readonly Comment[] {
  const seen = seenId === null ? 0n : BigInt(seenId);
  return comments.filter(({ id }) => id > seen);
}
