import { useEffect, useLayoutEffect, useRef } from 'react';
import { keyStroke, type Pressed } from './key-stroke.ts';
import { isField, registerShortcut } from './shortcuts.ts';
import { copyOf, insertText, isTypingHeld } from './type-ahead.ts';

/** What has not come by then does not come. */
const MAX_WAIT_MS = 10_000;

interface Waiting {
  readonly held: Pressed[];
  readonly stop: () => void;
}

let waiting: Waiting | null = null;

/**
 * Keys of a part that comes after the first paint: pressed before, they wait for it, and with them all that is pressed
 * after them, so that each key meets the row it was meant for. Esc, a press of the pointer and leaving take them back.
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

function hold(event: KeyboardEvent, drop: () => void): void {
  // With Ctrl or Command, after others.
  if (waiting !== null) return void waiting.held.push(copyOf(event));
  const timer = setTimeout(drop, MAX_WAIT_MS);
  addEventListener('keydown', onKeyDown, true);
  addEventListener('pointerdown', drop, true);
  waiting = {
    held: [copyOf(event)],
    stop: () => {
      clearTimeout(timer);
      removeEventListener('keydown', onKeyDown, true);
      removeEventListener('pointerdown', drop, true);
    },
  };
}

function onKeyDown(event: KeyboardEvent): void {
  const stroke = keyStroke(event);
  // What is replayed is not pressed; with Ctrl or Command only the keys of the part are ours.
  if (!event.isTrusted || event.isComposing || stroke === null || stroke.startsWith('mod+')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (stroke === 'escape') end();
  else waiting?.held.push(copyOf(event));
}

async function replay(): Promise<void> {
  for (let next = waiting?.held.shift(); next !== undefined; next = waiting?.held.shift()) {
    const target = document.activeElement ?? document.body;
    // A key before it opened the field: a synthetic key would write nothing.
    if ([...next.key].length === 1 && isField(target) && !isTypingHeld()) insertText(target, next.key);
    else target.dispatchEvent(new KeyboardEvent('keydown', { ...next, bubbles: true, cancelable: true }));
    // What the key did is drawn by then.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }
  end();
}

function end(): Waiting | null {
  const ended = waiting;
  waiting = null;
  ended?.stop();
  return ended;
}
