import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { readPage } from './page.ts';

const HTML =
  '<html><meta name="support-console:api-origins" content="" /><meta name="support-console:first-run" content="" /><meta name="support-console:upstream" content="" /></html>';
const SCRIPT = 'console.log("hashed");';

let dist: string;
let service: TestService;

beforeAll(async () => {
  dist = await mkdtemp(path.join(tmpdir(), 'support-console-dist-'));
  await mkdir(path.join(dist, 'assets'));
  await mkdir(path.join(dist, '.vite'));
  await writeFile(path.join(dist, 'index.html'), HTML);
  await writeFile(path.join(dist, 'portal.html'), '<html>for customers</html>');
  await writeFile(path.join(dist, 'theme.js'), 'theme');
  await writeFile(path.join(dist, '.vite', 'manifest.json'), '{}');
  await writeFile(path.join(dist, 'assets', 'entry-abc.js'), SCRIPT);
  await writeFile(path.join(dist, 'assets', 'entry-abc.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(path.join(dist, 'assets', 'entry-abc.js.gz'), gzipSync(SCRIPT));
  await writeFile(path.join(dist, 'assets', 'style-abc.css'), 'a{}');
  service = await startTestService({
    dist,
    config: {
      publicUrl: 'https://desk.example',
      apiOrigins: ['https://api.example:8443'],
    },
  });
});
afterAll(async () => {
  await service.close();
  await rm(dist, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ url, headers });

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self' https://api.example:8443; " +
  "manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types sc-worker";

test.each(['/', '/inbox', '/inbox/5?q=x', '/sign-in', '/settings/appearance', '/%E2%82%AC'])(
  'the document is served at %s with its headers',
  async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': CSP,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'x-robots-tag': 'noindex',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    });
    expect(answer.headers['permissions-policy']).toBe(
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), ' +
        'payment=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=(), clipboard-write=(self)',
    );
  },
);

test('the document contains the services that may be called and whether there is a site', async () => {
  expect((await get('/')).payload).toContain('name="support-console:api-origins" content="https://api.example:8443"');
  expect((await get('/')).payload).toContain('name="support-console:first-run" content="1"');
  await service.createSite();
  expect((await get('/')).payload).toContain('name="support-console:first-run" content=""');
});

test('while the database is unavailable and there may be no site, pages are 500, and the next request tries again', async () => {
  const lines: string[] = [];
  const fresh = await startTestService({ dist, log: (text) => lines.push(text) });
  try {
    await fresh.database.owner.query(sql`alter table site rename to site_away`);
    try {
      expectPlainFailure(await fresh.app.inject({ url: '/inbox' }), lines);
    } finally {
      await fresh.database.owner.query(sql`alter table site_away rename to site`);
    }
    const asked = await fresh.app.inject({ url: '/inbox' });
    expect(asked.statusCode).toBe(200);
    expect(asked.payload).toContain('name="support-console:first-run" content="1"');
    await fresh.createSite();
    const usual = await fresh.app.inject({ url: '/inbox' });
    expect(usual.payload).toContain('name="support-console:first-run" content=""');
  } finally {
    await fresh.close();
  }
});

test('an unreadable file or document is 500, not 404, and is read again', async () => {
  const lines: string[] = [];
  const broken = await mkdtemp(path.join(tmpdir(), 'support-console-dist-'));
  const fresh = await startTestService({ dist: broken, log: (text) => lines.push(text) });
  try {
    for (const url of ['/portal', '/embed/inbox']) expect((await fresh.app.inject({ url })).statusCode).toBe(404);
    await symlink('loop.png', path.join(broken, 'loop.png'));
    for (const name of ['index.html', 'portal.html', 'embed.html']) await mkdir(path.join(broken, name));
    for (const url of ['/loop.png', '/inbox', '/portal', '/embed/inbox']) {
      lines.length = 0;
      expectPlainFailure(await fresh.app.inject({ url, headers: { 'accept-encoding': 'br' } }), lines);
    }
    for (const [name, url] of [
      ['index.html', '/inbox'],
      ['portal.html', '/portal'],
      ['embed.html', '/embed/inbox'],
    ] as const) {
      await rm(path.join(broken, name), { recursive: true });
      await writeFile(path.join(broken, name), HTML);
      expect((await fresh.app.inject({ url })).statusCode).toBe(200);
    }
  } finally {
    await fresh.close();
    await rm(broken, { recursive: true });
  }
});

/** Expects a short text with a request id that is in the log, and without details of the failure. */
function expectPlainFailure(
  answer: { statusCode: number; payload: string; headers: Record<string, unknown> },
  lines: readonly string[],
): void {
  expect(answer.statusCode).toBe(500);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(answer.headers['content-encoding']).toBeUndefined();
  const id = /\breq_[0-9A-Za-z]{22}\b/.exec(answer.payload)?.[0] ?? 'no id';
  expect(answer.headers['x-svc-request-id']).toBe(id);
  expect(answer.payload).not.toMatch(/relation|ELOOP|EISDIR|\//);
  expect(lines.filter((line) => line.includes('"level":"error"') && line.includes(id))).toHaveLength(1);
}

test('the document says whether calls are forwarded to a service whose tokens may look different', async () => {
  expect((await get('/')).payload).toContain('name="support-console:upstream" content=""');
  const page = await readPage(dist, 'index.html', {
    apiOrigins: [],
    embedOrigins: [],
    isFirstRun: false,
    isForwarded: true,
  });
  expect(Buffer.from(page?.plain ?? []).toString()).toContain('name="support-console:upstream" content="1"');
});

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
] as const)('a client that takes %s gets %s', async (accepted, encoding, open) => {
  for (const [url, text] of [
    ['/assets/entry-abc.js', SCRIPT],
    ['/', '<html>'],
  ] as const) {
    const answer = await get(url, { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['vary']?.toString().toLowerCase()).toContain('accept-encoding');
    expect(open(answer.rawPayload).toString()).toContain(text);
  }
});

test('hashed files are immutable, others are revalidated', async () => {
  const script = await get('/assets/entry-abc.js');
  expect(script.payload).toBe(SCRIPT);
  expect(script.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  });
  expect(script.headers['content-type']).toMatch(/^(?:text|application)\/javascript/);
  expect((await get('/assets/style-abc.css')).headers['content-type']).toMatch(/^text\/css/);
  expect((await get('/theme.js')).headers['cache-control']).toBe('no-cache');
});

