import * as z from 'zod/mini';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { makeAnswers, makeTicket } from '#e2e/support/builders.ts';
import type { OwnSite, Site } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { expect, test } from './embed-test.ts';
import { recordCalls, SANDBOX, type FrameOptions, type HostedFrame, type HostPage } from './host-page.ts';

const Started = z.object({ data: z.object({ token: z.string(), scopes: z.array(z.string()) }) });
const Whoami = z.object({ data: z.object({ scopes: z.array(z.string()) }) });

/** Adds a frame, and answers the session that it has made of its token. */
async function openFrame(host: HostPage, options: FrameOptions) {
  const answered = host.page.waitForResponse((response) => /resource=sessions/.test(response.url()));
  const hosted = await host.add(options);
  const { data } = Started.parse(await (await answered).json());
  return { hosted, session: data };
}

const statusOf = async (site: Site, token: string): Promise<number> =>
  (await site.call('GET', 'whoami', { token })).status;

async function rate(site: OwnSite): Promise<void> {
  const { id } = await makeTicket(site, { status: 'resolved' });
  await makeAnswers(site, [{ ticket_id: id, score: 1, comment: 'Two weeks for a bell.' }]);
}

const addNote = (hosted: HostedFrame) => hosted.inside.getByRole('button', { name: 'Add a note' });

test('EM-04, EM-06: each frame has a session of the least scopes; without edit nothing can be changed, and a frame that is left ends its session', async ({
  host,
  site,
}) => {
  const { page } = host;
  await rate(site);
  await host.open();
  const src = `${site.url}/embed/csat`;
  // A token that lacks the scope has the button, and it says so; without edit there is none.
  const cases = [
    { given: { token: site.tokens.all, edit: true }, scopes: ['csat:write', 'read'] },
    { given: { token: site.tokens.readOnly, edit: true }, scopes: ['read'] },
    { given: { token: site.tokens.all }, scopes: ['read'] },
  ];
  const sessions: string[] = [];
  for (const { given, scopes } of cases) {
    const { hosted, session } = await openFrame(host, { src, answer: given, sandbox: SANDBOX });
    const { json } = await site.call('GET', 'whoami', { token: session.token });
    expect(Whoami.parse(json).data.scopes.toSorted()).toEqual(scopes);
    await expect(hosted.heading).toContainText('CSAT');
    if (!('edit' in given)) await expect(addNote(hosted)).toHaveCount(0);
    else if (scopes.length === 2) await expect(addNote(hosted)).toBeEnabled();
    else await expect(addNote(hosted)).toBeDisabled();
    sessions.push(session.token);
  }

  // A host whose backend makes sessions gives one, which is used as it is.
  const calls = recordCalls(page);
  const { json } = await site.call('POST', 'sessions', { token: site.tokens.all, body: {} });
  const given = await host.add({ src, answer: { token: Started.parse(json).data.token } });
  await expect(given.heading).toContainText('CSAT');
  await expect(given.inside.getByRole('region', { name: 'Notes on the trend' })).toBeVisible();
  await expect(addNote(given)).toHaveCount(0);
  expect(calls).not.toContain('POST sessions');

  const last = sessions.at(-1) ?? '';
  expect(await statusOf(site, last)).toBe(200);
  await page.goto('about:blank');
  await expect.poll(() => statusOf(site, last)).toBe(401);
});

async function revoke(site: OwnSite, tokenId: number): Promise<void> {
  expect((await site.call('DELETE', 'api_tokens', { query: { id: String(tokenId) } })).status).toBe(200);
}

