import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { HttpConfig } from '#server/operation/http-config.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';

/** The sources of the documents, so that the service fills the elements that they have. */
const ROOT = path.join(import.meta.dirname, '../../..');
const VIEWS = ['ai-usage', 'health', 'csat', 'inbox'] as const;
const ONE = ['https://intranet.example'];
const SEVERAL = ['https://intranet.example', 'https://portal.example:8443', 'http://localhost:3000'];

let dist: string;
let service: TestService | undefined;

beforeAll(async () => {
  dist = await mkdtemp(path.join(tmpdir(), 'support-console-dist-'));
  await mkdir(path.join(dist, 'assets'));
  for (const name of ['index.html', 'embed.html', 'portal.html']) {
    await copyFile(path.join(ROOT, name), path.join(dist, name));
  }
  await writeFile(path.join(dist, 'assets', 'entry-abc.js'), '1');
  await writeFile(path.join(dist, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
});
afterEach(() => service?.close());
afterAll(() => rm(dist, { recursive: true }));

async function start(config: Partial<HttpConfig>): Promise<number> {
  service = await startTestService({ dist, config });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  return (service.app.server.address() as AddressInfo).port;
}

interface Answer {
  readonly status: number;
  /** From the Content-Security-Policy; undefined without such a directive. */
  readonly ancestors: string | undefined;
  readonly options: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Sends over a socket, because `inject` would normalize the address. */
async function get(port: number, url: string): Promise<Answer> {
  const [{ statusCode, headers }, body] = await new Promise<[IncomingMessage, string]>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: url, agent: false }, (answer) => {
      text(answer).then((body) => resolve([answer, body]), reject);
    })
      .on('error', reject)
      .end();
  });
  const policy = headers['content-security-policy'] ?? '';
  const directive = (name: string) => new RegExp(`(?:^|; )${name} ([^;]+)`).exec(String(policy))?.[1];
  return {
    status: statusCode ?? 0,
    ancestors: directive('frame-ancestors'),
    options: headers['x-frame-options'],
    headers,
    body,
  };
}

/** Every kind of response that may not be framed, and addresses that resemble those of frames. */
const OTHERS = [
  '/',
  '/inbox',
  '/sign-in',
  '/settings/embedding',
  '/portal',
  '/docs',
  '/v1',
  '/v1/api.ashx?resource=tickets',
  '/v1/api.ashx?resource=tickets&next=/embed/inbox',
  '/missing.png',
  '/assets/missing.js',
  '/embed.html',
  '/embed',
  '/embed/',
  '/embed/other',
  '/embed/tickets',
  '/embed/inbox/',
  '/embed/inbox/5',
  '/embed//inbox',
  '//embed/inbox',
  '/x/embed/inbox',
  '/EMBED/inbox',
  '/embed/Inbox',
  '/embed/inbox%2f',
  '/embed%2Finbox',
  '/embed/%69nbox',
  '/%65mbed/inbox',
  '/embed/inbox%3Fpage=answers',
  '/embed/inbox%00',
  '/embed/inbox;x',
  '/embed/./inbox',
  '/embed/../inbox',
  '/embed/inbox/../../settings/embedding',
  '/embed/inbox/..%2f..%2fsettings',
  '/embed\\inbox',
  '/embed/inbox#x',
];

test.each([
  ['no origin', [], "'none'", 'DENY'],
  ['one origin', ONE, ONE[0], undefined],
  ['several origins', SEVERAL, SEVERAL.join(' '), undefined],
] as const)(
  'EM-02: with %s, views are framed by exactly these, and nothing else by anyone',
  async (_, embedOrigins, ancestors, options) => {
    const tested = await start({ embedOrigins });
    for (const view of VIEWS) {
      for (const query of ['', '?theme=dark&page=answers', '?preview=1']) {
        const answer = await get(tested, `/embed/${view}${query}`);
        expect(answer, view + query).toMatchObject({ status: 200, ancestors, options });
        expect(answer.body).toContain('src="/src/embed/main.ts"');
      }
    }
    for (const url of OTHERS) {
      expect(await get(tested, url), url).toMatchObject({ ancestors: "'none'", options: 'DENY' });
    }
    // Files have nothing to click, so framing is harmless; they are still not for other origins.
    for (const url of ['/assets/entry-abc.js', '/icon.svg']) {
      const file = await get(tested, url);
      expect(file, url).toMatchObject({ status: 200, ancestors: undefined });
      expect(file.headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(file.headers['access-control-allow-origin']).toBeUndefined();
    }
  },
);

test('an embedded document has the headers of the dashboard except for frame-ancestors', async () => {
  const tested = await start({
    embedOrigins: SEVERAL,
    apiOrigins: ['https://api.example'],
    publicUrl: 'https://desk.example',
  });
  const [frame, dashboard] = [await get(tested, '/embed/inbox'), await get(tested, '/inbox')];
  const { 'content-length': _length, date: _date, 'x-frame-options': refused, ...others } = dashboard.headers;
  expect(refused).toBe('DENY');
  expect(frame.headers).toMatchObject({
    ...others,
    'content-security-policy': String(others['content-security-policy']).replace(
      "'none'; require",
      `${SEVERAL.join(' ')}; require`,
    ),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': expect.any(String),
  });
  expect(String(frame.headers['content-security-policy'])).toContain("connect-src 'self' https://api.example; ");
});

test('an unknown address for frames lists the existing ones', async () => {
  const tested = await start({ embedOrigins: ONE });
  for (const url of ['/embed', '/embed/inbox/', '/embed/csat/answers', '/embed/tickets?page=1', '/Embed/inbox']) {
    const { status, headers, body } = await get(tested, url);
    expect(status, url).toBe(404);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    for (const view of VIEWS) expect(body).toContain(`/embed/${view}`);
  }
});

const meta = (body: string) =>
  Object.fromEntries(
    [...body.matchAll(/support-console:([\w-]+)" content="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );

test('the dashboard and the frame contain the origins that may frame and the services that may be called', async () => {
  const tested = await start({ embedOrigins: SEVERAL, apiOrigins: ['https://a.example', 'https://b.example'] });
  const told = {
    'api-origins': 'https://a.example https://b.example',
    'embed-origins': SEVERAL.join(' '),
    upstream: '',
  };
  for (const url of ['/settings/embedding', '/embed/csat']) {
    expect(meta((await get(tested, url)).body), url).toMatchObject(told);
  }
  expect(meta((await get(tested, '/portal')).body)).toEqual({});
});

test('with a hosted service the frame is served too, and knows that calls are forwarded', async () => {
  const tested = await start({ embedOrigins: ONE, upstreamBaseUrl: 'https://hosted.example' });
  const frame = await get(tested, '/embed/ai-usage');
  expect(frame).toMatchObject({ status: 200, ancestors: ONE[0] });
  expect(meta(frame.body)).toMatchObject({ upstream: '1', 'embed-origins': ONE[0] });
});
