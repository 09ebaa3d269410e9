import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { View } from '#src/panels/view-type.ts';
import { ALL_VIEWS } from '#src/shell/all-views.ts';
import { pagesOf } from '#tools/budgets/measure-build.ts';
import { checkViews } from '#tools/check/check-views.ts';
import { ROOT } from '#tools/setup/run-command.ts';
import { shotsOf } from '#tools/shots/pages.ts';
import { listedOf, navigationOf, roomOf } from './inline-views.ts';
import { readViews } from './read-views.ts';
import type { renderShell } from './render-shell.tsx';
import { navigation, titles, viewAddresses } from './view-frame.ts';

const VIEW = {
  id: 'hours',
  path: '/manage/hours',
  owns: ['/manage/hours'],
  order: 9,
  label: 'Hours & holidays',
  icon: 'clock',
  goKeys: 'g h',
  group: 'Manage',
  isTab: true,
  skeleton: 'figures',
  maxKb: 30,
  places: [{ key: 'holidays', path: '/manage/hours/holidays', label: 'Holidays', extension: 'calendar_holidays' }],
  keys: [{ group: 'Hours', entries: { copy: { keys: 'y', label: 'Copy a day' } } }],
};

let root: string;

// A room of three files: what it is, its page, the route.
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'support-console-views-'));
  for (const folder of ['src/hours', 'src/routes/_app', 'docs']) await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, 'src/hours/view.ts'), `export const view = ${JSON.stringify(VIEW)};`);
  await writeFile(join(root, 'src/hours/hours-view.tsx'), 'export const HoursView = () => null;');
  await writeFile(join(root, 'src/routes/_app/manage.hours.tsx'), "import '#src/hours/hours-view.tsx';");
});
afterAll(() => rm(root, { recursive: true, force: true }));

test('a room with a view.ts is in the frame, the first script, the pictures, the budgets and the documented pages', async () => {
  const views = await readViews(root);
  expect(views).toEqual([VIEW]);
  expect(navigation(views)).toContain('data-view="hours"');
  expect(titles(views)).toContain('Hours &amp; holidays');
  expect(viewAddresses(views)).toEqual([['hours', 'figures', ['/manage/hours']]]);
  expect(shotsOf(views).map(({ name }) => name)).toEqual(['hours', 'hours-holidays']);
  expect(pagesOf(views, root)).toEqual([
    { name: '/manage/hours', home: 'src/routes/_app/manage.hours.tsx?', limit: 30 },
  ]);
  await writeFile(join(root, 'docs/using.md'), 'The hours are at `/manage/hours`.');
  expect(await checkViews(root)).toEqual([
    'docs/using.md or docs/features.md: /manage/hours/holidays is not documented',
  ]);
});

test('the sidebar, the tabs of a phone, the palette, the list of keys and the page show it, by what the service provides', async () => {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: { alias: { '#src': join(ROOT, 'src'), '#contract': join(ROOT, 'contract') } },
  });
  try {
    const module = await server.ssrLoadModule(join(ROOT, 'tools/build/render-shell.tsx'));
    const render: typeof renderShell = module['renderShell'];
    const has = await render('/manage/hours/holidays', ['calendar_holidays']);
    const lacks = await render('/manage/hours/holidays', []);
    for (const { sidebar, tabs, palette, keys } of [has, lacks]) {
      expect(sidebar).toContain('href="/manage/hours"');
      expect(tabs).toContain('href="/manage/hours"');
      expect(palette).toContain('/manage/hours');
      expect(keys).toEqual(expect.arrayContaining(['g h', 'y']));
    }
    expect([has.palette, lacks.palette].map((paths) => paths.includes('/manage/hours/holidays'))).toEqual([
      true,
      false,
    ]);
    expect([has.page, lacks.page].map((text) => text.includes('calendar_holidays'))).toEqual([false, true]);
  } finally {
    await server.close();
  }
});

test('the tools find the same views as the dashboard, in the same order', async () => {
  expect(await readViews()).toEqual(ALL_VIEWS);
  expect(ALL_VIEWS.length).toBeGreaterThan(4);
});

test('of a view the palette gets its places and keys, and nothing of its frame', () => {
  const [listed] = listedOf([VIEW as View]);
  expect(listed).toMatchObject({ id: VIEW.id, places: VIEW.places });
  expect(Object.keys(listed ?? {})).not.toContain('owns');
});

test('a room reads of its view what the build leaves of it, and offers each of its verbs', () => {
  expect(roomOf(VIEW as View)).toEqual({ keys: VIEW.keys });
  const rooms = globSync('src/*/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$|^src\/(?:shell|embed|routes)\//.test(file),
  );
  const read = rooms.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return /import \{[^}]*\bview\b[^}]*\} from '[^']*view\.ts'/.test(text)
      ? [...text.matchAll(/(?<![/-])\bview\.(\w+)/g)]
      : [];
  });
  expect(new Set(read.map(([, name]) => name))).toEqual(new Set(['keys']));
  const text = rooms
    .filter((file) => !file.endsWith('/view.ts'))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');
  const verbs = ALL_VIEWS.flatMap(({ id, places = [] }) =>
    places.flatMap(({ key, isVerb }) => (isVerb === true ? [`${id}-${key}`] : [])),
  );
  // Commands with words of their own are put together: `health-${key}`.
  expect(
    verbs.filter(
      (id) => !text.includes(`"${id}"`) && !text.includes(`'${id}'`) && !/^(?:health|hours|inbox)\b/.test(id),
    ),
  ).toEqual([]);
});

test('of a view the entry gets neither its keys nor the places that every service has', () => {
  const everywhere = { key: 'all', path: '/manage/hours/all', label: 'All' };
  const { order: _order, keys: _keys, maxKb: _maxKb, skeleton: _skeleton, places, ...nav } = VIEW;
  const [needing] = places;
  // They lead to a page that says for itself what it needs.
  const verbs = [
    { key: 'add', path: '/manage/hours/holidays?add=1', label: 'Add', extension: 'calendar_holidays' },
    { key: 'read', path: '/manage/hours/holidays', label: 'Read', isVerb: true, extension: 'calendar_holidays' },
  ];
  const view = { ...VIEW, places: [everywhere, needing, ...verbs] } as View;
  expect(navigationOf([view, { ...view, places: [everywhere] }])).toEqual([
    { ...nav, places: [{ path: needing?.path, label: 'Holidays', extension: 'calendar_holidays' }] },
    nav,
  ]);
});