test.each([
  '/assets/missing-abc.js',
  '/assets/',
  '/assets/no-dot',
  '/missing.png',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-authorization-server',
  '/.vite/manifest.json',
  '/../package.json',
  '/assets/..%2f..%2fpackage.json',
  '/%2e%2e/package.json',
  '/%',
  '/index.html.map',
  '/index.html',
  '/portal.html',
  '/embed.html',
  '/embed/embed.html',
  '/embed/inbox.js',
  '/customers/by-email/maren@lindqvist.example/file.js',
])('%s is 404 in plain text, never the document', async (url) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.payload).toBe('not found\n');
});

test.each([
  '/customers/by-email/maren@lindqvist.example',
  '/customers/by-email/someone@page.html',
  '/customers/by-phone/0049%20151.5550.1884',
  '/customers/visitors/user.42%2Fa.html',
  '/customers/visitors/~..',
  '/conversations/session/chat.7',
])('%s is the document, although its address has dots', async (url) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^text\/html/);
});

test('methods other than GET and HEAD are 404', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    expect(
      (
        await service.app.inject({
          method,
          url: '/inbox',
          payload: '{',
          headers: { 'content-type': 'application/json' },
        })
      ).statusCode,
    ).toBe(404);
  }
  const head = await service.app.inject({ method: 'HEAD', url: '/inbox' });
  expect(head.statusCode).toBe(200);
  expect(head.payload).toBe('');
});

test('no response redirects, sets a cookie or names its server', async () => {
  for (const url of [
    '/',
    '//evil.example',
    '/\\evil.example',
    '/inbox?next=https://evil.example',
    '/assets/entry-abc.js',
    '/healthz',
  ]) {
    const { headers, statusCode } = await get(url);
    expect(statusCode).not.toBeGreaterThanOrEqual(500);
    for (const name of ['location', 'set-cookie', 'server', 'x-powered-by'])
      expect(headers[name], `${name} of ${url}`).toBeUndefined();
  }
});

test('the customer’s page is a separate document: never cached, framed or indexed, and calls no other origin', async () => {
  for (const url of ['/portal', '/portal?locale=en-XA']) {
    const answer = await get(url, { 'accept-encoding': 'br' });
    expect(answer.statusCode).toBe(200);
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe('<html>for customers</html>');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': CSP.replace(' https://api.example:8443', ''),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    });
  }
  const head = await service.app.inject({ method: 'HEAD', url: '/portal' });
  expect(head.statusCode).toBe(200);
  expect(head.payload).toBe('');
});
