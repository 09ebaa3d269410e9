import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '#tools/setup/run-command.ts';
import { checkBoundaries } from './check-boundaries.ts';

/** One forbidden import for each rule: the rule, the file to plant, what it imports. The tree itself is checked by `npm run check`. */
const PLANTED = [
  ['contract-imports-zod-alone', 'contract/planted.ts', '#server/db/db.ts'],
  ['server-not-dashboard', 'server/tickets/planted.ts', '#src/api/call.ts'],
  ['dashboard-not-server', 'src/inbox/planted.ts', '#server/db/db.ts'],
  ['product-not-tools', 'src/inbox/planted-tool.ts', '#tools/setup/run-command.ts'],
  ['dashboard-without-node', 'src/ui/planted-node.ts', 'node:fs'],
  ['no-view-imports-another-view', 'src/planted-view/view.ts', '#src/inbox/planted.ts'],
  ['shell-not-routes', 'src/shell/planted.ts', '#src/routes/planted.ts'],
  ['ui-knows-no-api', 'src/ui/planted.ts', '#src/api/call.ts'],
  ['ui-knows-no-contract', 'src/ui/planted-contract.ts', '#contract/scalars.ts'],
  ['i18n-knows-nobody', 'src/i18n/planted.ts', '#src/format/id.ts'],
  ['format-knows-words', 'src/format/planted.ts', '#src/inbox/planted.ts'],
  ['browser-knows-words', 'src/browser/planted.ts', '#src/inbox/planted.ts'],
  ['session-knows-the-browser', 'src/session/planted.ts', '#src/inbox/planted.ts'],
  ['undo-knows-no-change', 'src/undo/planted.ts', '#src/ticket-edit/planted.ts'],
  ['ticket-edit-knows-no-view', 'src/ticket-edit/planted.ts', '#src/inbox/planted.ts'],
  ['bulk-edit-knows-no-view', 'src/bulk-edit/planted.ts', '#src/inbox/planted.ts'],
  ['api-knows-no-view', 'src/api/planted.ts', '#src/inbox/planted.ts'],
  ['sql-is-private-to-its-family', 'server/customers/planted.ts', '#server/tokens/tokens.sql.ts'],
  ['families-not-http', 'server/customers/planted-http.ts', '#server/http/app.ts'],
  ['database-below-families', 'server/db/planted.ts', '#server/tokens/issue-token.ts'],
  ['no-test-in-the-product', 'server/calendar/planted.ts', './planted.test.ts'],
  ['service-runs-on-dependencies', 'server/calendar/planted-dev.ts', 'fast-check'],
  ['must-resolve', 'src/inbox/planted-lost.ts', './nowhere.ts'],
] as const;

const EXTRA = {
  'src/routes/planted.ts': 'export const planted = 1;\n',
  'server/calendar/planted.test.ts': 'export const planted = 1;\n',
  'server/calendar/planted-room.ts': "import { target } from '#server/tickets/agents.ts';\nexport const a = target;\n",
  'server/tickets/planted-room.ts': "import { b } from '#server/calendar/planted-low.ts';\nexport const c = b;\n",
  'server/calendar/planted-low.ts': 'export const b = 1;\n',
  'src/ui/planted-round-a.ts': "import { b } from './planted-round-b.ts';\nexport const a = () => b;\n",
  'src/ui/planted-round-b.ts': "import { a } from './planted-round-a.ts';\nexport const b = () => a;\n",
};

/** Rules are about paths: of what is imported the name is enough, and a small tree is read in a second. */
const TARGETS = [...PLANTED.map(([, , target]) => target), '#server/tickets/agents.ts'];

let tree: string;
let broken: readonly string[];

async function plant(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(tree, file)), { recursive: true });
  await writeFile(join(tree, file), text);
}

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'support-console-boundaries-'));
  for (const name of ['package.json', 'tsconfig.json']) await cp(join(ROOT, name), join(tree, name));
  for (const name of ['fast-check', 'zod']) {
    await cp(join(ROOT, 'node_modules', name), join(tree, 'node_modules', name), { recursive: true });
  }
  for (const target of TARGETS) {
    if (target.startsWith('#')) await plant(target.slice(1), 'export const target = 1;\n');
  }
  for (const [, file, target] of PLANTED)
    await plant(file, `import * as planted from '${target}';\nexport const kept = planted;\n`);
  for (const [file, text] of Object.entries(EXTRA)) await plant(file, text);
  broken = await checkBoundaries(tree);
}, 60_000);

afterAll(() => rm(tree, { recursive: true, force: true }));

test.each(PLANTED)('refuses what breaks %s', (rule, file) => {
  expect(broken.filter((line) => line.startsWith(`${rule}: ${file} -> `))).toHaveLength(1);
});

test('refuses a cycle', () => {
  expect(broken.filter((line) => line.startsWith('no-cycles: src/ui/planted-round-'))).not.toEqual([]);
});

test('refuses two families that import each other, though no module does', () => {
  const steps = [
    'server/calendar/planted-room.ts -> server/tickets/agents.ts',
    'server/tickets/planted-room.ts -> server/calendar/planted-low.ts',
  ];
  expect(broken).toContain(`no-circle-of-rooms: server: ${steps.join(', ')}`);
});

test('fails when the checker reads nothing', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'support-console-boundaries-'));
  for (const name of ['contract', 'server', 'src']) await mkdir(join(empty, name));
  expect(await checkBoundaries(empty)).not.toEqual([]);
  await rm(empty, { recursive: true });
});
