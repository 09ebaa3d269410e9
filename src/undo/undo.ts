import { createAtom } from '@tanstack/react-store';
import { sessionOwner, sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { registerShortcut } from '#src/ui/keys/shortcuts.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { closeToast, toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import type { Undoable, UndoEntry, UndoOutcome } from './undo-entry.ts';

const UNDO_MS = 15_000;
const MAX_ENTRIES = 300;

/** The changes of this page that can be undone, oldest first. */
export const undoStack = createAtom<readonly UndoEntry[]>([]);
/** The toast that offers the newest one. */
let offer: { readonly key: string; readonly toastId: number } | null = null;
let lastKey = 0;
/** Resolves when the undos that were asked for so far are done. */
let lastUndo: Promise<void> = Promise.resolve();

/** Puts a change on the stack, and offers its undo in a toast if it is the newest. Returns its key. */
export function offerUndo(change: Undoable): string {
  if (change.key !== undefined && entryOf(change.key)?.state === 'undoing') return change.key;
  const key = put(change, 'done');
  if (undoStack.get().findLast(isUndoable)?.key === key) showOffer(key, change);
  return key;
}

/**
 * Holds a place on the stack for a change whose inverse comes with its answer, so Ctrl Z means this change from now on.
 * Call the returned function once, with null if nothing was changed. `isSilent`: without a toast.
 * @param replaced the key of a change on the stack whose place it takes
 */
export function beginUndo(replaced?: string): (change: Undoable | null, isSilent?: boolean) => void {
  const nothing: Undoable = { text: '', undo: async () => ({ state: 'kept' }) };
  const begun = put(replaced === undefined ? nothing : { ...nothing, key: replaced }, 'begun');
  closeOffer(replaced);
  let isSettled = false;
  return (change, isSilent = false) => {
    if (isSettled) return;
    isSettled = true;
    const state = entryOf(begun)?.state;
    if (change === null) {
      retractUndo(begun);
      if (state === 'undoRequested') announce(messages.nothingToUndo);
    } else if (state !== undefined) {
      // The change gets the place under its own key; an earlier change with that key goes.
      const { key = begun } = change;
      const others = undoStack.get().filter((entry) => entry.key !== key || entry.key === begun);
      undoStack.set(others.map((entry) => (entry.key === begun ? { ...entry, key } : entry)));
      if (state === 'begun' && !isSilent) offerUndo({ ...change, key });
      else put({ ...change, key }, 'done');
      if (state === 'undoRequested') undoEntry(key);
    }
  };
}

/** Ctrl Z: undoes the newest change. */
export function undoLast(): void {
  const newest = undoStack.get().findLast(isUndoable);
  if (newest === undefined) announce(messages.nothingToUndo);
  else run(newest);
}

/** Takes a change off the stack: it failed, was undone elsewhere, or can no longer be undone. */
export function retractUndo(key: string): void {
  closeOffer(key);
  undoStack.set(undoStack.get().filter((entry) => entry.key !== key));
}

/** The outcome of an undo. A failed one stays on the stack and can be tried again. */
export function settleUndo(key: string, { state }: UndoOutcome): void {
  if (state === 'failed') setState(key, 'done');
  else retractUndo(key);
}

/** Closes the toast that offers this change, or whatever is offered. */
export function closeOffer(key = offer?.key): void {
  if (offer === null || offer.key !== key) return;
  closeToast(offer.toastId);
  offer = null;
}

function isUndoable({ state }: UndoEntry): boolean {
  return state === 'done' || state === 'begun';
}

function entryOf(key: string): UndoEntry | undefined {
  return undoStack.get().find((entry) => entry.key === key);
}

/** Replaces the entry with the same key; otherwise adds the newest one. */
function put(change: Undoable, state: 'begun' | 'done'): string {
  const { text, undo, isAtOnce = false } = change;
  lastKey += 1;
  const key = change.key ?? `${Date.now()}-${lastKey}`;
  const entries = undoStack.get();
  const at = entries.findIndex((entry) => entry.key === key);
  const entry = { key, text, state, undo: state === 'done' ? undo : null, isAtOnce };
  undoStack.set((at === -1 ? [...entries, entry] : entries.with(at, entry)).slice(-MAX_ENTRIES));
  return key;
}

function undoEntry(key: string): void {
  const entry = entryOf(key);
  if (entry !== undefined && isUndoable(entry)) run(entry);
}

function run({ key, text, state, undo, isAtOnce }: UndoEntry): void {
  closeOffer(key);
  if (state === 'begun') return setState(key, 'undoRequested');
  if (undo === null) return;
  setState(key, 'undoing');
  const turn = lastUndo;
  const call = (): Promise<UndoOutcome> => undo(() => undoEntry(key), turn);
  const outcome = isAtOnce ? call() : turn.then(call);
  if (isAtOnce) sayUndone(text);
  const settled = outcome
    .catch((): UndoOutcome => ({ state: 'failed' }))
    .then((how) => {
      settleUndo(key, how);
      if (how.state === 'undone' && !isAtOnce) sayUndone(text, how.note);
    });
  lastUndo = Promise.all([turn, settled]).then(() => undefined);
}

function sayUndone(text: string, note?: string): void {
  const undone = messages.undoneChange(text);
  toast({ kind: 'info', text: note === undefined ? undone : messages.withRemark(undone, note) });
}

function showOffer(key: string, { text, remark, also, stayMs }: Undoable): void {
  closeOffer();
  const toastId = toast({
    // A change with a time of its own has not happened yet.
    kind: stayMs === undefined ? 'done' : 'wait',
    text: remark === undefined ? text : messages.withRemark(text, remark),
    stayMs: stayMs ?? UNDO_MS,
    action: { label: messages.undo, run: () => undoEntry(key), kbd: 'mod+z' },
    also,
  });
  offer = { key, toastId };
}

function setState(key: string, state: UndoEntry['state']): void {
  undoStack.set(undoStack.get().map((entry) => (entry.key === key ? { ...entry, state } : entry)));
}

/** Binds Ctrl Z until the returned function is called. A sign-out or another site empties the stack. */
export function startUndo(): () => void {
  const undoUnlessSignedOut = () => (sessionState().phase === 'out' ? false : undoLast());
  const label = messages.undoLast;
  // `isFrame`: an editor with an undo of its own goes first.
  const unbind = registerShortcut({ keys: 'mod+z', run: undoUnlessSignedOut, label, inFields: false, isFrame: true });
  let site: string | null = null;
  const unsubscribe = subscribeToSession(() => {
    const state = sessionState();
    const next = sessionOwner()?.siteId ?? null;
    if (state.phase === 'out' || (site !== null && next !== null && next !== site)) {
      closeOffer();
      undoStack.set([]);
    }
    site = next ?? site;
  });
  return () => {
    unbind();
    unsubscribe();
  };
}
