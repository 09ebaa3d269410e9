import type { Operation } from '#contract/operation.ts';
import type { OperationName } from '#contract/operations.ts';
import type { Reserve } from '#server/db/db.ts';
import type { Call } from '#server/operation/call.ts';
import { authorizePortalToken, withoutPortalToken, withPortalToken } from '#server/portal/portal-token.ts';
import { NEW_TICKET } from '#server/tickets/tickets.ts';
import { withoutUndoToken } from '#server/tickets/write/add-comment-record.ts';

/** A reply with a secret: the stored reply of a keyed call leaves it out, and `restore` derives it again if possible. */
interface SecretReply {
  readonly hide: (reply: unknown) => unknown;
  readonly restore: (stored: unknown, call: Call<Operation>) => Promise<unknown>;
}

/** Special handling that an operation needs. */
export interface RunTraits {
  /** Invalidates the cached tokens. */
  readonly changesTokens?: true;
  /** Reads when tokens were last used, so counters in memory are written first. */
  readonly readsUse?: true;
  /** Runs before the transaction of a keyed call, which would roll back the audit row of a refusal. */
  readonly authorize?: (call: Call<Operation>) => Promise<void>;
  /** Calls another service; a keyed call must not hold a transaction open meanwhile. */
  readonly waitsForProvider?: true;
  /** True if a call with this body blocks the thread for so long that it runs as `HeavyWork`. */
  readonly isHeavy?: (body: Readonly<Record<string, unknown>>) => boolean;
  /** At most one runs for each site at a time. */
  readonly isOnePerSite?: true;
  /** The field of the reply with the id of its ticket, if it is not `ticket_id`. */
  readonly ticketIdField?: 'id';
  /** The ids and numbers that a keyed call draws before its transaction. A few ids by default. */
  readonly reserve?: Reserve;
  readonly secret?: SecretReply;
}

const NONE: RunTraits = {};
const CHANGES_TOKENS: RunTraits = { changesTokens: true };
const HEAVY_IF_DRY_RUN: RunTraits = { isHeavy: (body) => body['dry_run'] === true };

const TRAITS: Readonly<Partial<Record<OperationName, RunTraits>>> = {
  startSession: { ...CHANGES_TOKENS, readsUse: true },
  endSession: CHANGES_TOKENS,
  updateBusinessCalendar: CHANGES_TOKENS,
  issueApiToken: CHANGES_TOKENS,
  updateApiToken: CHANGES_TOKENS,
  revokeApiToken: CHANGES_TOKENS,
  bulkUpdateTickets: HEAVY_IF_DRY_RUN,
  undoBindJob: HEAVY_IF_DRY_RUN,
  askCopilot: { waitsForProvider: true },
  exportCustomer: { isOnePerSite: true },
  createTicket: { ticketIdField: 'id', reserve: NEW_TICKET },
  issuePortalToken: {
    authorize: authorizePortalToken,
    secret: { hide: withoutPortalToken, restore: withPortalToken },
    // Typed for its own operation; the table holds the general type.
  } as unknown as RunTraits,
  addTicketComment: { secret: { hide: withoutUndoToken, restore: async (stored) => stored } as SecretReply },
};

export function traitsOf(name: OperationName): RunTraits {
  return TRAITS[name] ?? NONE;
}
