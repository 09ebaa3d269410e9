import { insertText } from './insert-text.ts';
import type { Pressed } from './key-stroke.ts';
import { isField } from './shortcuts.ts';
import { isTypingHeld } from './type-ahead.ts';

/** Presses keys again, one after another, until none is held or it is paused; more may come meanwhile. */
export async function replayKeys(held: Pressed[], isPaused: () => boolean): Promise<void> {
  for (let next = held.shift(); next !== undefined; next = held.shift()) {
    const target = document.activeElement ?? document.body;
    // A key before it opened the field: a synthetic key would write nothing.
    if ([...next.key].length === 1 && isField(target) && !isTypingHeld()) insertText(target, next.key);
    else target.dispatchEvent(new KeyboardEvent('keydown', { ...next, bubbles: true, cancelable: true }));
    // The effect of the key is drawn by then.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    if (isPaused()) return;
  }
}
