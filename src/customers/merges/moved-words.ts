import type { Moved } from '#contract/customer-merges.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from './merges-messages.ts';

const PARTS = ['tickets', 'handles', 'links', 'sessions', 'visitors', 'notes'] as const satisfies (keyof Moved)[];

/** "2 tickets, 1 handle and 1 note"; null where all of them are none. */
export function movedWords(moved: Moved): string | null {
  const parts = PARTS.filter((part) => moved[part] > 0).map((part) =>
    messages.parts[part](moved[part], formatCount(moved[part])),
  );
  const last = parts.pop();
  if (last === undefined) return null;
  return parts.length === 0 ? last : messages.parts.and(parts.join(', '), last);
}
