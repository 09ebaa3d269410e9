const NAMES = [
  'tickets',
  'comments',
  'ratings',
  'undo_rows',
  'identities',
  'handles',
  'messages',
  'visitors',
  'events',
  'sessions',
  'portal_tokens',
  'kept_answers',
  'webhook_bodies',
  'saved_views',
  'tags',
] as const;

/** Deleted rows per kind; in a dry run, rows that would be deleted. */
export type ErasedCounts = Readonly<Record<(typeof NAMES)[number], number>>;

export const NOTHING_ERASED: ErasedCounts = {
  tickets: 0,
  comments: 0,
  ratings: 0,
  undo_rows: 0,
  identities: 0,
  handles: 0,
  messages: 0,
  visitors: 0,
  events: 0,
  sessions: 0,
  portal_tokens: 0,
  kept_answers: 0,
  webhook_bodies: 0,
  saved_views: 0,
  tags: 0,
};

export function addCounts(counts: ErasedCounts, more: Partial<ErasedCounts>): ErasedCounts {
  const total: Record<keyof ErasedCounts, number> = { ...counts };
  for (const name of NAMES) total[name] += more[name] ?? 0;
  return total;
}
