import { createAtom } from '@tanstack/react-store';
import { sessionOwner, sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { registerShortcut } from '#src/ui/keys/shortcuts.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { changeToast, closeToast, toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { isSameSubject, type Undoable, type UndoEntry, type UndoOutcome, type UndoSubject } from './undo-entry.ts';

const UNDO_MS = 15_000;
const MAX_ENTRIES = 300;
const UNSEEN_MS = 1_000;

/** The changes that this person made in this page, oldest first. */
export const undoStack = createAtom<readonly UndoEntry[]>([]);
let toastOf: { readonly key: string; readonly toastId: number } | null = null;
/** Until when Ctrl Z still means a change that just failed, oldest first: nobody has seen yet that it did. */
let goneUntilMs: number[] = [];
let lastKey = 0;
/** Undos under way, and their subjects. */
const running = new Set<{ readonly subject: UndoSubject | null; readonly end: Promise<void> }>();

/**
 * Says what was done and offers its undo, for 15 seconds; Ctrl Z goes back to it as long as the page lives. A change whose
 * key is known keeps its place: it was made when it was pressed, whenever its answer came. Answers its key.
 */
export function offerUndo(change: Undoable): string {
  // It is being undone already.
  if (change.key !== undefined && entryOf(change.key)?.state === 'undoing') return change.key;
  const key = putEntry(change, 'done');
  if (newestUndoable()?.key === key) {
    closeOffer();
    showOffer(key, change, 'mod+z');
  } else if (toastOf === null) showOffer(key, change);
  return key;
}

/**
 * A change is on its way, and its answer will say how to undo it. It has its place from now on: Ctrl Z means it and not
 * the change before, and undoes it once the answer is there. Call the answered function once with the change, or with null
 * if nothing was changed; `isSilent`: the caller shows the change itself.
 */
export function beginUndo(): (change: Undoable | null, isSilent?: boolean) => void {
  const begun = putEntry({ text: '', undo: async () => ({ state: 'kept' }) }, 'begun');
  closeOffer();
  let isOver = false;
  return (change, isSilent = false) => {
    if (isOver) return;
    isOver = true;
    const state = entryOf(begun)?.state;
    if (change === null) {
      dropUndo(begun);
      if (state === 'recalled') announce(messages.nothingToUndo);
    } else if (state !== undefined) {
      const { key = begun } = change;
      // Its own key from now on, at the same place.
      const others = undoStack.get().filter((entry) => entry.key !== key || entry.key === begun);
      undoStack.set(others.map((entry) => (entry.key === begun ? { ...entry, key } : entry)));
      if (state === 'begun' && !isSilent) offerUndo({ ...change, key });
      else putEntry({ ...change, key }, 'done');
      if (state === 'recalled') undoEntry(key);
    }
  };
}

/** Changes the words of an offer. */
export function updateUndo(key: string, { text }: Pick<Undoable, 'text'>): void {
  undoStack.set(undoStack.get().map((entry) => (entry.key === key ? { ...entry, text } : entry)));
  if (toastOf?.key === key) changeToast(toastOf.toastId, { text });
}

/** Words behind the offer of a change while it is on screen, such as the seconds left. They are not read out. */
export function noteOnOffer(key: string, note: string): void {
  if (toastOf?.key === key) changeToast(toastOf.toastId, { note });
}

/** Ctrl Z: undoes the newest change that is left. */
export function undoLast(): void {
  const newest = newestUndoable();
  const isGone = (goneUntilMs.pop() ?? 0) > performance.now();
  if (isGone || newest === undefined) announce(messages.nothingToUndo);
  else undoEntry(newest.key);
}

/** Undoes one change, and before it the later ones of the same subject: each was made upon the one before. */
function undoEntry(key: string): void {
  const entries = undoStack.get();
  const at = entries.findIndex((entry) => entry.key === key);
  const wanted = entries[at];
  if (wanted === undefined) return;
  const later = entries.slice(at + 1).filter(({ subject }) => isSameSubject(subject, wanted.subject));
  for (const entry of [wanted, ...later].filter(isUndoable).toReversed()) run(entry);
}

/** A change failed: there is nothing to undo. */
export function dropUndo(key: string): void {
  if (newestUndoable()?.key === key) goneUntilMs.push(performance.now() + UNSEEN_MS);
  retractUndo(key);
}

/** It can no longer be undone, such as a message that was sent. */
export function retractUndo(key: string): void {
  if (toastOf?.key === key) closeOffer();
  undoStack.set(undoStack.get().filter((entry) => entry.key !== key));
}

/** It was undone in another way, such as by the panel of a bulk change. */
export function settleUndo(key: string, { state }: UndoOutcome): void {
  setState(key, state);
  if (toastOf?.key === key) closeOffer();
}

function isUndoable({ state }: UndoEntry): boolean {
  return state === 'done' || state === 'failed' || state === 'begun';
}

function entryOf(key: string): UndoEntry | undefined {
  return undoStack.get().find((entry) => entry.key === key);
}

function newestUndoable(): UndoEntry | undefined {
  return undoStack.get().findLast(isUndoable);
}

/** Takes the place of the entry of the same key, else of the newest. */
function putEntry(change: Undoable, state: 'begun' | 'done'): string {
  goneUntilMs = [];
  const { text, subject = null, isAtOnce = false } = change;
  lastKey += 1;
  const key = change.key ?? `${Date.now()}-${lastKey}`;
  const entries = undoStack.get();
  const at = entries.findIndex((entry) => entry.key === key);
  const undo = state === 'done' ? change.undo : null;
  const entry = { key, text, subject, state, undo, isAtOnce };
  undoStack.set((at === -1 ? [...entries, entry] : entries.with(at, entry)).slice(-MAX_ENTRIES));
  return key;
}

function run({ key, text, subject, state, undo, isAtOnce }: UndoEntry): void {
  if (toastOf?.key === key) closeOffer();
  if (state === 'begun') return setState(key, 'recalled');
  if (undo === null) return;
  setState(key, 'undoing');
  // What has no subject, such as a bulk change, may concern any.
  const before = [...running].filter(
    (other) => subject === null || other.subject === null || isSameSubject(subject, other.subject),
  );
  const turn = Promise.all(before.map(({ end }) => end)).then(() => undefined);
  const call = (): Promise<UndoOutcome> => undo(() => undoEntry(key), turn);
  const outcome = isAtOnce || before.length === 0 ? call() : turn.then(call);
  if (isAtOnce) sayUndone(text);
  const end = outcome
    .catch((): UndoOutcome => ({ state: 'failed' }))
    .then((how) => {
      setState(key, how.state);
      if (how.state === 'undone' && !isAtOnce) sayUndone(text, how.note);
    });
  const own = { subject, end };
  running.add(own);
  void end.finally(() => running.delete(own));
}

function sayUndone(text: string, note?: string): void {
  const undone = messages.undoneChange(text);
  toast({ kind: 'info', text: note === undefined ? undone : messages.withRemark(undone, note) });
}

/** @param kbd where the key undoes just this */
function showOffer(key: string, { text, remark, also, stayMs }: Undoable, kbd?: 'mod+z'): void {
  const toastId = toast({
    // What has a time of its own has not happened yet.
    kind: stayMs === undefined ? 'done' : 'wait',
    text: remark === undefined ? text : messages.withRemark(text, remark),
    stayMs: stayMs ?? UNDO_MS,
    action: { label: messages.undo, run: () => undoEntry(key), ...(kbd === undefined ? {} : { kbd }) },
    also,
  });
  toastOf = { key, toastId };
}

function closeOffer(): void {
  if (toastOf !== null) closeToast(toastOf.toastId);
  toastOf = null;
}

function setState(key: string, state: UndoEntry['state']): void {
  undoStack.set(undoStack.get().map((entry) => (entry.key === key ? { ...entry, state } : entry)));
}

/**
 * Binds Ctrl Z, until the returned function is called. After a sign-out, or for another site, nothing of a site is left
 * to undo.
 */
export function startUndo(): () => void {
  const run = () => (sessionState().phase === 'out' ? false : undoLast());
  const label = messages.undoLast;
  // Of the frame: an editor with an undo of its own goes before it.
  const unbind = registerShortcut({ keys: 'mod+z', run, label, inFields: false, isFrame: true });
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
