import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { registerShortcut } from '#src/ui/keys/shortcuts.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { closeToast, toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { isSameSubject, type Undoable, type UndoEntry, type UndoOutcome, type UndoSubject } from './undo-entry.ts';

export const UNDO_MS = 15_000;
/** How long the service undoes a change: see docs/api.md, "Undo". */
const KEEP_MS = 24 * 3_600_000;
const MAX_ENTRIES = 300;

/** The changes that this person made in this tab, oldest first. */
export const undoHistory = createAtom<readonly UndoEntry[]>([]);
const shown = createAtom(false);
let toastOf: { readonly key: string; readonly toastId: number } | null = null;
/** Until then Ctrl Z takes back the newest change without a look at the history: its toast names it, or the last undo was just now. */
let quickUntilMs = 0;
/** Changes on their way, and how often Ctrl Z was pressed meanwhile. */
let held = 0;
let waitingPresses = 0;
let lastKey = 0;
let stop: (() => void) | null = null;
let isRestored = false;
/** One undo after the other: each subject is put back newest change first. */
let chain: Promise<unknown> = Promise.resolve();

/** Says what was done with a way back, for 15 seconds; the history has it for a day. */
export function offerUndo(change: Undoable): void {
  const key = recordChange(change);
  const toastId = toast({
    kind: 'done',
    text: change.remark === undefined ? change.text : messages.withRemark(change.text, change.remark),
    stayMs: UNDO_MS,
    action: { label: messages.undo, kbd: 'mod+z', run: () => undoEntry(key) },
    also: change.also,
  });
  toastOf = { key, toastId };
}

/** Puts a change into the history, such as one that shows its own progress: Ctrl Z takes it back from now on. Answers its key. */
export function recordChange(change: Undoable): string {
  const key = addEntry(change, 'done');
  closeOffer();
  quickUntilMs = performance.now() + UNDO_MS;
  return key;
}

/** A change is on its way: Ctrl Z waits for it, or it would take back the one before. The answered function ends that. */
export function holdUndo(): () => void {
  startUndo();
  held += 1;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    held -= 1;
    const presses = held === 0 ? waitingPresses : 0;
    waitingPresses -= presses;
    for (let n = 0; n < presses; n += 1) undoLast();
  };
}

/** Notes what cannot be taken back, so that the history is whole. */
export function noteSent(text: string, subject: UndoSubject): void {
  addEntry({ text, subject, undo: async () => ({ state: 'kept' }) }, 'stays');
}

/** Ctrl Z: takes back the newest change while its toast names it or the last undo was just now, else shows the history. */
export function undoLast(): void {
  if (held > 0) {
    waitingPresses += 1;
    return;
  }
  const entries = undoHistory.get();
  const newest = entries.findLast(isUndoable);
  // The changes of before a reload may still be on its way.
  if (entries.length === 0 && !isRestored && storage.tab.get(SITE_KEYS.undoHistory) !== null) showUndoHistory();
  else if (newest === undefined) announce(messages.nothingToUndo);
  else if (performance.now() <= quickUntilMs) undoEntry(newest.key);
  else showUndoHistory();
}

/** Takes one change back, and before it the later ones of the same subject: each was made upon the one before. */
export function undoEntry(key: string): void {
  const entries = undoHistory.get();
  const at = entries.findIndex((entry) => entry.key === key);
  const wanted = entries[at];
  if (wanted === undefined) return;
  const later = entries.slice(at + 1).filter(({ subject }) => isSameSubject(subject, wanted.subject));
  runAll([wanted, ...later]);
}

/** Takes back this change and all that came after it. */
export function undoBackTo(key: string): void {
  const entries = undoHistory.get();
  runAll(entries.slice(entries.findIndex((entry) => entry.key === key)));
}

/** A change came to nothing: there is nothing to take back. */
export function dropUndo(key: string): void {
  setHistory(undoHistory.get().filter((entry) => entry.key !== key));
}

/** It runs anew, or is being taken back, where it stands: its toast is out of date. */
export function markUndo(key: string, state: 'undoing' | 'done'): void {
  setEntry(key, { state, note: null });
  if (toastOf?.key === key) closeOffer();
}

/** It was taken back in another way, such as by the panel of a bulk change. */
export function settleUndo(key: string, outcome: UndoOutcome): void {
  setEntry(key, { state: outcome.state, note: outcome.note ?? null });
  if (toastOf?.key === key) closeOffer();
}

