import { createAtom, useSelector } from '@tanstack/react-store';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { isCharacterKeys, keyStroke } from './key-stroke.ts';

export interface ShortcutOptions {
  /** The words in the sheet of keys; without them the key is not listed. */
  readonly label?: string | undefined;
  /** The heading in the sheet, such as "Inbox". */
  readonly group?: string | undefined;
  /** False: an earlier binding gets the key. */
  readonly when?: boolean | undefined;
  /** Runs again while the key is held. */
  readonly repeat?: boolean | undefined;
  /** Works in a text field too; keys with `mod+` do unless false. */
  readonly inFields?: boolean | undefined;
  /** A binding of the frame: a view's own binding of the key goes first. */
  readonly isFrame?: boolean | undefined;
}

export interface Shortcut extends ShortcutOptions {
  /** Strokes with a space between: `j`, `shift+j`, `mod+k`, `g i`, `?`, `escape`. */
  readonly keys: string;
  /** Returning false passes the key on; null: it could not open anything, and the keys that follow it are ignored. */
  readonly run: (event: KeyboardEvent) => void | boolean | null;
}

const SEQUENCE_MS = 1_000;
// The last binding wins. Effects run from the inside out, so the frame marks its own with `isFrame`.
const shortcuts: Shortcut[] = [];
/** Counts the changes of the list above. */
const changes = createAtom(0);
let characterKeysOn = true;
let isOnTheWay: () => boolean = () => false;
let pending = { strokes: '', untilMs: 0 };
/** Until then fast keys are ignored, since they were meant for a dialog or page that did not open. */
let lostUntilMs = 0;
let lastKeyMs = 0;

/** The switch of WCAG 2.1.4, set from the person's preferences. */
export function setCharacterKeys(on: boolean): void {
  characterKeysOn = on;
}

const next = (count: number): number => count + 1;

/** Shortcuts bound now; the open sheet follows them. */
export function useShortcuts(): readonly Shortcut[] {
  useSelector(changes);
  return shortcuts.filter((shortcut) => shortcut.label !== undefined && shortcut.when !== false);
}

export function registerShortcut(shortcut: Shortcut): () => void {
  if (shortcut.isFrame === true) shortcuts.unshift(shortcut);
  else shortcuts.push(shortcut);
  changes.set(next);
  return () => {
    const at = shortcuts.indexOf(shortcut);
    if (at >= 0) shortcuts.splice(at, 1);
    changes.set(next);
  };
}

/**
 * Binds keys while the component is mounted. Off in text fields, while an input method composes, under an open menu
 * or dialog, and for character keys when the person switched them off.
 */
export function useShortcut(keys: string, run: Shortcut['run'], options: ShortcutOptions = {}): void {
  const { label, group, when, repeat, inFields, isFrame } = options;
  const latest = useRef(run);
  // Before the paint, so that a key acts on the page that is visible.
  useLayoutEffect(() => {
    latest.current = run;
  });
  useLayoutEffect(() => {
    const run: Shortcut['run'] = (event) => latest.current(event);
    return registerShortcut({ keys, run, label, group, when, repeat, inFields, isFrame });
  }, [keys, label, group, when, repeat, inFields, isFrame]);
}

const READ_ONLY = 'textarea:read-only, input[readonly]';

/** True where keys write text: not in a field that is read-only or leaving. */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || !target.isConnected || target.closest('[inert]') !== null) return false;
  if (target.matches(`:disabled, ${READ_ONLY}`)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement)
    return !/^(button|checkbox|radio|range|submit|reset|color|file)$/.test(target.type);
  return target.matches('textarea, select, [role="textbox"], [role="combobox"]');
}

function onKeyDown(event: KeyboardEvent): void {
  lastKeyMs = performance.now();
  // 229: the input method has the key.
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
  const stroke = keyStroke(event);
  if (stroke === null) return;
  if (document.querySelector('dialog:modal, [data-layer]:popover-open') !== null) return;
  const { target, timeStamp } = event;
  // Read-only text can still be selected and copied.
  const isMarked = stroke.startsWith('mod+') && target instanceof Element && target.matches(READ_ONLY);
  const inField = isField(target) || isMarked;
  const soonMs = timeStamp + SEQUENCE_MS;
  const isWritten = stroke === 'enter' || isCharacterKeys(stroke);
  if (!inField && isWritten && timeStamp < lostUntilMs) {
    lostUntilMs = soonMs;
    event.preventDefault();
    return;
  }
  const typed = timeStamp > pending.untilMs ? stroke : `${pending.strokes} ${stroke}`;
  const isLeaving = isOnTheWay();
  const usable = shortcuts.filter(
    (shortcut) =>
      shortcut.when !== false &&
      (!isLeaving || shortcut.isFrame === true) &&
      (characterKeysOn || !isCharacterKeys(shortcut.keys)) &&
      (!inField || (shortcut.inFields ?? stroke.startsWith('mod+'))),
  );
  pending = { strokes: '', untilMs: 0 };
  if (usable.some((shortcut) => shortcut.keys.startsWith(`${typed} `))) {
    pending = { strokes: typed, untilMs: soonMs };
    return undefined;
  }
  for (const candidate of [typed, stroke]) {
    for (const shortcut of usable.toReversed()) {
      if (shortcut.keys !== candidate || (event.repeat && shortcut.repeat !== true)) continue;
      // Flushes, so that state and focus are ready for the next key.
      const done = flushSync(() => shortcut.run(event));
      if (done === false) continue;
      if (done === null) lostUntilMs = soonMs;
      return event.preventDefault();
    }
  }
}

/** Runs it once no key was pressed for a second, since a fast key is meant for the page before the change. */
export function whenKeysRest(run: () => void): void {
  const leftMs = lastKeyMs + SEQUENCE_MS - performance.now();
  if (leftMs > 0) setTimeout(whenKeysRest, leftMs, run);
  else run();
}

/**
 * Starts listening; the shell does it once. @param isLeaving true while the next page loads: then the view on screen
 * gets no keys
 */
export function startShortcuts(isLeaving: () => boolean = () => false): () => void {
  isOnTheWay = isLeaving;
  addEventListener('keydown', onKeyDown);
  return () => removeEventListener('keydown', onKeyDown);
}
