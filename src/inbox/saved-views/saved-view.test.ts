import { expect, test } from 'vitest';
import { hasDrifted, searchOfView, viewPart, type ListView } from './views-store.ts';

function viewOf(id: number, more: Partial<ListView> = {}): ListView {
  return { id: String(id), name: `View ${id}`, shared: false, query: {}, columns: null, position: id, ...more };
}

test('a view holds filters, order and looks, and not the place in the list', () => {
  const search = {
    status: 'open,pending',
    q: 'bell',
    order_by: 'updated',
    layout: 'table',
    skip: 50,
    ticket: '9007199254740993',
    tab: 'links',
    view: '7',
  } as const;
  const part = viewPart(search);
  expect(part).toEqual({ status: 'open,pending', q: 'bell', order_by: 'updated', layout: 'table' });
  const { skip: _skip, ticket: _ticket, tab: _tab, ...kept } = search;
  expect(searchOfView(viewOf(7, { query: part }))).toEqual(kept);
});

test('what a view holds and this version does not take is left out, named, and no longer as it was saved', () => {
  const view = viewOf(1, { query: { status: 'closed', mood: 'blue', order_by: 'mood', ticket: '4', view: '9' } });
  expect(searchOfView(view)).toEqual({ status: 'closed', view: '1', ignored: 'mood=blue, order_by=mood' });
  expect(hasDrifted(view, { status: 'closed', view: '1' }, [])).toBe(true);
});

test('a filter that the API made and the menu cannot show stays in force; one that the service refuses is named', () => {
  const filter = JSON.stringify({ all: [{ field: 'ticket_number', op: 'between', value: [1, 99] }] });
  const view = viewOf(1, { query: { status: 'open', filter } });
  expect(searchOfView(view)).toEqual({ filter, view: '1' });
  expect(hasDrifted(view, { filter, view: '1' }, [])).toBe(false);
  expect(searchOfView(viewOf(1, { query: { filter: '{"all":[]}' } })).ignored).toBe('filter={"all":[]}');
});

test('a view drifts with its filters, its order and the columns of its table, not with the place', () => {
  const view = viewOf(1, { query: { status: 'pending', layout: 'table' }, columns: ['status', 'subject'] });
  const columns = ['status', 'subject'];
  const search = { status: 'pending', layout: 'table', view: '1' } as const;
  expect(hasDrifted(view, search, columns)).toBe(false);
  expect(hasDrifted(view, { ...search, skip: 50, ticket: '4', tab: 'links' }, columns)).toBe(false);
  expect(hasDrifted(view, { ...search, q: 'x' }, columns)).toBe(true);
  expect(hasDrifted(view, { ...search, order_by: 'updated' }, columns)).toBe(true);
  expect(hasDrifted(view, { layout: 'table', view: '1' }, columns)).toBe(true);
  expect(hasDrifted(view, search, ['status', 'number', 'subject'])).toBe(true);
  expect(hasDrifted({ ...view, columns: null }, search, ['status', 'number', 'subject'])).toBe(false);
});
