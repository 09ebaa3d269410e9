/** `kept`: another person has changed it since, so it was left alone. `failed`: shown with its reason; it can be retried. */
export interface UndoOutcome {
  readonly state: 'undone' | 'kept' | 'failed';
  /** Added to the toast: "3 of 312 stay". */
  readonly note?: string;
}

/** A change of this person that can be undone. */
export interface Undoable {
  /** A change with the key of an earlier one replaces it. */
  readonly key?: string;
  /** As the toast says it: "#48213 resolved". */
  readonly text: string;
  /** An effect that the undo leaves: "The reply stays sent". */
  readonly remark?: string;
  /** A second button beside Undo in the toast, such as a link to the receipt. */
  readonly also?: { readonly label: string; readonly run: () => void };
  /** How long the toast stays, in milliseconds; 15 seconds unless given. */
  readonly stayMs?: number;
  /**
   * Undoes it, and shows its failure with `retry` as the action.
   * @param previousUndos resolves when the undos that were asked for before are done; only an `isAtOnce` undo needs it
   */
  readonly undo: (retry: () => void, previousUndos: Promise<void>) => Promise<UndoOutcome>;
  /** Called in the handler of the key press, so that it is drawn at once; otherwise after the undos before it. */
  readonly isAtOnce?: boolean;
}

/** A change on the stack. `begun`: its inverse comes with its answer; `undoRequested`: and is to be called then. */
export interface UndoEntry {
  readonly key: string;
  readonly text: string;
  readonly state: 'begun' | 'undoRequested' | 'done' | 'undoing';
  readonly undo: Undoable['undo'] | null;
  readonly isAtOnce: boolean;
}
