import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VIEWS } from '#src/shell/views.ts';
import { shotsOf } from '#tools/shots/pages.ts';
import { readViews } from './read-views.ts';
import { navigation, titles, viewAddresses } from './view-frame.ts';

test('a room with a view.ts is found, and stands in the frame, the first script and the pictures', async () => {
  const root = await mkdtemp(join(tmpdir(), 'support-console-views-'));
  try {
    await mkdir(join(root, 'src/hours'), { recursive: true });
    const view = {
      id: 'hours',
      path: '/manage/hours',
      owns: ['/manage/hours'],
      order: 9,
      label: 'Hours & holidays',
      icon: 'clock',
      goKeys: 'g h',
      group: 'Manage',
      skeleton: 'figures',
      places: [{ key: 'holidays', path: '/manage/hours/holidays', label: 'Holidays' }],
    };
    await writeFile(join(root, 'src/hours/view.ts'), `export const view = ${JSON.stringify(view)};`);
    const views = await readViews(root);
    expect(views).toEqual([view]);
    expect(navigation(views)).toContain('data-view="hours"');
    expect(titles(views)).toContain('Hours &amp; holidays');
    expect(viewAddresses(views)).toEqual([['hours', 'figures', ['/manage/hours']]]);
    expect(shotsOf(views).map(({ name }) => name)).toEqual(['hours', 'hours-holidays']);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

test('the tools find the same views as the dashboard, in the same order', async () => {
  expect(await readViews()).toEqual(VIEWS);
  expect(VIEWS.length).toBeGreaterThan(4);
});
