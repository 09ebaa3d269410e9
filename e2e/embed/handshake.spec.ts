import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { expect, test } from './embed-test.ts';
import { recordCalls, recordSessions, SANDBOX } from './host-page.ts';

const READY = { type: 'support-console:ready', version: 1 };
test('EM-02: a page that is not listed shows nothing of ours; where the headers were lost on the way, one sentence, no handshake and no call', async ({
  host,
  unlistedHost,
  demoSite,
  between,
  problems,
}) => {
  problems.allow(/frame-ancestors/, /target origin provided/);
  const { page } = host;
  const calls = recordCalls(page);
  await unlistedHost.open();
  const refused = await unlistedHost.add({ src: `${demoSite.url}/embed/csat` });
  await expect.poll(async () => (await refused.frame()).url()).toMatch(/^chrome-error:/);
  expect(await unlistedHost.heard()).toEqual([]);

  between.tamper = ({ answer }, response) => {
    if (!String(answer.headers['content-type']).startsWith('text/html')) return false;
    response.writeHead(answer.status, { 'content-type': 'text/html; charset=utf-8' }).end(answer.text);
    return true;
  };
  await unlistedHost.open();
  const stripped = await unlistedHost.add({ src: `${between.url}/embed/csat` });
  await expect(stripped.inside.getByText('Support Console can’t be embedded here yet')).toBeInViewport();
  await stripped.init({ token: demoSite.token });
  await settled(page);
  await checkA11y(page, { frame: await stripped.frame() });
  await expect(stripped.inside.getByRole('heading', { name: 'CSAT' })).toHaveCount(0);
  expect(await unlistedHost.heard()).toEqual([]);
  expect(calls).toEqual([]);
  between.tamper = null;

  // A listed host may frame the embeddable addresses alone.
  await host.open();
  const whole = await host.add({ src: `${demoSite.url}/csat` });
  await expect.poll(async () => (await whole.frame()).url()).toMatch(/^chrome-error:/);
});

test('EM-04: a frame tells a listed host that it is ready, takes the one right answer of its window, and drops every other message', async ({
  host,
  site,
  makeSite,
}) => {
  const { page } = host;
  const other = await makeSite({ name: 'Other Works' });
  const calls = recordCalls(page);
  await host.open();
  const hosted = await host.add({ src: `${site.url}/embed/csat`, sandbox: SANDBOX });
  await expect.poll(() => host.heard()).toEqual([{ frame: 0, origin: site.url, data: READY }]);

  const init = { type: 'support-console:init', version: 1, token: other.token };
  await hosted.send({ ...init, version: 2 });
  await hosted.send({ ...init, version: '1' });
  await hosted.send({ ...init, type: 'support-console:start' });
  await hosted.send({ ...init, token: '' });
  await hosted.send({ ...init, token: { toString: 'sck' } });
  await hosted.send({ ...init, token: 'x'.repeat(1_000_000) });
  await hosted.send(JSON.stringify(init));
  await hosted.send(null);
  await hosted.send(init, 0);
  await hosted.send(init, 2);
  await page.evaluate(() => document.body.append(document.createElement('iframe')));
  const [sibling] = page.frames().filter((frame) => frame.url() === 'about:blank');
  await sibling?.evaluate((message) => parent.frames[0]?.postMessage(message, '*', [new MessageChannel().port2]), init);
  await settled(page);
  expect(calls).toEqual([]);

  await hosted.init({ token: site.tokens.readOnly });
  await expect(hosted.heading).toContainText('CSAT');
  await settled(page);
  const right = (await hosted.portCount()) - 1;

  // A second answer, for another site, and the port that came with it.
  await hosted.init({ token: other.token, theme: 'dark' });
  await hosted.post({ type: 'navigate', path: '/embed/inbox' }, { type: 'theme', theme: 'dark' });
  await settled(page);
  expect(calls.filter((call) => call === 'POST sessions')).toHaveLength(1);
  await expect(hosted.heading).toContainText('CSAT');
  await hosted.postOn(right, { type: 'navigate', path: '/embed/csat?page=answers' });
  await expect.poll(async () => (await hosted.frame()).url()).toContain('page=answers');
  await expect(hosted.inside.getByText('Other Works')).toHaveCount(0);
});

test('EM-04: a host that says nothing for 5 s is named, may still answer; a frame that is loaded again ends its session and begins another', async ({
  host,
  demoSite,
  clock,
}) => {
  const { page } = host;
  await clock.holdTimers(page);
  const calls = recordCalls(page);
  const sessions = recordSessions(page);
  await host.open();
  const src = `${demoSite.url}/embed/csat`;
  const silent = await host.add({ src, height: 400 });
  await expect.poll(() => silent.readyCount()).toBe(1);
  await page.clock.fastForward(5_000);
  await expect(silent.inside.getByText(/isn’t answering/)).toBeVisible();
  await checkA11y(page, { frame: await silent.frame() });
  expect(calls).toEqual([]);
  const answer = { token: demoSite.token };
  await silent.init(answer);
  await expect(silent.heading).toContainText('CSAT');

  await expect.poll(() => sessions.size).toBe(1);
  await (await silent.frame()).evaluate(() => location.reload());
  await expect.poll(() => silent.readyCount()).toBe(2);
  await silent.init(answer);
  await expect(silent.heading).toContainText('CSAT');
  await expect.poll(() => sessions.size).toBe(2);
  const [first = ''] = sessions;
  await expect.poll(async () => (await demoSite.call('GET', 'whoami', { token: first })).status).toBe(401);
});
