import type { DraftUse } from '#contract/ticket-writes.ts';
import type { CommentKind, TextOrigin } from './drafts.ts';

/** Words in a row that show that a part of the draft was kept. */
const KEPT_WORDS = 3;

/**
 * Decides how a sent text used the copilot's draft; null if there is nothing to report. A note says nothing of a
 * draft that was not inserted into it.
 */
export function draftUseOf(ai: TextOrigin['ai'], sent: string, kind: CommentKind): DraftUse | null {
  if (ai === null) return null;
  if (sent.trim() === ai.text.trim()) return 'as_is';
  if (ai.isInserted && keepsWords(ai.text, sent)) return 'edited';
  return kind === 'public' ? 'discarded' : null;
}

function keepsWords(draft: string, sent: string): boolean {
  const words = wordsOf(draft);
  const size = Math.min(KEPT_WORDS, words.length);
  if (size === 0) return false;
  const text = ` ${wordsOf(sent).join(' ')} `;
  return words.some((_, at) => at + size <= words.length && text.includes(` ${words.slice(at, at + size).join(' ')} `));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
