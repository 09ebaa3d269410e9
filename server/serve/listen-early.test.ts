import { afterEach, expect, test } from 'vitest';
import { listenEarly, type EarlyListener } from './listen-early.ts';

let listener: EarlyListener;
afterEach(() => listener.close());

async function open(): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  listener = await listenEarly({ host: '127.0.0.1', port: 0, publicUrl: 'https://support.example' });
  return (path, init) => fetch(`http://127.0.0.1:${listener.port}${path}`, init);
}

test.each([
  ['GET', '/v1/api.ashx?resource=whoami'],
  ['POST', '/v1/api.ashx?resource=tickets'],
  ['POST', '/portal/session'],
])('%s %s gets an envelope that says that the service is starting', async (method, path) => {
  const call = await open();
  const answer = await call(path, method === 'POST' ? { method, body: '{"subject":"Early"}' } : {});
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ ok: false, error: { code: 'overloaded', message: expect.any(String) } });
  expect(answer.headers.get('X-SVC-Request-Id')).toMatch(/^req_[0-9A-Za-z]{22}$/);
  expect(answer.headers.get('Retry-After')).toBe('2');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect(answer.headers.get('Strict-Transport-Security')).not.toBeNull();
});

test('probes get plain text during the start', async () => {
  const call = await open();
  const live = await call('/livez');
  expect([live.status, await live.text()]).toEqual([200, 'ok\n']);
  const ready = await call('/readyz');
  expect([ready.status, ready.headers.get('Retry-After'), await ready.text()]).toEqual([503, '2', 'starting\n']);
  expect(ready.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
});
