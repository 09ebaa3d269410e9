import type { Page } from '@playwright/test';
import { row } from '#e2e/inbox/inbox-support.ts';
import { makeTickets, type MadeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { detail, statusesOf } from './ticket-support.ts';

const NO_NETWORK = [/ERR_INTERNET_DISCONNECTED/, /dynamically imported module/, /ERR_NETWORK_CHANGED/];
const banner = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text });

test('GX-11, IN-15: offline, what is loaded can be read; a change is "Not saved" with Retry, Ctrl Z takes it away, and leaving asks', async ({
  page,
  context,
  site,
  problems,
}) => {
  problems.allow(...NO_NETWORK, /status of 409/);
  const [second, first] = (await makeTickets(site, [
    { subject: 'Made second' },
    { subject: 'Made first' },
    { subject: 'Unread' },
  ])) as [MadeTicket, MadeTicket, MadeTicket];
  await signIn(page, site, { path: `/inbox?order_by=created&ticket=${first.id}` });
  await expect(detail(page).getByRole('article')).toHaveCount(1);
  await expect(row(page, 2)).toBeVisible();
  await settled(page);
  await context.setOffline(true);
  await expect(banner(page, /You’re offline/)).toBeVisible();

  await row(page, 1).focus();
  await page.keyboard.press('p');
  await expect(row(page, 1)).toContainText('Not saved. No connection');
  await row(page, 2).focus();
  await page.keyboard.press('p');
  await expect(row(page, 2)).toContainText('Not saved');
  await checkA11y(page);
  await page.keyboard.press('Control+z');
  await expect(row(page, 2)).not.toContainText('Not saved');
  await row(page, 0).click();
  await expect(page.getByText('Not available offline')).toBeVisible();
  await checkA11y(page);
  const asked = page.waitForEvent('dialog');
  const left = page.evaluate(() => location.reload());
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await left;

  await context.setOffline(false);
  await expect(banner(page, /You’re offline/)).toHaveCount(0);
  await expect(detail(page).getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: `Try the change to #${first.number} again` }).click();
  await expect.poll(() => statusesOf(site, [first, second])).toEqual(['pending', 'open']);
});
