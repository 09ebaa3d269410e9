import type { TicketDetail, TicketStatus } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import type { SendConflict } from './composer-state.ts';
import { loadTicket } from './send-comment.ts';

/** The service has decided. Without an answer it may have posted it, and only the same key can find out. */
export function isAnswered(error: unknown): boolean {
  if (!(error instanceof ApiFailure) || error.status === null || error.kind === 'unreadable') return false;
  return error.kind !== 'server' && error.kind !== 'rate_limited';
}

/** What a refused message ran into; null when it failed for another reason. */
export async function findConflict(
  error: unknown,
  before: TicketDetail,
  status: TicketStatus | null,
): Promise<SendConflict | null> {
  if (!(error instanceof ApiFailure) || error.kind !== 'conflict' || error.current === undefined) return null;
  const current = await loadTicket(before.id, error);
  return current === null ? null : { before, current, status };
}
