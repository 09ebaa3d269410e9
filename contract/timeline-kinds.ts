/** Kinds of the timeline of a customer; apart from its row, since the address of the page reads it. */
export const TIMELINE_KINDS = [
  'ticket',
  'comment',
  'csat',
  'session',
  'handoff',
  'event',
  'channel',
  'link',
  'note',
  'change',
] as const;
