import type { Pressed } from './key-stroke.ts';
import { isField } from './shortcuts.ts';

/** Pressed keys: a piece of text, or keys that act on it, such as Ctrl Enter. */
export type Held = string | Pressed;

interface Waiting {
  readonly held: Held[];
  readonly onDrop: (text: string) => void;
  readonly stop: () => void;
}

/** A field that is not there by then does not come. */
const MAX_WAIT_MS = 10_000;

let waiting: Waiting | null = null;

/**
 * From now on what is typed waits for the field that was asked for, and is nobody's shortcut. It ends when the field gets
 * it (`give-typed.ts`), or when the person goes elsewhere: by Esc, a press, another field, a key that moves.
 * @param onDrop gets the text that no field got
 */
export function holdTyping(onDrop: (text: string) => void): void {
  dropTyping();
  const timer = setTimeout(dropTyping, MAX_WAIT_MS);
  addEventListener('pointerdown', dropTyping, true);
  addEventListener('keydown', onKeyDown, true);
  waiting = {
    held: [],
    onDrop,
    stop: () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', dropTyping, true);
      removeEventListener('keydown', onKeyDown, true);
    },
  };
}

/** Nobody waits for the field any more. */
export function dropTyping(): void {
  const ended = end();
  ended?.onDrop(ended.held.filter((one) => typeof one === 'string').join(''));
}

// Before all others: a list, too, has keys of its own.
function onKeyDown(event: KeyboardEvent): void {
  if (waiting === null || event.isComposing || event.keyCode === 229) return;
  if (isField(event.target)) return dropTyping();
  if (!holdKey(waiting.held, event)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** True where the key is taken; false where it is another's, which ends the waiting. */
function holdKey(held: Held[], event: Pressed): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'Dead'].includes(key)) return true;
  if (key === 'Enter' && (ctrlKey || metaKey)) {
    held.push(copyOf(event));
  } else if (ctrlKey !== altKey || metaKey) {
    dropTyping();
    return false;
  } else if ([...key].length === 1) {
    held.push(key);
  } else if (key === 'Enter') {
    held.push('\n');
  } else if (key === 'Backspace') {
    if (typeof held.at(-1) === 'string') held.pop();
  } else {
    dropTyping();
    // Esc takes back what was asked for, and nothing else.
    return key === 'Escape';
  }
  return true;
}

/** The field is there, or nobody waits for it. @returns what was typed for it, null where it was not asked for */
export function endTyping(): readonly Held[] | null {
  const ended = end();
  return ended?.held ?? null;
}

function end(): Waiting | null {
  const ended = waiting;
  waiting = null;
  ended?.stop();
  return ended;
}

/** A field was asked for, and what is typed waits for it. */
export function isTypingHeld(): boolean {
  return waiting !== null;
}

export function copyOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): Pressed {
  return { key, code, ctrlKey, metaKey, altKey, shiftKey };
}
