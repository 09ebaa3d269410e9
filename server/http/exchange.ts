import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LiveToken } from '#server/tokens/live-token.ts';

/** One call under way: what its answer and its log line need. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly now: Date;
  readonly address: string;
  /** Flat pairs, growing on the way. */
  readonly headers: string[];
  token: LiveToken | null;
  resource: string;
}
