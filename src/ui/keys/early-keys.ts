import { useEffect, useLayoutEffect, useRef } from 'react';
import { keyStroke, type Pressed } from './key-stroke.ts';
import { isField, registerShortcut } from './shortcuts.ts';
import { copyOf } from './type-ahead.ts';

/** A part that has not come by then does not come. */
const MAX_WAIT_MS = 10_000;

interface Waiting {
  readonly held: Pressed[];
  /** Takes them back, and says so. */
  readonly drop: () => void;
  isReplayed: boolean;
  /** A key that was pressed again met a part that is not there yet: it waits once more, before all others. */
  isPaused: boolean;
  isRunning: boolean;
  /** Runs while a part is waited for, and not while keys are pressed again. */
  timer: ReturnType<typeof setTimeout> | undefined;
  readonly stop: () => void;
}

let waiting: Waiting | null = null;

/**
 * Keys of a part that comes after the first paint: pressed before, they wait for it, and with them all that is pressed
 * after them, so that each key meets the row it was meant for. Esc, a press of the pointer and leaving take them back,
 * and so does a text field or the palette: what is typed there is not held.
 * @param keys as registered by the part
 * @param onDrop told when keys are not run after all; the same function each time, as `keys`
 */
export function useEarlyKeys(keys: readonly string[], isReady: boolean, onDrop: () => void): void {
  const offs = useRef<readonly (() => void)[]>([]);
  // Before the page is painted: whoever sees it may press.
  useLayoutEffect(() => {
    if (isReady) return;
    const drop = (): void => {
      if (end() !== null) onDrop();
    };
    const run = (event: KeyboardEvent): void => hold(event, drop);
    offs.current = keys.map((key) => registerShortcut({ keys: key, run }));
  }, [keys, isReady, onDrop]);
  // After the part has registered its keys.
  useEffect(() => {
    if (!isReady) return;
    for (const off of offs.current) off();
    void replay();
  }, [isReady]);
  useEffect(
    () => () => {
      for (const off of offs.current) off();
      if (end() !== null) onDrop();
    },
    [onDrop],
  );
}

/** Somebody went elsewhere, and not by a key that waited. */
export function dropEarlyKeys(): void {
  if (waiting?.isReplayed === false) waiting.drop();
}

function hold(event: KeyboardEvent, drop: () => void): void {
  if (waiting !== null) {
    // With Ctrl or Command, after others; what was being pressed again, before them.
    if (event.isTrusted) waiting.held.push(copyOf(event));
    else {
      waiting.held.unshift(copyOf(event));
      waiting.isPaused = true;
      clearTimeout(waiting.timer);
      waiting.timer = setTimeout(drop, MAX_WAIT_MS);
    }
    return;
  }
  addEventListener('keydown', onKeyDown, true);
  addEventListener('pointerdown', drop, true);
  waiting = {
    held: [copyOf(event)],
    drop,
    isReplayed: false,
    isPaused: false,
    isRunning: false,
    timer: setTimeout(drop, MAX_WAIT_MS),
    stop: () => {
      clearTimeout(waiting?.timer);
      removeEventListener('keydown', onKeyDown, true);
      removeEventListener('pointerdown', drop, true);
    },
  };
}

function onKeyDown(event: KeyboardEvent): void {
  const stroke = keyStroke(event);
  // A field that a key before it opened is another matter: the keys after it come in their order.
  if (isField(event.target) && waiting?.isReplayed === false) return dropEarlyKeys();
  // Replayed keys are not pressed ones; with Ctrl or Command only the keys of the part are ours.
  if (!event.isTrusted || event.isComposing || stroke === null || stroke.startsWith('mod+')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (stroke === 'escape') end();
  else waiting?.held.push(copyOf(event));
}

async function replay(): Promise<void> {
  if (waiting === null) return;
  // The focus went to a field without a key.
  if (isField(document.activeElement)) return dropEarlyKeys();
  const now = waiting;
  clearTimeout(now.timer);
  now.isReplayed = true;
  now.isPaused = false;
  if (now.isRunning) return;
  now.isRunning = true;
  try {
    await (await import('./replay-keys.ts')).replayKeys(now.held, () => now.isPaused);
    now.isRunning = false;
    // Others may have ended it meanwhile; what is paused goes on when the part is there.
    if (waiting === now && !now.isPaused) end();
  } catch {
    now.drop();
  }
}

function end(): Waiting | null {
  const ended = waiting;
  ended?.stop();
  waiting = null;
  // A replay under way ends too.
  ended?.held.splice(0);
  return ended;
}