/** Puts back what this tab had before a reload; what was done since stands behind it. */
export function restoreHistory(entries: readonly UndoEntry[]): void {
  startUndo();
  isRestored = true;
  const known = new Set(undoHistory.get().map(({ key }) => key));
  setHistory([...entries.filter(({ key }) => !known.has(key)).filter(isKept), ...undoHistory.get()]);
}

export function isUndoable({ state }: UndoEntry): boolean {
  return state === 'done' || state === 'failed';
}

export function showUndoHistory(): void {
  shown.set(true);
}

export function hideUndoHistory(): void {
  shown.set(false);
}

export function useShowsUndoHistory(): boolean {
  return useSelector(shown);
}

export function useUndoHistory(): readonly UndoEntry[] {
  return useSelector(undoHistory);
}

function addEntry(change: Undoable, state: 'done' | 'stays'): string {
  startUndo();
  const { text, subject = null, remark = null, check = null, recipe = null } = change;
  lastKey += 1;
  const key = change.key ?? `${Date.now()}-${lastKey}`;
  const undo = state === 'done' ? change.undo : null;
  const entry = { key, atMs: Date.now(), text, subject, remark, state, note: null, recipe, undo, check };
  const others = undoHistory.get().filter((other) => other.key !== key);
  setHistory([...others.filter(isKept), entry].slice(-MAX_ENTRIES));
  return key;
}

function isKept({ atMs }: UndoEntry): boolean {
  return atMs > Date.now() - KEEP_MS;
}

/** @param entries oldest first */
function runAll(entries: readonly UndoEntry[]): void {
  for (const entry of entries.filter(isUndoable).toReversed()) run(entry);
}

function run({ key, text, undo }: UndoEntry): void {
  if (undo === null) return;
  if (toastOf?.key === key) closeOffer();
  quickUntilMs = performance.now() + UNDO_MS;
  setEntry(key, { state: 'undoing', note: null });
  chain = chain.then(async () => {
    const { state, note = null } = await undo(() => undoEntry(key)).catch((): UndoOutcome => ({ state: 'failed' }));
    setEntry(key, { state, note });
    quickUntilMs = performance.now() + UNDO_MS;
    if (state !== 'undone' || shown.get()) return;
    const action = { label: messages.title, run: showUndoHistory };
    toast({ kind: 'info', text: messages.undoneChange(text), action });
  });
}

function closeOffer(): void {
  if (toastOf !== null) closeToast(toastOf.toastId);
  toastOf = null;
}

function setEntry(key: string, change: Pick<UndoEntry, 'state' | 'note'>): void {
  setHistory(undoHistory.get().map((entry) => (entry.key === key ? { ...entry, ...change } : entry)));
}

function setHistory(entries: readonly UndoEntry[]): void {
  undoHistory.set(entries);
  const state = sessionState();
  if (state.phase === 'out' || state.siteId === null) return;
  const { siteId } = state;
  const kept = entries
    // A change that only this page knows how to undo is lost with it.
    .filter(({ recipe, state: how }) => recipe !== null || how === 'stays')
    .map(({ undo: _undo, check: _check, ...entry }) => {
      // An undo that was under way, or failed, is tried again by hand.
      const isUnsure = entry.state === 'undoing' || entry.state === 'failed';
      return { ...entry, siteId, isUnsure, state: isUnsure ? 'done' : entry.state };
    });
  storage.tab.set(SITE_KEYS.undoHistory, JSON.stringify(kept));
}

/** Ctrl Z is bound once the keys of verbs are: one that was pressed before waited for them. */
export function useUndoKey(): void {
  useEffect(() => void startUndo(), []);
}

/**
 * Binds Ctrl Z: with the first change, or where the page gets to it before, until the returned function is called.
 * Nothing of a site stays after a sign-out, or for another site.
 */
export function startUndo(): () => void {
  stop ??= start();
  return () => {
    stop?.();
    stop = null;
  };
}

function start(): () => void {
  const run = () => (sessionState().phase === 'out' ? false : undoLast());
  const label = messages.undoLast;
  // Of the frame: keys that wait for the verbs of a page make it wait too, in their order.
  const unbind = registerShortcut({ keys: 'mod+z', run, label, inFields: false, isFrame: true });
  let site: string | null = null;
  const unsubscribe = subscribeToSession(() => {
    const state = sessionState();
    const next = state.phase === 'out' ? null : state.siteId;
    if (state.phase === 'out' || (site !== null && next !== null && next !== site)) {
      closeOffer();
      undoHistory.set([]);
      hideUndoHistory();
    }
    site = next ?? site;
  });
  return () => {
    unbind();
    unsubscribe();
  };
}
