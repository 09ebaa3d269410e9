import { insertText } from './insert-text.ts';
import { endTyping, type Held } from './type-ahead.ts';

/** Gives a field the focus, and what was typed for it meanwhile. */
export function giveTypedTo(field: HTMLTextAreaElement): void {
  const held = endTyping();
  field.focus();
  if (held !== null) void replay(field, held);
}

async function replay(field: HTMLTextAreaElement, held: readonly Held[]): Promise<void> {
  let text = '';
  const insert = (): void => {
    if (text !== '') insertText(field, text);
    text = '';
  };
  for (const one of held) {
    if (typeof one === 'string') {
      text += one;
      continue;
    }
    insert();
    // The text has been taken over by then.
    await new Promise((done) => setTimeout(done));
    field.dispatchEvent(new KeyboardEvent('keydown', { ...one, bubbles: true, cancelable: true }));
  }
  insert();
}
