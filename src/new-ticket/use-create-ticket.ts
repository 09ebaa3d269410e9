import { useRef, useState } from 'react';
import { writeJson } from '#contract/json.ts';
import type { Ticket } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { createTicket } from '#src/api/more-endpoints.ts';
import { refreshSoon } from '#src/ticket-changes/put-tickets.ts';
import type { NewTicket } from './form-values.ts';

export interface TicketCreator {
  /** The ticket, or null when it failed or another try is still under way. */
  readonly create: (body: NewTicket) => Promise<Ticket | null>;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly forget: () => void;
}

/**
 * Creates one ticket an intention: every try with the same content carries the same key, so that neither a double
 * click nor a retry after an answer that never came makes a second one.
 */
export function useCreateTicket(): TicketCreator {
  const attempt = useRef<{ readonly content: string; readonly key: string } | null>(null);
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function create(body: NewTicket): Promise<Ticket | null> {
    if (isRunning.current) return null;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    const content = writeJson(body);
    if (attempt.current?.content !== content) attempt.current = { content, key: crypto.randomUUID() };
    try {
      const ticket = await call(createTicket, { body, idempotencyKey: attempt.current.key });
      attempt.current = null;
      refreshSoon();
      return ticket;
    } catch (failure) {
      setError(failure);
      return null;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }
  return { create, isBusy, error, forget: () => setError(null) };
}

/** No answer, or one that could not be read: the ticket may exist. */
export function isUnsure(error: unknown): boolean {
  return error instanceof ApiFailure && ['timeout', 'network', 'unreadable', 'server'].includes(error.kind);
}
