import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkReferences } from './check-references.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'support-console-references-'));
  await plant('docs/api.md', '# The API\n\n## Tickets\n\n### `Undo` of [changes](api.md)\n');
  await plant('docs/decisions/0001-ids.md', '# 0001 Ids\n');
  await plant('src/format/age.ts', 'export const age = 1;\n');
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function plant(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
}

test('what exists may be named', async () => {
  await plant(
    'src/format/good.ts',
    [
      '/** See docs/api.md, "Tickets" and "Undo of changes". Beside `age.ts`, or ./age.ts, or src/format/age.ts. */',
      '// One sentence, see docs/api.md,',
      '// "Tickets".',
      "const address = 'https://elsewhere.example/gone.ts'; // decision 0001",
      "import { gone } from './gone.ts';",
    ].join('\n'),
  );
  await plant('src/good.sql', '-- docs/decisions/0001-ids.md\nselect 1;');
  await plant(
    'README.md',
    'A [link](docs/api.md#undo-of-changes), [elsewhere](https://elsewhere.example/gone.md), `src/format`, `<family>/<family>.sql.ts`.\n\n## Here\n\n[Up](#here)\n```\ncat gone.md\n```\n',
  );
  expect(checkReferences(root)).toEqual([]);
});

test.each([
  ['a page', 'src/bad.ts', '// See docs/gone.md.', 'src/bad.ts:1: there is no docs/gone.md'],
  [
    'a page by its name',
    'src/bad.ts',
    '/**\n * Source: gone.md, Tickets.\n */',
    'src/bad.ts:2: there is nothing called gone.md',
  ],
  [
    'a heading',
    'src/bad.tsx',
    ['<p>{', '/* docs/api.md, "Gone" */', '}</p>'].join(''),
    'src/bad.tsx:1: docs/api.md has no heading "Gone"',
  ],
  [
    'a second heading',
    'src/bad.ts',
    '// docs/api.md, "Tickets" and "Gone".',
    'src/bad.ts:1: docs/api.md has no heading "Gone"',
  ],
  [
    'a heading on the next line',
    'src/bad.ts',
    '/**\n * See docs/api.md,\n * "Gone by".\n */',
    'src/bad.ts:2: docs/api.md has no heading "Gone by"',
  ],
  ['a file that has moved', 'src/bad.ts', '// As src/age.ts has it.', 'src/bad.ts:1: there is no src/age.ts'],
  ['a file of another ending', 'src/bad.css', '/* see age.tsx */', 'src/bad.css:1: there is nothing called age.tsx'],
  ['a decision', 'src/bad.sql', '-- decision 0002\nselect 1;', 'src/bad.sql:1: there is no decision 0002'],
  ['a comment of a page', 'bad.html', '<p>age.ts</p>\n<!-- gone.ts -->', 'bad.html:2: there is nothing called gone.ts'],
  ['a link', 'docs/bad.md', '\n[one](decisions/0002-gone.md)', 'docs/bad.md:2: there is no decisions/0002-gone.md'],
  ['a part of a page', 'docs/bad.md', '[one](api.md#gone)', 'docs/bad.md:1: docs/api.md has no heading #gone'],
  ['a part of the same page', 'docs/bad.md', '# Here\n[one](#gone)', 'docs/bad.md:2: docs/bad.md has no heading #gone'],
  ['an image', 'docs/bad.md', '<img src="images/gone.png">', 'docs/bad.md:1: there is no images/gone.png'],
  ['a folder', 'docs/bad.md', 'Look in `src/gone/`.', 'docs/bad.md:1: there is no folder src/gone/'],
  ['a folder without its end', 'docs/bad.md', 'In `src/gone`.', 'docs/bad.md:1: there is no src/gone'],
  [
    'a folder by its last parts',
    'docs/bad.md',
    'In `src/format/` and `format/gone/`.',
    'docs/bad.md:1: there is no folder format/gone/',
  ],
  ['a folder by its name', 'docs/bad.md', 'In `format/` and `gone/`.', 'docs/bad.md:1: there is no folder gone/'],
])('%s that is not there is found', async (_what, file, text, expected) => {
  await plant(file, text);
  expect(checkReferences(root)).toEqual([expected]);
});

test('a decision that holds no longer may name what is gone', async () => {
  const text = '# 0002\n\n2026-01-01, accepted.\n\nIt is in `src/gone.ts`.\n';
  await plant('docs/decisions/0002-old.md', text);
  expect(checkReferences(root)).toEqual(['docs/decisions/0002-old.md:5: there is no src/gone.ts']);
  await plant('docs/decisions/0002-old.md', text.replace('accepted', 'superseded by 0003'));
  expect(checkReferences(root)).toEqual([]);
});
