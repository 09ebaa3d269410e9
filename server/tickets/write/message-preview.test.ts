import { expect, test } from 'vitest';
import { messagePreview } from './message-preview.ts';

test('a preview is one line of at most 160 characters and never splits an emoji', () => {
  expect(messagePreview(' Hello\n  there ')).toBe('Hello there');
  expect([...messagePreview('🚲'.repeat(400))]).toHaveLength(160);
  for (const blanks of [1_277, 1_278, 1_279, 1_280]) {
    const preview = messagePreview(`a${' '.repeat(blanks - 1)}🚲 b`);
    expect(preview.isWellFormed(), `${blanks} blanks`).toBe(true);
  }
});
