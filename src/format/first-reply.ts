/** State of the first reply: given after `ms`, or awaited for `ms`. */
export interface FirstReply {
  readonly state: 'replied' | 'waiting' | 'ended';
  readonly ms: number;
  /**
   * Compared with the site's threshold: below half, from half, from the whole. Always `quiet` if no reply is awaited.
   */
  readonly tone: 'quiet' | 'near' | 'late';
}

interface ReplyTimes {
  readonly created_utc: string;
  readonly first_response_utc: string | null;
  readonly status: string;
}

/**
 * First-reply age of a ticket. A resolved or closed ticket without a reply is `ended`.
 * @param nowMs milliseconds since 1970
 * @param threshold the site's stale threshold
 */
export function firstReply(ticket: ReplyTimes, nowMs: number, thresholdMs: number | null): FirstReply {
  const createdMs = Date.parse(ticket.created_utc);
  if (ticket.first_response_utc !== null) {
    return { state: 'replied', ms: Math.max(0, Date.parse(ticket.first_response_utc) - createdMs), tone: 'quiet' };
  }
  const ms = Math.max(0, nowMs - createdMs);
  if (ticket.status === 'resolved' || ticket.status === 'closed') return { state: 'ended', ms, tone: 'quiet' };
  if (thresholdMs === null || ms < thresholdMs / 2) return { state: 'waiting', ms, tone: 'quiet' };
  return { state: 'waiting', ms, tone: ms < thresholdMs ? 'near' : 'late' };
}
