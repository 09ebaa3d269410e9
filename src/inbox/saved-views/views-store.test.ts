import { expect, test } from 'vitest';
import { createView, deleteView, readLocalViews, updateView, writeLocalViews } from './views-store.ts';

const draft = { name: 'Here', shared: false, query: { status: 'pending' }, columns: null };

const here = { isKept: false };

test('a browser keeps views where the service does not', async () => {
  const first = await createView(here, draft);
  const second = await createView(here, { ...draft, name: 'There', columns: ['status', 'subject:320'] });
  expect(readLocalViews()).toEqual([
    { ...draft, id: '1', position: 0 },
    { ...draft, id: '2', name: 'There', columns: ['status', 'subject:320'], position: 1 },
  ]);
  await updateView(here, second.id, { name: 'Elsewhere' });
  await deleteView(here, first.id);
  expect(readLocalViews()).toMatchObject([{ id: '2', name: 'Elsewhere' }]);
});

test('what somebody else wrote there is left alone', () => {
  writeLocalViews([{ ...draft, id: 'x', position: 0 }]);
  expect(readLocalViews()).toEqual([]);
});
