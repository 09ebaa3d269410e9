import { expect, test } from 'vitest';
import { defineSearch, flag, idText, oneOf, skip, someOf, textUpTo, wholeNumber } from './define-search.ts';

const params = {
  status: oneOf(['open', 'closed'], 'open'),
  days: oneOf([7, 30]),
  q: textUpTo(5),
  id: idText,
  limit: wholeNumber(1, 200, 50),
  new: flag,
  skip,
};
const search = defineSearch(params);
const part = defineSearch(params, { isShared: true });

/** The parameters that stay in the address. */
const kept = (raw: Record<string, unknown>, read = search) =>
  Object.fromEntries(Object.entries(read(raw)).filter(([, value]) => value !== undefined));

test('each parameter is read from text or from what the router made of it, an id with every digit', () => {
  const read = { status: 'closed', days: 30, q: 'rear', id: '9223372036854775807', limit: 200, new: '1', skip: 150 };
  expect(kept({ ...read, days: '30', limit: '200', new: 'true', skip: '150' })).toEqual(read);
  expect(kept(read)).toEqual(read);
});

test('the address has neither defaults nor empty parameters', () => {
  expect(kept({ status: 'open', limit: '50', skip: '0', q: '', id: undefined })).toEqual({});
});

test.each([
  ['status', 'bogus'],
  ['days', '31'],
  ['q', 'longer'],
  ['q', '  '],
  ['q', '\0'],
  ['q', '\uD800'],
  ['id', '0'],
  ['id', '9223372036854775808'],
  ['limit', '0'],
  ['limit', '201'],
  ['limit', '1e2'],
  ['skip', '-1'],
  ['new', 'yes'],
  ['nonsense', '1'],
  ['toString', '1'],
  ['__proto__', '1'],
])('%s=%s has its default and is named', (name, value) => {
  expect(kept(Object.fromEntries([[name, value]]))).toEqual({ ignored: `${name}=${value}` });
});

test('a list is read from its names, in one order, without what means nothing and without the default', () => {
  const read = defineSearch({ kinds: someOf(['note', 'link', 'csat']) });
  expect(read({ kinds: 'csat,bogus,note' })).toEqual({ kinds: ['note', 'csat'] });
  expect(read(read({ kinds: 'csat' }))).toEqual({ kinds: ['csat'] });
  for (const kinds of ['', 'bogus', 'link,csat,note', []]) expect(kept({ kinds }, read)).toEqual({});
});

test.each([{ status: ['open'] }, { q: null }, { id: {} }])('what is no text does no harm: %j', (raw) => {
  expect(kept(raw)).toEqual({ ignored: `${Object.keys(raw)[0]}=` });
});

test('what is not to stay is named as undefined, for the router lays the answer over what it read', () => {
  expect(search({ status: 'bogus', nonsense: '1', q: 'rear' })).toStrictEqual({
    status: undefined,
    nonsense: undefined,
    q: 'rear',
    ignored: 'status=bogus, nonsense=1',
  });
});

test('ignored parameters stay until they are reported, and have a limit', () => {
  expect(kept({ ignored: 'status=bogus' })).toEqual({ ignored: 'status=bogus' });
  expect(kept({ q: 'x'.repeat(1000) }).ignored).toHaveLength(80);
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`n${n}`, 'x'.repeat(50)]));
  expect(kept(many).ignored).toHaveLength(400);
});

test('parameters of the whole program are left alone, and in a shared address those of the pages inside', () => {
  expect(search({ theme: 'dark', locale: 'en-XA', density: 'compact' })).toStrictEqual({});
  expect(part({ kinds: 'ticket', status: 'bogus' })).toStrictEqual({ status: undefined, ignored: 'status=bogus' });
});

test('parameters that mean nothing together are named together', () => {
  const range = defineSearch(
    { from: textUpTo(9), to: textUpTo(9) },
    { contradictions: ({ from, to }) => ((from === undefined) === (to === undefined) ? [] : ['from', 'to']) },
  );
  expect(kept({ from: '1', to: '2' }, range)).toEqual({ from: '1', to: '2' });
  expect(kept({ from: '1' }, range)).toEqual({ ignored: 'from=1, to=' });
});
