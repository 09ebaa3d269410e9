import { announce } from '#src/ui/toasts/announce.ts';
import { closeToast, toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

/** Something done that can be taken back for a while. */
export interface Undoable {
  /** What was done, as the toast says it: "#48213 resolved". */
  readonly text: string;
  /** Takes it back and shows how that went. */
  readonly undo: () => Promise<void>;
}

export const UNDO_MS = 15_000;
let last: { readonly entry: Undoable; readonly toastId: number; readonly until: number } | null = null;

/** Says what was done with a way back, for 15 seconds. */
export function offerUndo(entry: Undoable): void {
  const toastId = toast({
    kind: 'done',
    text: entry.text,
    stayMs: UNDO_MS,
    action: { label: messages.undo, kbd: 'mod+z', run: () => void runUndo(entry) },
  });
  last = { entry, toastId, until: performance.now() + UNDO_MS };
}

/** Undoes what was done last, while its toast offers it. False when there is nothing. */
export function undoLast(): boolean {
  if (last === null || performance.now() > last.until) {
    announce(messages.nothingToUndo);
    return false;
  }
  closeToast(last.toastId);
  void runUndo(last.entry);
  return true;
}

/** Once only: a second press finds nothing. */
async function runUndo(entry: Undoable): Promise<void> {
  if (last?.entry === entry) last = null;
  await entry.undo();
}
