const NAMES: Readonly<Record<string, string>> = {
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
      return NAMES[part.toLowerCase()] ?? part.toUpperCase();
    });
    return labels.join(apple ? '' : ' ');
  });
}