test('EM-04: after a revoked token the frame asks the host for another; typed text, scroll position and the save are kept', async ({
  host,
  site,
  makeSite,
  clock,
  problems,
}) => {
  await clock.holdTimers(host.page);
  problems.allow(/status of 401/);
  const { page } = host;
  await rate(site);
  const other = await makeSite({ name: 'Other Works' });
  const first = await site.issueToken({});
  await host.open();
  const answer = { token: first.token, edit: true };
  const hosted = await host.add({ src: `${site.url}/embed/csat?days=7`, answer, height: 500 });
  const { inside } = hosted;
  await addNote(hosted).click();
  const dialog = inside.getByRole('dialog', { name: 'Add a note' });
  await dialog.getByLabel('Note', { exact: true }).fill('New firmware');
  const scrolled = () =>
    inside
      .locator('.pane')
      .first()
      .evaluate(({ scrollTop }) => scrollTop);
  const position = await scrolled();
  await revoke(site, first.tokenId);
  await dialog.getByRole('button', { name: 'Add', exact: false }).last().click();
  await expect.poll(() => hosted.said('token_needed')).toEqual([{ type: 'token_needed', reason: 'ended' }]);

  await test.step('no token for 5 s', async () => {
    await page.clock.fastForward(5_000);
    await expect(inside.getByText(/hasn’t sent another API token/)).toBeVisible();
    await expect(dialog.getByLabel('Note', { exact: true })).toHaveValue('New firmware');
    await checkA11y(page, { frame: await hosted.frame() });
    await inside.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(async () => (await hosted.said('token_needed')).length).toBe(2);
  });
  await test.step('a token of another site', async () => {
    await hosted.post({ type: 'token', token: other.token });
    await expect.poll(async () => (await hosted.said('token_needed')).at(-1)).toMatchObject({ reason: 'other_site' });
    await host.page.clock.fastForward(5_000);
    await expect(inside.getByText(/token of another site/)).toBeVisible();
    await expect(inside.getByText('Other Works')).toHaveCount(0);
    await expect(dialog.getByLabel('Note', { exact: true })).toHaveValue('New firmware');
  });
  await hosted.post({ type: 'token', token: site.token });
  await expect(dialog).toBeHidden();
  await expect(inside.getByRole('region', { name: 'Notes on the trend' })).toContainText('New firmware');
  await expect.poll(scrolled).toBe(position);
  await expect.poll(async () => (await hosted.frame()).url()).toContain('days=7');
  const notes = await site.call('GET', 'chart_notes', { query: { chart: 'csat' } });
  expect(JSON.stringify(notes.json).split('New firmware').length, 'saved once').toBe(2);
});

test('EM-04: a token that is refused from the start is said to the host and in the frame, and another one is taken', async ({
  host,
  site,
  clock,
  problems,
}) => {
  problems.allow(/status of 401/);
  await clock.holdTimers(host.page);
  await host.open();
  const revoked = await site.issueToken({});
  await revoke(site, revoked.tokenId);
  const hosted = await host.add({ src: `${site.url}/embed/ai-usage`, answer: { token: revoked.token } });
  await expect.poll(() => hosted.said('token_needed')).toEqual([{ type: 'token_needed', reason: 'refused' }]);
  await host.page.clock.fastForward(5_000);
  await expect(hosted.inside.getByRole('heading', { name: 'The API token wasn’t accepted' })).toBeVisible();
  await checkA11y(host.page, { frame: await hosted.frame() });
  // After three refused tokens it asks no more by itself.
  await hosted.post({ type: 'token', token: revoked.token });
  await expect.poll(async () => (await hosted.said('token_needed')).length).toBe(2);
  await hosted.post({ type: 'token', token: revoked.token });
  await expect.poll(async () => (await hosted.said('error')).length).toBe(3);
  await settled(host.page);
  expect(await hosted.said('token_needed')).toHaveLength(2);
  await hosted.post({ type: 'token', token: site.tokens.readOnly });
  await expect(hosted.heading).toContainText('AI usage');
});

test(
  'EM-01, EM-04: a service that has only what the API document has is called with the token itself, and changes nothing',
  { tag: '@document' },
  async ({ host, demoSite, problems }) => {
    // It knows no sessions.
    problems.allow(/status of 404 .*resource=sessions/);
    await host.open();
    const hosted = await host.add({ src: `${demoSite.url}/embed/csat`, answer: { token: demoSite.token, edit: true } });
    await expect(hosted.heading).toContainText('CSAT');
    await settled(host.page);
    await expect(hosted.inside.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  },
);
