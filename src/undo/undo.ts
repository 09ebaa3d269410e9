import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { isReadOnly } from '#src/session/read-only.ts';
import { sessionOwner, sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { registerShortcut } from '#src/ui/keys/shortcuts.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { changeToast, closeToast, toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { isSameSubject, type Undoable, type UndoEntry, type UndoOutcome, type UndoSubject } from './undo-entry.ts';

export const UNDO_MS = 15_000;
/** How long the service undoes a change: see docs/api.md, "Undo". */
const KEEP_MS = 24 * 3_600_000;
const MAX_ENTRIES = 300;
const UNSEEN_MS = 1_000;

/** The changes that this person made in this tab, oldest first. */
export const undoHistory = createAtom<readonly UndoEntry[]>([]);
const shown = createAtom(false);
let toastOf: { readonly key: string; readonly toastId: number } | null = null;
/** Until then Ctrl Z takes back the newest change without a look at the history: its toast names it, or the last undo was just now. */
let quickUntilMs = 0;
/** Until when Ctrl Z still means a change that came to nothing just now, oldest first: nobody has seen yet that it did. */
let goneUntilMs: number[] = [];
let lastKey = 0;
let stop: (() => void) | null = null;
let isRestored = false;
let hasStored = false;
let storeTimer: ReturnType<typeof setTimeout> | undefined;
/** Undos under way, and what they are made to. */
const running = new Set<{ readonly subject: UndoSubject | null; readonly end: Promise<void> }>();

/**
 * Says what was done with a way back, for 15 seconds; the history has it for a day. A change whose key is known keeps its
 * place: it was made when it was pressed, whenever its answer came. Answers its key.
 */
export function offerUndo(change: Undoable): string {
  // It is being taken back already.
  if (change.key !== undefined && entryOf(change.key)?.state === 'undoing') return change.key;
  const key = putEntry(change, 'done');
  if (newestUndoable()?.key === key) {
    closeOffer();
    quickUntilMs = performance.now() + (change.stayMs ?? UNDO_MS);
    showOffer(key, change, 'mod+z');
  } else if (toastOf === null) showOffer(key, change);
  return key;
}

/**
 * A change is on its way whose way back comes with its answer. It has its place from now on: Ctrl Z means it and not the
 * change before, and takes it back when it is there. The answered function is called with it once, or with null where it
 * came to nothing; `isSilent`: it shows by itself what becomes of it.
 */
export function beginUndo(): (change: Undoable | null, isSilent?: boolean) => void {
  const begun = putEntry({ text: '', undo: async () => ({ state: 'kept' }) }, 'begun');
  closeOffer();
  quickUntilMs = performance.now() + UNDO_MS;
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
      const others = undoHistory.get().filter((entry) => entry.key !== key || entry.key === begun);
      setHistory(others.map((entry) => (entry.key === begun ? { ...entry, key } : entry)));
      if (state === 'begun' && !isSilent) offerUndo({ ...change, key });
      else putEntry({ ...change, key }, 'done');
      if (state === 'recalled') undoEntry(key);
    }
  };
}

/** More is known of a change by now, such as the way back that the service gave for it: what is offered follows. */
export function updateUndo(key: string, more: Partial<Pick<Undoable, 'text' | 'check' | 'recipe'>>): void {
  setHistory(undoHistory.get().map((entry) => (entry.key === key ? { ...entry, ...more } : entry)));
  if (more.text !== undefined && toastOf?.key === key) changeToast(toastOf.toastId, { text: more.text });
}

/** Words behind the offer of a change while it stands, such as seconds that are left. They are not read out. */
export function noteOnOffer(key: string, note: string): void {
  if (toastOf?.key === key) changeToast(toastOf.toastId, { note });
}

/** Notes what cannot be taken back, so that the history is whole. @param key of what could be taken back until now */
export function noteSent(text: string, subject: UndoSubject, key?: string): void {
  if (key !== undefined && toastOf?.key === key) closeOffer();
  putEntry({ ...(key === undefined ? {} : { key }), text, subject, undo: async () => ({ state: 'kept' }) }, 'stays');
}

/** Ctrl Z: takes back the newest change while its toast names it or the last undo was just now, else shows the history. */
export function undoLast(): void {
  const entries = undoHistory.get();
  const newest = newestUndoable();
  const isGone = (goneUntilMs.pop() ?? 0) > performance.now();
  // The changes of before a reload may still be on its way.
  if (entries.length === 0 && !isRestored && storage.tab.get(SITE_KEYS.undoHistory) !== null) showUndoHistory();
  else if (isGone || newest === undefined) announce(messages.nothingToUndo);
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
  if (toastOf?.key === key) closeOffer();
  if (newestUndoable()?.key === key) goneUntilMs.push(performance.now() + UNSEEN_MS);
  setHistory(undoHistory.get().filter((entry) => entry.key !== key));
}

