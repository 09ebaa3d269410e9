import * as z from 'zod/mini';

/** How a change is undone after the page was loaded anew. */
export const undoRecipe = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('token'), token: z.string(), ticketId: z.string() }),
  z.object({ kind: z.literal('job'), receiptId: z.string() }),
  z.object({ kind: z.literal('merge'), mergeId: z.string(), from: z.string(), into: z.string() }),
]);
export type UndoRecipe = z.output<typeof undoRecipe>;

/** `kept`: somebody changed it since, and it stays as it is. `failed`: it was said, and can be tried again. */
export interface UndoOutcome {
  readonly state: 'undone' | 'kept' | 'failed';
  /** What there is to say beside it: "3 of 312 stay". */
  readonly note?: string;
}

/** Something that this person changed and that can be taken back. */
export interface Undoable {
  /** A change of the same key takes the place of the one before. */
  readonly key?: string;
  /** What was done, as the toast says it: "#48213 resolved". */
  readonly text: string;
  /** The ticket, where it was one. */
  readonly ticket?: { readonly id: bigint; readonly number: number };
  /** What stays all the same: "The reply stays sent". */
  readonly remark?: string;
  /** Beside Undo in the toast: the way to what was made, such as a receipt. */
  readonly also?: { readonly label: string; readonly run: () => void };
  /** Takes it back; shows a failure itself, with `retry` as the way on. */
  readonly undo: (retry: () => void) => Promise<UndoOutcome>;
  /** Asks whether `undo` would change anything still; answers why not, or null. */
  readonly check?: () => Promise<string | null>;
  /** How to take it back after a reload; without one it is gone then. */
  readonly recipe?: UndoRecipe;
}

/** A line of the history. `stays`: it was sent and cannot be taken back. */
export interface UndoEntry {
  readonly key: string;
  readonly atMs: number;
  readonly text: string;
  readonly ticket: { readonly id: string; readonly number: number } | null;
  readonly remark: string | null;
  readonly state: 'done' | 'undoing' | UndoOutcome['state'] | 'stays';
  readonly note: string | null;
  readonly recipe: UndoRecipe | null;
  readonly undo: Undoable['undo'] | null;
  readonly check: Undoable['check'] | null;
}
