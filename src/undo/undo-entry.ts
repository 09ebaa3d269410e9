/** The subject of a change: changes of one subject are undone in turn, the newest first. */
export interface UndoSubject {
  readonly kind: string;
  readonly id: string;
}

export function isSameSubject(a: UndoSubject | null, b: UndoSubject | null): boolean {
  return a !== null && a.kind === b?.kind && a.id === b.id;
}

/** `kept`: another person changed it since, and it stays as it is. `failed`: the person has been told, and can retry. */
export interface UndoOutcome {
  readonly state: 'undone' | 'kept' | 'failed';
  /** Stands beside it: "3 of 312 stay". */
  readonly note?: string;
}

/** Something that this person changed and can undo. */
export interface Undoable {
  /** A change of the same key takes the place of the one before. */
  readonly key?: string;
  /** As the toast says it: "#48213 resolved". */
  readonly text: string;
  /** Left out for a change of many, or of nothing that has a page. */
  readonly subject?: UndoSubject;
  /** Says what stays all the same: "The reply stays sent". */
  readonly remark?: string;
  /** Beside Undo in the toast: the way to what was made, such as a receipt. */
  readonly also?: { readonly label: string; readonly run: () => void };
  /** How long its toast stays; 15 seconds unless given. */
  readonly stayMs?: number;
  /**
   * Undoes it; shows a failure itself, with `retry` as its action. It is called in the handler of the press, unless an
   * undo that may concern the same is under way: then after that one.
   * @param turn for one that is `isAtOnce`: resolves when the undos before it are through
   */
  readonly undo: (retry: () => void, turn: Promise<void>) => Promise<UndoOutcome>;
  /** Always called in the handler of the press: it orders its own calls. */
  readonly isAtOnce?: boolean;
}

/** A change on the stack. `begun`: how to undo it comes with its answer; `recalled`: and it is undone then. */
export interface UndoEntry {
  readonly key: string;
  readonly text: string;
  readonly subject: UndoSubject | null;
  readonly state: 'begun' | 'recalled' | 'done' | 'undoing' | UndoOutcome['state'];
  readonly undo: Undoable['undo'] | null;
  readonly isAtOnce: boolean;
}
