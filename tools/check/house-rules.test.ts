import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkHouseRules } from './house-rules.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'support-console-rules-'));
  await mkdir(join(root, 'server'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function check(name: string, text: string): Promise<readonly string[]> {
  const file = join(root, 'server', name);
  await writeFile(file, text);
  const lines = checkHouseRules(root);
  await rm(file);
  return lines;
}

test.each(['now()', 'NOW( )', 'current_timestamp', 'clock_timestamp()', 'localtimestamp', 'current_date'])(
  'SQL may not say %s',
  async (word) => {
    expect(await check('planted.sql', `select 1;\nselect ${word};\n`)).toEqual([
      expect.stringMatching(/^server\/planted\.sql:2: /),
    ]);
    expect(await check('planted.sql.ts', `const a = sql\`\n  select ${word}\`;\n`)).toEqual([
      expect.stringMatching(/^server\/planted\.sql\.ts:2: /),
    ]);
  },
);

test('a comment, the clock of the service and a column may', async () => {
  const text =
    'const a = sql`select known_now, t.current_date_text -- not now()\n from ticket`; clock.now(); const now = () => 1; now();';
  expect(await check('planted.sql.ts', text)).toEqual([]);
});
