const LABELS: Readonly<Record<string, string>> = {
  escape: 'Esc',
  enter: '↵',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  backspace: '⌫',
  delete: 'Del',
  space: 'Space',
  tab: 'Tab',
};

export const isApple = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '');

/** In the order they are pressed: `mod+k` is `⌘K` on Apple keyboards, else `Ctrl K`; `g i` is `G`, `I`. */
export function keyLabels(keys: string, apple = isApple): string[] {
  return keys.split(' ').map((stroke) => {
    const parts = stroke === '+' ? ['+'] : stroke.split('+');
    const labels = parts.map((part) => {
      if (part === 'mod') return apple ? '⌘' : 'Ctrl';
      if (part === 'shift') return apple ? '⇧' : 'Shift';
      return LABELS[part.toLowerCase()] ?? part.toUpperCase();
    });
    return labels.join(apple ? '' : ' ');
  });
}

export interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * A key event in the words of a binding: `j`, `shift+j`, `mod+k`, `?`, `escape`, `arrowdown`. Letters of other
 * alphabets count as the Latin letter on the same key. Null for modifiers alone and for combinations that belong to
 * the browser or the system.
 */
export function keyStroke(event: Pressed, apple = isApple): string | null {
  if (['Shift', 'Control', 'Alt', 'Meta', 'Dead', 'Process', 'Unidentified'].includes(event.key)) return null;
  const mod = apple ? event.metaKey : event.ctrlKey;
  if (apple ? event.ctrlKey : event.metaKey) return null;
  // AltGr writes characters such as "[" on many keyboards: there it is not a modifier.
  if (event.altKey && (mod ? apple : true) && event.key.length > 1) return null;
  let key = event.key === ' ' ? 'space' : event.key.toLowerCase();
  const printable = event.key.length === 1;
  if (printable && /^\P{ASCII}$/u.test(event.key)) key = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase() ?? key;
  const isLetter = /^[a-z]$/.test(key);
  // Shift is a part of "?" itself, but a modifier of letters and named keys.
  const shift = event.shiftKey && (isLetter || !printable);
  return `${mod && !(event.altKey && printable) ? 'mod+' : ''}${shift ? 'shift+' : ''}${key}`;
}

/** WCAG 2.1.4: keys that write a character, without Ctrl or Command, can be switched off. */
export function isCharacterKeys(keys: string): boolean {
  return keys.split(' ').some((stroke) => !stroke.includes('mod+') && /^(shift\+)?(.|space)$/u.test(stroke));
}