/** It runs anew, and is the newest by that, or is being taken back where it stands: its toast is out of date. */
export function markUndo(key: string, state: 'undoing' | 'done'): void {
  setEntry(key, { state, note: null });
  if (toastOf?.key === key) closeOffer();
  if (state === 'done' && entryOf(key) !== undefined) moveToEnd(key);
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
  return state === 'done' || state === 'failed' || state === 'begun';
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

/** Oldest first, without those that are not there yet. */
export function useUndoHistory(): readonly UndoEntry[] {
  return useSelector(undoHistory).filter(({ text }) => text !== '');
}

function entryOf(key: string): UndoEntry | undefined {
  return undoHistory.get().find((entry) => entry.key === key);
}

function newestUndoable(): UndoEntry | undefined {
  return undoHistory.get().findLast(isUndoable);
}

/** Takes the place of the entry of the same key, else of the newest. */
function putEntry(change: Undoable, state: 'begun' | 'done' | 'stays'): string {
  startUndo();
  goneUntilMs = [];
  const { text, subject = null, remark = null, check = null, recipe = null, isAtOnce = false } = change;
  lastKey += 1;
  const key = change.key ?? `${Date.now()}-${lastKey}`;
  const entries = undoHistory.get();
  const at = entries.findIndex((entry) => entry.key === key);
  const undo = state === 'done' ? change.undo : null;
  const atMs = entries[at]?.atMs ?? Date.now();
  const entry = { key, atMs, text, subject, remark, state, note: null, recipe, undo, isAtOnce, check };
  const all = at === -1 ? [...entries, entry] : entries.with(at, entry);
  setHistory(all.filter(isKept).slice(-MAX_ENTRIES));
  return key;
}

/** From now on it is the newest, and what was offered before it is not. */
function moveToEnd(key: string): void {
  const entries = undoHistory.get();
  setHistory([...entries.filter((entry) => entry.key !== key), ...entries.filter((entry) => entry.key === key)]);
  closeOffer();
  quickUntilMs = performance.now() + UNDO_MS;
}

function isKept({ atMs }: UndoEntry): boolean {
  return atMs > Date.now() - KEEP_MS;
}

/** @param entries oldest first */
function runAll(entries: readonly UndoEntry[]): void {
  for (const entry of entries.filter(isUndoable).toReversed()) run(entry);
}

function run({ key, text, subject, state, undo, isAtOnce }: UndoEntry): void {
  if (toastOf?.key === key) closeOffer();
  quickUntilMs = performance.now() + UNDO_MS;
  if (state === 'begun') return setEntry(key, { state: 'recalled', note: null });
  if (undo === null) return;
  setEntry(key, { state: 'undoing', note: null });
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
      setEntry(key, { state: how.state, note: how.note ?? null });
      quickUntilMs = performance.now() + UNDO_MS;
      if (how.state === 'undone' && !isAtOnce) sayUndone(text);
    });
  const own = { subject, end };
  running.add(own);
  void end.finally(() => running.delete(own));
}

function sayUndone(text: string): void {
  if (shown.get()) return;
  toast({ kind: 'info', text: messages.undoneChange(text), action: { label: messages.title, run: showUndoHistory } });
}

/** @param kbd where the key takes back just this */
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

function setEntry(key: string, change: Pick<UndoEntry, 'state' | 'note'>): void {
  setHistory(undoHistory.get().map((entry) => (entry.key === key ? { ...entry, ...change } : entry)));
}

function setHistory(entries: readonly UndoEntry[]): void {
  undoHistory.set(entries);
  // Not in the handler of a key: hundreds of lines are written anew.
  storeTimer ??= setTimeout(storeHistory);
}

/** Keeps it over a reload of this tab; a page that goes away does not wait for the timer. */
export function storeHistory(): void {
  clearTimeout(storeTimer);
  storeTimer = undefined;
  const siteId = sessionOwner()?.siteId;
  if (siteId === undefined) return;
  // What stands there of before a reload is not read yet: it is written anew once it is.
  if (!isRestored && !hasStored && storage.tab.get(SITE_KEYS.undoHistory) !== null) return;
  hasStored = true;
  const kept = undoHistory
    .get()
    // A change that only this page knows how to undo is lost with it.
    .filter(({ recipe, state }) => recipe !== null || state === 'stays')
    .map(({ undo: _undo, check: _check, isAtOnce: _atOnce, ...entry }) => {
      // An undo that was under way, or failed, is tried again by hand.
      const isUnsure = entry.state === 'undoing' || entry.state === 'failed';
      return { ...entry, siteId, isUnsure, state: isUnsure ? 'done' : entry.state };
    });
  if (kept.length === 0) storage.tab.remove(SITE_KEYS.undoHistory);
  else storage.tab.set(SITE_KEYS.undoHistory, JSON.stringify(kept));
}

/** Ctrl Z is bound with the keys of verbs: from then on there is something to take back. */
export function useUndoKey(): void {
  useEffect(() => {
    if (!isReadOnly()) startUndo();
  }, []);
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
  // Of the frame: an editor with an undo of its own goes before it.
  const unbind = registerShortcut({ keys: 'mod+z', run, label, inFields: false, isFrame: true });
  let site: string | null = null;
  const unsubscribe = subscribeToSession(() => {
    const state = sessionState();
    const next = sessionOwner()?.siteId ?? null;
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
