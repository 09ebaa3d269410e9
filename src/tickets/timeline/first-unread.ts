import type { Comment } from '#contract/tickets.ts';

/** The messages of others that came after what was seen, oldest first; none before the first visit. */
export function unreadOf(
  comments: readonly Comment[],
  seenUtc: string | null,
  ownAgentId: string | null,
): readonly Comment[] {
  if (seenUtc === null) return [];
  return comments
    .filter(({ created_utc: at, agent_id: agent }) => at > seenUtc && (agent === null || agent !== ownAgentId))
    .toSorted((a, b) => (a.created_utc < b.created_utc ? -1 : 1));
}
