/** Where the ticket stands in the list that it was opened from. */
export interface ListPosition {
  /** Counted from 1; null while its row is not loaded. */
  readonly position: number | null;
  readonly total: number;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  /** The ticket is done: on to the next one. */
  readonly onDone: () => void;
}
