import type { Page } from '@playwright/test';
import { row } from '#e2e/inbox/inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { offlineReady } from '#e2e/support/offline-ready.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { button, changeElsewhere, makeTicket, readTicket, test } from './ticket-support.ts';
import { detail, resolveUnheard } from './unheard-change.ts';

const NO_NETWORK = [/ERR_INTERNET_DISCONNECTED/, /dynamically imported module/, /ERR_NETWORK_CHANGED/];
const banner = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text });
const LONG = { timeout: 20_000 };

test('GX-11: changes made offline wait in sight, are sent in order when it is back, and a conflict is shown', async ({
  page,
  context,
  service,
  problems,
}) => {
  problems.allow(...NO_NETWORK, /status of 409/);
  const word = `Queue ${Date.now()}`;
  const second = await makeTicket(service, { subject: `${word} second` });
  const first = await makeTicket(service, { subject: `${word} first` });
  const unread = await makeTicket(service, { subject: `${word} unread` });
  await signIn(page, service, { path: `/inbox?q=${encodeURIComponent(word)}&order_by=created&ticket=${first.id}` });
  await expect(detail(page).getByRole('article')).toHaveCount(1);
  await expect(row(page, 2)).toBeVisible();
  await offlineReady(page);
  await context.setOffline(true);

  await detail(page).getByRole('heading', { name: /first/ }).focus();
  await row(page, 1).focus();
  await page.keyboard.press('p');
  await expect(row(page, 1)).toContainText('Waiting to be sent');
  await expect(banner(page, /You are offline.*1 change waits to be sent\./)).toBeVisible();
  await row(page, 2).focus();
  await page.keyboard.press('p');
  await expect(row(page, 2)).toContainText('Waiting to be sent');
  await expect(banner(page, /2 changes wait to be sent\./)).toBeVisible();
  await checkA11y(page);
  // The undo takes one out of the queue, and another one is put in.
  await page.keyboard.press('Control+z');
  await expect(banner(page, /1 change waits to be sent\./)).toBeVisible();
  await expect(row(page, 2)).not.toContainText('Waiting to be sent');
  await row(page, 2).focus();
  await page.keyboard.press('p');
  await expect(banner(page, /2 changes wait to be sent\./)).toBeVisible();

  // A ticket that was never opened says so, and loads by itself.
  await row(page, 0).click();
  await expect(page.getByText('Not loaded before you went offline')).toBeVisible();
  await checkA11y(page);

  await changeElsewhere(service, second.id, { status: 'resolved' });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(/"id":(\d+)/.exec(request.postData() ?? '')?.[1] ?? '');
  });
  await context.setOffline(false);
  await expect.poll(async () => (await readTicket(service, first.id)).status, LONG).toBe('pending');
  await expect(row(page, 2)).toContainText('Changed by someone else', LONG);
  expect((await readTicket(service, second.id)).status).toBe('resolved');
  await expect(banner(page, /wait/)).toHaveCount(0);
  expect(sent).toEqual([String(first.id), String(second.id)]);
  await expect(detail(page).getByRole('article')).toHaveCount(1, LONG);
  await expect(detail(page)).toContainText(`#${unread.ticket_number}`);
  await page.getByRole('button', { name: `Try the change to #${second.ticket_number} again` }).click();
  await expect.poll(async () => (await readTicket(service, second.id)).status).toBe('pending');
});

test('GX-11: over a flaky network: a change waits, lives through a reload, and is made once', async ({
  page,
  service,
  between,
  problems,
}) => {
  problems.allow(/ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_SOCKET/, /status of 409/);
  const id = await resolveUnheard(page, service, between);
  await expect(banner(page, /1 change waits to be sent\./)).toBeVisible();
  await page.reload();
  await expect(detail(page)).toContainText('Waiting to be sent', LONG);
  const { version } = await readTicket(service, id);
  between.tamper = null;
  await button(page, 'Send now').click();
  await expect(banner(page, /wait/)).toHaveCount(0, LONG);
  expect(await readTicket(service, id)).toMatchObject({ status: 'resolved', version });
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('queued-changes');
});

test('GX-11: what waits is never sent with another token', async ({ page, service, between, problems }) => {
  problems.allow(/ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_SOCKET/);
  const { id } = await makeTicket(service);
  await signIn(page, { ...service, url: between.url }, { path: `/tickets/${id}` });
  await expect(page.getByRole('article')).toHaveCount(1);
  await offlineReady(page);
  between.tamper = ({ resource, query, answer }, response) => {
    if (resource !== 'ticket' || query.has('id') || answer.status !== 200) return false;
    response.destroy();
    return true;
  };
  await page.route(/resource=ticket$/, (route) => route.abort('connectionfailed'));
  await button(page, 'Resolve').click();
  await expect(detail(page)).toContainText('Waiting to be sent');
  await page.unroute(/resource=ticket$/);
  between.tamper = null;
  await signIn(page, { ...service, url: between.url }, { path: `/tickets/${id}`, token: service.tokens.agent });
  await offlineReady(page);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(detail(page)).not.toContainText('Waiting to be sent');
  expect((await readTicket(service, id)).status).toBe('open');
});
