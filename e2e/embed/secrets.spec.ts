import type { Frame, Request } from '@playwright/test';
import { settled } from '#e2e/support/settled.ts';
import { expect, test } from './embed-test.ts';
import { SANDBOX } from './host-page.ts';

/** Everything in a document where a secret could have been left. */
function readTraces(frame: Frame): Promise<string> {
  return frame.evaluate(async () => {
    const kept = (read: () => unknown): unknown => {
      try {
        return read();
      } catch {
        return null;
      }
    };
    const databases = await indexedDB.databases().catch(() => []);
    return JSON.stringify([
      ...[location.href, document.referrer, document.title, document.cookie, window.name, history.state],
      ...[kept(() => ({ ...sessionStorage })), kept(() => ({ ...localStorage })), databases],
      performance.getEntries().map((entry) => entry.toJSON() as unknown),
      document.documentElement.outerHTML,
      [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
    ]);
  });
}

function wireOf(request: Request): string {
  const { authorization: _token, ...headers } = request.headers();
  return JSON.stringify([request.url(), headers, request.postData()]);
}

test('EM-04: no address, referrer, storage, message to the host, log or error has a token or a session', async ({
  nearHost,
  site,
  between,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  const { page } = nearHost;
  const traces: string[] = [];
  const secrets = new Set<string>([site.tokens.all, site.tokens.readOnly]);
  page.on('request', (request) => {
    traces.push(wireOf(request));
    const [, token] = /^Bearer (\S+)$/.exec(request.headers()['authorization'] ?? '') ?? [];
    if (token !== undefined) secrets.add(token);
  });
  page.on('console', (message) => traces.push(message.text()));
  page.on('framenavigated', (frame) => traces.push(frame.url()));

  await nearHost.open();
  const answer = { token: site.tokens.all, edit: true };
  const hosted = await nearHost.add({ src: `${between.url}/embed/csat?days=7`, sandbox: SANDBOX, answer });
  await expect(hosted.heading).toContainText('CSAT');
  await hosted.post({ type: 'navigate', path: '/embed/csat?page=answers' });
  await expect.poll(async () => (await hosted.frame()).url()).toContain('page=answers');
  const exchanged = page.waitForResponse((response) => response.url().includes('resource=sessions'));
  await hosted.post({ type: 'token', token: site.tokens.readOnly });
  await exchanged;
  await settled(page);
  between.tamper = ({ resource }, response) => {
    if (resource === '') return false;
    const error = { code: 'invalid_request', message: 'Something went wrong' };
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: false, error }));
    return true;
  };
  await hosted.post({ type: 'navigate', path: '/embed/ai-usage' });
  await expect(hosted.inside.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
  traces.push(await readTraces(await hosted.frame()), await readTraces(page.mainFrame()));
  traces.push(JSON.stringify([await nearHost.heard(), await hosted.said()]));
  between.tamper = null;
  expect(secrets.size, 'tokens and the sessions made of them').toBeGreaterThanOrEqual(4);
  for (const secret of secrets) expect(traces.filter((trace) => trace.includes(secret.slice(4, 36)))).toEqual([]);
});
