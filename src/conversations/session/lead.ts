import type { Transcript } from '#contract/conversations.ts';
import { formatCount } from '#src/format/number.ts';
import { formatAge } from '#src/format/time.ts';
import { messages } from './messages.ts';

const texts = messages.lead;

/** The result of a session, in one sentence. */
export function leadOf(
  { outcome, handoffs, message_count: count }: Pick<Transcript, 'outcome' | 'handoffs' | 'message_count'>,
  nowMs: number,
): string {
  const said = messages.said(count, formatCount(count));
  const last = handoffs.toSorted((a, b) => Date.parse(a.created_utc) - Date.parse(b.created_utc)).at(-1);
  if (last === undefined) {
    if (outcome === 'open') return texts.open(said);
    if (outcome === 'answered') return texts.answered(said);
    return outcome === 'abandoned' ? texts.abandoned(said) : texts.handedOver;
  }
  if (last.status === 'waiting') return texts.waiting(formatAge(nowMs - Date.parse(last.created_utc)));
  if (last.status === 'abandoned') return texts.left;
  return last.wait_seconds === null ? texts.handedOver : texts.taken(formatAge(last.wait_seconds * 1_000));
}
