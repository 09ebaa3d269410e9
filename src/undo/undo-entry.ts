/** How a change is undone after the page was loaded anew; what else it holds is known to its kind. */
export interface UndoRecipe {
  readonly kind: string;
  readonly [name: string]: unknown;
}

/** The subject of a change: changes of one subject are taken back in turn, the newest first. */
export interface UndoSubject {
  readonly kind: string;
  readonly id: string;
}

export function isSameSubject(a: UndoSubject | null, b: UndoSubject | null): boolean {
  return a !== null && a.kind === b?.kind && a.id === b.id;
}

/** `kept`: another person changed it since, and it stays as it is. `failed`: it was said, and can be tried again. */
export interface UndoOutcome {
  readonly state: 'undone' | 'kept' | 'failed';
  /** Stands beside it: "3 of 312 stay". */
  readonly note?: string;
}

/** Something that this person changed and that can be taken back. */
export interface Undoable {
  /** A change of the same key takes the place of the one before. */
  readonly key?: string;
  /** As the toast says it: "#48213 resolved". */
  readonly text: string;
  /** Left out where it was made to many, or to nothing that has a page. */
  readonly subject?: UndoSubject;
  /** Says what stays all the same: "The reply stays sent". */
  readonly remark?: string;
  /** Beside Undo in the toast: the way to what was made, such as a receipt. */
  readonly also?: { readonly label: string; readonly run: () => void };
  /** Its toast stays so long, and Ctrl Z takes it back without a look at the history; 15 seconds unless given. */
  readonly stayMs?: number;
  /**
   * Takes it back; shows a failure itself, with `retry` as the way on. It is called in the handler of the press, unless an
   * undo that may concern the same is under way: then after that one.
   * @param turn for one that is `isAtOnce`: resolves when what is being taken back before it is through
   */
  readonly undo: (retry: () => void, turn: Promise<void>) => Promise<UndoOutcome>;
  /** Always called in the handler of the press: what it sends, it puts in order by itself. */
  readonly isAtOnce?: boolean;
  /** Asks whether `undo` would change anything still; answers why not, or null. */
  readonly check?: () => Promise<string | null>;
  /** How to take it back after a reload; without one it is gone then. */
  readonly recipe?: UndoRecipe;
}

/**
 * A line of the history. `stays`: it was sent and cannot be taken back. `begun`: its way back comes with its answer;
 * `recalled`: and it is taken back then.
 */
export interface UndoEntry {
  readonly key: string;
  readonly atMs: number;
  readonly text: string;
  readonly subject: UndoSubject | null;
  readonly remark: string | null;
  readonly state: 'begun' | 'recalled' | 'done' | 'undoing' | UndoOutcome['state'] | 'stays';
  readonly note: string | null;
  readonly recipe: UndoRecipe | null;
  readonly undo: Undoable['undo'] | null;
  readonly isAtOnce: boolean;
  readonly check: Undoable['check'] | null;
}

/** The way back of a change. */
export type WayBack = Pick<Undoable, 'undo' | 'check' | 'isAtOnce' | 'recipe'>;

/** A kind of change, whose room knows how to take it back after a reload. */
export interface UndoKind {
  readonly kind: string;
  /**
   * The ways back of stored changes of this kind, in their order; null for one that cannot be taken back any more.
   * @param changes `isUnsure`: an undo was sent, and its answer never came
   */
  restore(
    siteId: string,
    changes: readonly { readonly recipe: unknown; readonly key: string; readonly isUnsure: boolean }[],
  ): Promise<readonly (WayBack | null)[]>;
}
