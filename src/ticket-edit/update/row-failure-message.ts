import { ApiFailure } from '#src/api/api-failure.ts';
import { messages } from '#src/ticket-edit/messages.ts';

/** Why a change of one row failed, short enough to stand on the row and on the line of a bulk change; elsewhere `failureMessage` says more. */
export function rowFailureMessage(error: unknown): string {
  const { why } = messages;
  if (!(error instanceof ApiFailure)) return why.program;
  if (error.kind === 'forbidden') return why.forbidden('tickets:write');
  if (error.kind === 'bad_request') return why.bad_request(error.message);
  if (error.status === 503) return why.overloaded;
  return why[error.kind];
}
