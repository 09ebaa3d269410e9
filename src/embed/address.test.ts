import { expect, test } from 'vitest';
import { EMBEDDABLE_VIEWS } from '#src/shell/views.ts';
import { FrameAddresses, viewAt } from './address.ts';

const views = EMBEDDABLE_VIEWS;
const addresses = new FrameAddresses(views, '?theme=dark&days=7');

const inner = (path: string): string => {
  const { pathname, search } = addresses.input(new URL(path, 'https://support.example'));
  return pathname + search;
};
const outer = (path: string): string => {
  const { pathname, search } = addresses.output(new URL(path, 'https://support.example'));
  return pathname + search;
};

test.each([
  ['/embed/inbox', '/inbox'],
  ['/embed/inbox?status=open&ticket=5', '/inbox?status=open&ticket=5'],
  ['/embed/csat?page=follow-up&days=90', '/csat/follow-up?days=90'],
  ['/embed/ai-usage?page=calls', '/ai/usage/calls'],
  ['/embed/health', '/health'],
])('%s is %s within, and back', (address, path) => {
  expect(inner(address)).toBe(path);
  expect(inner(outer(path))).toBe(path);
});

test.each(['constructor', '__proto__', 'toString', 'nobody', ''])(
  'a page %j that no view has is its first one',
  (page) => {
    expect(inner(`/embed/csat?page=${page}`)).toBe('/csat');
  },
);

test("what is the frame's own stays in the address bar, and is neither the view's nor told", () => {
  expect(inner('/embed/csat?theme=dark&only=trend&days=7')).toBe('/csat?days=7');
  expect(outer('/csat/answers')).toBe('/embed/csat?page=answers&theme=dark');
  expect(addresses.forHost('/embed/csat?page=answers&theme=dark&only=trend')).toBe(
    '/embed/csat?page=answers&only=trend',
  );
});

test('a ticket of its own is the one beside its list', () => {
  expect(outer('/tickets/9007199254740993?tab=related')).toBe(
    '/embed/inbox?tab=related&ticket=9007199254740993&theme=dark',
  );
});

test.each(['/customers/5', '/settings/tags', '/tickets/new', '/'])('%s is in no frame', (path) => {
  expect(outer(path)).toBe(path);
});

test.each([
  '/inbox',
  '/embed/other',
  '/embed/',
  '/embed/inbox/',
  '/embed/../inbox',
  '//evil.example/embed/inbox',
  'https://evil.example/embed/inbox',
])('a host cannot lead to %s', (path) => expect(addresses.fromHost(path)).toBeNull());

test('a host leads to what a frame shows, and its query comes along', () => {
  expect(addresses.fromHost('/embed/csat?q=a%20b&page=answers')).toBe('/embed/csat?q=a+b&page=answers&theme=dark');
  expect(viewAt(views, '/embed/inbox')?.id).toBe('inbox');
});
