import { useRef } from 'react';
import { writeJson } from '#contract/json.ts';
import type { Ticket } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { useWrite } from '#src/api/write.ts';
import { randomId } from '#src/browser/random-id.ts';
import { createTicket } from '#contract/ticket-writes.ts';
import type { NewTicket } from './form-values.ts';

export interface TicketCreator {
  /** The ticket, or null when it failed or another try is still under way. */
  readonly create: (body: NewTicket) => Promise<Ticket | null>;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly forget: () => void;
}

/**
 * Creates one ticket an intention: every try with the same content carries the same key, so that neither a double
 * click nor a retry after an answer that never came makes a second one.
 */
export function useCreateTicket(): TicketCreator {
  const attempt = useRef<{ readonly content: string; readonly key: string } | null>(null);
  const isRunning = useRef(false);
  const { mutateAsync, isPending, error, reset } = useWrite(createTicket, { refetch: 'rest' });

  async function create(body: NewTicket): Promise<Ticket | null> {
    if (isRunning.current) return null;
    isRunning.current = true;
    const content = writeJson(body);
    if (attempt.current?.content !== content) attempt.current = { content, key: randomId() };
    try {
      const ticket = await mutateAsync({ body, idempotencyKey: attempt.current.key });
      attempt.current = null;
      return ticket;
    } catch {
      // `error` has it.
      return null;
    } finally {
      isRunning.current = false;
    }
  }
  return { create, isBusy: isPending, error, forget: reset };
}

/** No answer, or one that could not be read: the ticket may exist. */
export function isUnsure(error: unknown): boolean {
  return error instanceof ApiFailure && ['timeout', 'network', 'unreadable', 'server'].includes(error.kind);
}
