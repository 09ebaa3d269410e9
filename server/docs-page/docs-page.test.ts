import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERROR_STATUS } from '#contract/errors.ts';
import { EXTENSIONS, SCOPES, type Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { EVENT_TYPES } from '#contract/webhook-events.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { docsPage } from './docs-page.ts';
import { anchorOf, FAMILIES } from './families.ts';
import { fieldsOf } from './fields.ts';
import { GUIDES } from './guides.ts';
import { plainText, Html } from './html.ts';
import { findPlaces, listPlaces } from './search.ts';

const ROWS = Object.values<Operation>(OPERATIONS);
const PLACES = listPlaces();
let service: TestService;
let page: string;

beforeAll(async () => {
  service = await startTestService({ config: { publicUrl: 'https://desk.example' } });
  page = (await get('/docs')).payload;
});
afterAll(() => service.close());

const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ url, headers });
const idsOf = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);

test('the page is served without a token, with the headers of pages and a form that leads to itself', async () => {
  const { headers, statusCode } = await get('/docs');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-frame-options': 'DENY',
    vary: 'Accept-Encoding',
  });
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; .*form-action 'self'; frame-ancestors 'none'/,
  );
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i);
  expect(page.match(/(?:src|href|action)="(?!#|\/)/g)).toBeNull();
  const style = await get('/docs.css');
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  expect(style.payload).toContain('light-dark(');
  expect((await service.app.inject({ method: 'HEAD', url: '/docs' })).statusCode).toBe(200);
});

test('the page is compressed for those who can read that', async () => {
  for (const [encoding, decompress] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { headers, rawPayload } = await get('/docs', { 'accept-encoding': encoding });
    expect(headers['content-encoding']).toBe(encoding);
    expect(decompress(rawPayload).toString()).toBe(page);
  }
  // One page has everything, which a browser's own search can find, as long as it is light.
  expect(Buffer.byteLength(page)).toBeLessThan(1_000_000);
});

test('each resource is in exactly one family, and each operation in the contents and at its anchor', () => {
  const resources = FAMILIES.flatMap(({ resources }) => resources);
  expect(resources.toSorted()).toEqual([...new Set(ROWS.map(({ resource }) => resource))].toSorted());
  const [contents = ''] = page.split('<main');
  for (const row of ROWS) {
    const id = anchorOf(row);
    expect(page.split(` id="${id}"`), id).toHaveLength(2);
    expect(contents.includes(`href="#${id}"`), id).toBe(true);
  }
});

test('every anchor is there once, and every link on the page and of the search leads to one', () => {
  const ids = idsOf(page);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  const known = new Set(ids);
  const linked = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id = '']) => id);
  expect(linked.filter((id) => !known.has(id))).toEqual([]);
  expect(PLACES.map(({ anchor }) => anchor).filter((anchor) => !known.has(anchor))).toEqual([]);
});

test('guides have every error code, scope, event and extension', () => {
  const bodies = new Map(GUIDES.map(({ id, body }) => [id, plainText(body('https://desk.example/v1'))]));
  for (const code of Object.keys(ERROR_STATUS)) expect(bodies.get('errors')).toContain(` ${code} `);
  for (const scope of SCOPES) expect(bodies.get('authentication')).toContain(` ${scope} `);
  for (const type of EVENT_TYPES) expect(bodies.get('webhooks')).toContain(`"type": "${type}"`);
  for (const key of EXTENSIONS) expect(page.split(` id="extension-${key}"`), key).toHaveLength(2);
});

test('operations show the meanings, parameters and fields of the contract', () => {
  const { parameters, body, answer } = fieldsOf(OPERATIONS.listTickets);
  expect(parameters.find(({ path }) => path === 'limit')).toMatchObject({
    type: 'integer from 1 to 200, default 25',
    note: 'The number of records in a page.',
  });
  expect(body).toEqual([]);
  expect(answer.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['items', 'items[].ticket_number', 'total_count', 'facets.folder.mine']),
  );
  expect(fieldsOf(OPERATIONS.listVisitors).answer.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['events[].occurred_utc', 'items[].visitor_key']),
  );
  expect(fieldsOf(OPERATIONS.createTicket).body.find(({ path }) => path === 'subject')?.mark).toBe('Required');
  expect(plainText(new Html(page))).toContain('Creates an open ticket and answers it.');
});

test('everything on the page is escaped', () => {
  const other = docsPage('https://desk.example/"><script>alert(1)</script>\'$(id)`');
  expect(other).not.toContain('<script>');
  expect(other).toContain('&#60;script&#62;');
});

test('a search finds operations, fields, errors, events, extensions and guides by all of its words', async () => {
  const first = (q: string) => findPlaces(PLACES, q).found.map(({ anchor }) => anchor)[0];
  expect(first('merge customers')).toBe('customer_merges-post');
  expect(first('RATE_LIMITED')).toBe('error-rate_limited');
  expect(first('ticket.resolved')).toBe('event-ticket.resolved');
  expect(first('csv_all')).toBe('extension-csv_all');
  for (const word of ['pagination', 'page', 'oldest', 'export everything']) expect(first(word), word).toBe('lists');
  expect(first('loopback')).toBe('webhooks');
  expect(first('budget')).toBe('ai_limits-get');
  expect(first('copilot reply')).toBe('ai_copilot-post');
  expect(first('ai_suggest_reply')).toBe('ai_copilot-post');
  expect(first('timingSafeEqual')).toBe('webhooks');
  expect(first('overlap_hours')).toBe('webhook_subscriptions-patch--overlap_hours');
  expect(findPlaces(PLACES, 'id').found).toHaveLength(100);
  expect(findPlaces(PLACES, 'id').total).toBeGreaterThan(100);
  expect(findPlaces(PLACES, '  ').total).toBe(0);
  const { payload, headers, statusCode } = await get('/docs?q=overlap_hours');
  expect(statusCode).toBe(200);
  expect(headers['content-security-policy']).toContain("form-action 'self'");
  expect(payload).toContain('href="/docs#webhook_subscriptions-patch--overlap_hours"');
  expect(payload).toContain('value="overlap_hours"');
  expect((await get('/docs?q=nothinghasthis')).payload).toContain('Nothing has all of these words.');
});

test.each([
  ['q=', 200],
  ['q=%20', 200],
  ['other=1', 200],
  [`q=${'x'.repeat(100)}`, 200],
  [`q=${'x'.repeat(101)}`, 400],
  ['q=a&q=b', 400],
  ['q=%ff', 400],
  ['q=%00', 200],
  ['q=%22%3E%3Cscript%3E%27%26', 200],
  ['q[]=1&q%5B%5D=2', 200],
  ['q=(.*)%2B%5C', 200],
])('/docs?%s is %i and never markup', async (query, status) => {
  const { payload, statusCode, headers } = await get(`/docs?${query}`);
  expect(statusCode).toBe(status);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(payload).not.toContain('<script');
});
