import type { Operation } from '#contract/operation.ts';
import type { OperationName } from '#contract/operations.ts';
import type { Call } from '#server/operation/call.ts';
import { authorizePortalToken, withoutPortalToken, withPortalToken } from '#server/portal/portal-token.ts';
import { withoutUndoToken } from '#server/tickets/write/add-comment-record.ts';

/** A reply with a secret, which is left out of what an Idempotency-Key keeps, and made anew where it can be. */
interface SecretReply {
  readonly hide: (reply: unknown) => unknown;
  readonly restore: (stored: unknown, call: Call<Operation>) => Promise<unknown>;
}

/** How the run of an operation differs from that of the others. */
export interface RunTraits {
  /** After it a token may no longer be what memory says. */
  readonly changesTokens?: true;
  /** It reads when tokens were used: the counts in memory are written before. */
  readonly readsUse?: true;
  /** Runs before the transaction of a keyed call, which would roll back the audit line of a refusal. */
  readonly authorize?: (call: Call<Operation>) => Promise<void>;
  /** Keyed, and asks somebody else: no transaction may be open while it runs. */
  readonly asksOthers?: true;
  /** The body asks for work over so many rows that it waits for a place of `HeavyWork`. */
  readonly isHeavy?: (body: Readonly<Record<string, unknown>>) => boolean;
  /** A site has one of them under way at a time. */
  readonly isOneASite?: true;
  /** Where the reply has the id of its ticket, where that is not `ticket_id`. */
  readonly ticketIdField?: 'id';
  readonly secret?: SecretReply;
}

const NONE: RunTraits = {};
const CHANGES_TOKENS: RunTraits = { changesTokens: true };
const DRY_IS_HEAVY: RunTraits = { isHeavy: (body) => body['dry_run'] === true };

const TRAITS: Readonly<Partial<Record<OperationName, RunTraits>>> = {
  startSession: { ...CHANGES_TOKENS, readsUse: true },
  endSession: CHANGES_TOKENS,
  updateBusinessCalendar: CHANGES_TOKENS,
  issueApiToken: CHANGES_TOKENS,
  updateApiToken: CHANGES_TOKENS,
  revokeApiToken: CHANGES_TOKENS,
  bulkUpdateTickets: DRY_IS_HEAVY,
  undoBindJob: DRY_IS_HEAVY,
  askCopilot: { asksOthers: true },
  exportCustomer: { isOneASite: true },
  createTicket: { ticketIdField: 'id' },
  issuePortalToken: {
    authorize: authorizePortalToken,
    secret: { hide: withoutPortalToken, restore: withPortalToken },
    // Its own call and reply, where the table has those of any operation.
  } as unknown as RunTraits,
  addTicketComment: { secret: { hide: withoutUndoToken, restore: async (stored) => stored } as SecretReply },
};

export function traitsOf(name: OperationName): RunTraits {
  return TRAITS[name] ?? NONE;
}
