import type { Page } from '@playwright/test';
import { grid, row } from '#e2e/inbox/inbox-support.ts';
import { makeTicket, makeTickets, type MadeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { button, changeElsewhere, detail, readTicket } from './ticket-support.ts';
import { resolveUnheard } from './unheard-change.ts';

const NO_NETWORK = [/ERR_INTERNET_DISCONNECTED/, /dynamically imported module/, /ERR_NETWORK_CHANGED/];
const banner = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text });
/** Until a try that is made every few seconds finds the network again. */
const LONG = { timeout: 20_000 };

test('GX-11: changes made offline wait in sight, are sent in order when it is back, and a conflict is shown', async ({
  page,
  context,
  site,
  problems,
}) => {
  problems.allow(...NO_NETWORK, /status of 409/);
  const [second, first, unread] = (await makeTickets(site, [
    { subject: 'Made second' },
    { subject: 'Made first' },
    { subject: 'Unread' },
  ])) as [MadeTicket, MadeTicket, MadeTicket];
  await signIn(page, site, { path: `/inbox?order_by=created&ticket=${first.id}` });
  await expect(detail(page).getByRole('article')).toHaveCount(1);
  await expect(row(page, 2)).toBeVisible();
  await settled(page);
  await context.setOffline(true);

  await detail(page).getByRole('heading', { name: 'Made first' }).focus();
  await row(page, 1).focus();
  await page.keyboard.press('p');
  await expect(row(page, 1)).toContainText('Waiting to be sent');
  await expect(banner(page, /You’re offline.*1 change waiting to be sent\./)).toBeVisible();
  await row(page, 2).focus();
  await page.keyboard.press('p');
  await expect(row(page, 2)).toContainText('Waiting to be sent');
  await expect(banner(page, /2 changes waiting to be sent\./)).toBeVisible();
  await checkA11y(page);
  // The undo takes one out of the queue, and another one is put in.
  await page.keyboard.press('Control+z');
  await expect(banner(page, /1 change waiting to be sent\./)).toBeVisible();
  await expect(row(page, 2)).not.toContainText('Waiting to be sent');
  await row(page, 2).focus();
  await page.keyboard.press('p');
  await expect(banner(page, /2 changes waiting to be sent\./)).toBeVisible();

  // A ticket that was never opened says so, and loads by itself.
  await row(page, 0).click();
  await expect(page.getByText('Not available offline')).toBeVisible();
  await checkA11y(page);

  await changeElsewhere(site, second.id, { status: 'resolved' });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(/"id":(\d+)/.exec(request.postData() ?? '')?.[1] ?? '');
  });
  await context.setOffline(false);
  await expect.poll(async () => (await readTicket(site, first.id)).status, LONG).toBe('pending');
  // The first one matches the list no longer and leaves it, so that the row may stand higher by then.
  await expect(grid(page).getByRole('row').filter({ hasText: 'Made second' })).toContainText(
    'Changed by someone else',
    LONG,
  );
  expect((await readTicket(site, second.id)).status).toBe('resolved');
  await expect(banner(page, /wait/)).toHaveCount(0);
  expect(sent).toEqual([String(first.id), String(second.id)]);
  await expect(detail(page).getByRole('article')).toHaveCount(1, LONG);
  await expect(detail(page)).toContainText(`#${unread.number}`);
  await page.getByRole('button', { name: `Try the change to #${second.number} again` }).click();
  await expect.poll(async () => (await readTicket(site, second.id)).status).toBe('pending');
});

test('GX-11: over a flaky network a change waits, leaving asks, and it is made once', async ({
  page,
  site,
  between,
  problems,
}) => {
  problems.allow(/ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_SOCKET/, /status of 409/);
  const id = await resolveUnheard(page, site, between);
  await expect(banner(page, /1 change waiting to be sent\./)).toBeVisible();
  const asked = page.waitForEvent('dialog');
  const left = page.evaluate(() => location.reload());
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await left;
  await expect(detail(page)).toContainText('Waiting to be sent');
  const { version } = await readTicket(site, id);
  between.tamper = null;
  await button(page, 'Send now').click();
  await expect(banner(page, /wait/)).toHaveCount(0, LONG);
  expect(await readTicket(site, id)).toMatchObject({ status: 'resolved', version });
  await settled(page);
  await page.reload();
  await expect(detail(page)).toContainText('Resolved');
});

test('GX-11: a network that is lost at the moment in which the page begins to watch it is noticed', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    let isOnline = true;
    let isRead = false;
    Object.defineProperty(navigator, 'onLine', {
      get: () => {
        isRead = true;
        return isOnline;
      },
    });
    const listen = window.addEventListener.bind(window);
    window.addEventListener = (...args: Parameters<typeof listen>) => {
      // Between the first drawing of what reports it and its listening.
      if (args[0] === 'offline' && isRead) isOnline = false;
      listen(...args);
    };
  });
  await signIn(page, site, { path: '/settings' });
  await expect(banner(page, /You’re offline/)).toBeVisible();
});

test('GX-11: what waits is never sent with another token', async ({ page, site, problems }) => {
  problems.allow(/ERR_CONNECTION_FAILED/);
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await expect(page.getByRole('article')).toHaveCount(1);
  await settled(page);
  await intercept(page, /resource=ticket$/, (route) => route.abort('connectionfailed'));
  await button(page, 'Resolve').click();
  await expect(detail(page)).toContainText('Waiting to be sent');
  await page.unrouteAll();
  await signIn(page, site, { path: `/tickets/${id}`, token: site.tokens.agent });
  await expect(page.getByRole('article')).toHaveCount(1);
  await settled(page);
  await expect(detail(page)).not.toContainText('Waiting to be sent');
  expect((await readTicket(site, id)).status).toBe('open');
});
