import { expect, test } from 'vitest';
import { textFromPath, textToPath } from './path-text.ts';

test('a text comes back from a path as it was, and is no folder of it', () => {
  for (const text of ['v_1', '.', '..', '~', '~..', '~~a', '...', 'a/b']) {
    const part = textToPath(text);
    expect(textFromPath(part)).toBe(text);
    expect(new URL(encodeURIComponent(part), 'https://desk.example/visitors/x').pathname).toBe(
      `/visitors/${encodeURIComponent(part)}`,
    );
  }
});
