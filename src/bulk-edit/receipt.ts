import type { ChangedFields, TicketPatch } from '#src/ticket-edit/update/change-store.ts';

/** `unsure`: it was sent and no answer came, so it is looked at before it is sent again. */
type RowState = 'waiting' | 'sending' | 'unsure' | 'saved' | 'unchanged' | 'failed' | 'undone' | 'skipped';

export interface JobRow {
  readonly id: bigint;
  readonly number: number | null;
  readonly subject: string | null;
  /** The version that the change is based on, then the one it left; null where the service has none. */
  version: number | null;
  state: RowState;
  code: string | null;
  message: string | null;
  requestId: string | null;
  /** The values that the change replaces, where this browser knows them. */
  before: ChangedFields | null;
  /** Which undo token puts it back, by its index in `tokens`. */
  token: number | null;
}

/** What a bulk change did to each ticket, and what undoes it: in memory, for as long as the tab. */
export interface Receipt {
  /** Sent as `batch_id`, by which the service lists the blocks as one change. */
  readonly id: string;
  readonly startedAtMs: number;
  readonly patch: TicketPatch;
  mode: 'apply' | 'undo';
  /** By blocks with versions and undo tokens, or by one call a ticket. */
  readonly hasBulk: boolean;
  rows: JobRow[];
  readonly tokens: { readonly token: string; isUsed: boolean; isTried: boolean }[];
}

/** Not done yet, or not known to be. */
export function isLeft({ state }: JobRow): boolean {
  return state === 'waiting' || state === 'sending' || state === 'unsure';
}

/** Whether Undo can put this ticket back: by a token of the service, or by the values that this browser knows. */
export function isUndoable({ state, token, before: values }: JobRow): boolean {
  return state === 'saved' && (token !== null || values !== null);
}

/** Notes the state of a ticket; an earlier reason is out of date. */
export function settleRow(
  row: JobRow,
  state: JobRow['state'],
  known: Partial<Pick<JobRow, 'version' | 'code' | 'message' | 'requestId'>> = {},
): void {
  Object.assign(row, { state, code: null, message: null, requestId: null, ...known });
}
