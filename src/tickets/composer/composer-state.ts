import type { TicketDetail, TicketStatus } from '#contract/tickets.ts';

/** Somebody changed the ticket after it was opened, and what was sent was refused for it. */
export interface SendConflict {
  readonly before: TicketDetail;
  readonly current: TicketDetail;
  /** The status that was not set with it. */
  readonly status: TicketStatus | null;
}

export interface ComposerState {
  readonly text: string;
  readonly channel: string | null;
  readonly isLoaded: boolean;
  /** What there is to say about the draft. */
  readonly note: 'none' | 'restored' | 'kept' | 'memory' | 'elsewhere';
  /** When it was stored, in ms since 1970. */
  readonly noteMs: number;
  readonly seenId: string | null;
  /** The status that is set with it, `null` for none, while it is on its way. */
  readonly sending: { readonly status: TicketStatus | null } | null;
  /** It was sent as it stands, and no answer said whether it arrived. */
  readonly isTried: boolean;
  readonly failure: unknown;
  readonly conflict: SendConflict | null;
}

export const EMPTY_STATE: ComposerState = {
  text: '',
  channel: null,
  isLoaded: false,
  note: 'none',
  noteMs: 0,
  seenId: null,
  sending: null,
  isTried: false,
  failure: null,
  conflict: null,
};

/** How a call of `send` ended. `left`: it failed when nobody looked at it any more. */
export type SendResult =
  | { readonly end: 'sent'; readonly undoToken: string | null }
  | { readonly end: 'failed' | 'left' | 'ignored' };
