import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkWords } from './check-words.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'support-console-words-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function check(name: string, text: string): Promise<readonly string[]> {
  const file = join(root, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  const lines = checkWords(root);
  await rm(file);
  return lines;
}

test('a banned word in a text is reported with its line, in code and in a document', async () => {
  expect(
    await check('src/inbox/messages.ts', "export const messages = defineMessages({\n  none: 'Nobody has it',\n});\n"),
  ).toEqual([expect.stringMatching(/^src\/inbox\/messages\.ts:2: "Nobody": say /)]);
  expect(await check('docs/using.md', '# Using\n\nA portal token\n')).toEqual([
    expect.stringMatching(/^docs\/using\.md:3: "portal token": say portal link/),
  ]);
});

test('code names and template values are not texts', async () => {
  const text =
    '// A stale identity\nexport const messages = defineMessages({ nobody: (stale: string) => `Held: ${stale}` });\n';
  expect(await check('src/inbox/row-messages.ts', text)).toEqual([]);
  expect(await check('docs/using.md', 'Needs `portal_tokens:write`:\n\n```\nstale\n```\n')).toEqual([]);
});

test('a banned phrase in a comment or in the title of a test is reported, across lines too', async () => {
  const comment = '/**\n * The row that the key\n * goes\n * on from.\n */\nconst a = 1;\n';
  expect(await check('tools/a.ts', comment)).toEqual(['tools/a.ts:3: "goes on": say continue']);
  expect(await check('tools/b.ts', '// Who asks.\n')).toEqual(['tools/b.ts:1: "Who": say the subject first']);
  const title = "test('rows are read again', () => {});\n".replace('again', 'anew');
  expect(await check('bench/c.test.ts', title)).toHaveLength(1);
  expect(await check('docs/api.md', 'Nobody knows `anew`.\n\n<!-- Written by x -->\nanew\n')).toHaveLength(1);
  expect(await check('tools/d.ts', '// Who asks? `m` stands for minutes.\nconst goesOn = "anew";\n')).toEqual([]);
});

test('texts of the service are checked as well: errors, output of admin and doctor, its pages, its demo data', async () => {
  const places = [
    ['server/portal/portal-token.ts', "throw new ApiError('not_found', 'There is no portal token with this id');\n"],
    ['server/admin/doctor/examine.ts', 'const line = `nobody may read ${file}`;\n'],
    ['contract/customers.ts', "const message = 'must be an identity';\n"],
    ['server/demo/words/chats.json', '{ "questions": ["Can somebody call me?"] }\n'],
    ['index.html', '<!-- nobody reads it -->\n<p class="stale">Too many calls</p>\n'],
  ] as const;
  for (const [file, text] of places) {
    expect(await check(file, text), file).toEqual([expect.stringMatching(new RegExp(`^${file}:[12]: "`))]);
  }
});

test('statements, names on the wire and tests are no texts', async () => {
  const statements = 'const a = sql`select identity from t`;\nconst b = `update t set stale = true`;\n';
  expect(await check('server/portal/list.ts', `${statements}const c = 'identity_id is required';\n`)).toEqual([]);
  expect(await check('server/portal/list.sql.ts', "const a = 'of nobody';\n")).toEqual([]);
  expect(await check('server/portal/list.test.ts', "const a = 'of nobody';\n")).toEqual([]);
});
