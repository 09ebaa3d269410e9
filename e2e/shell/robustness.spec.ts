import type { Locator, Page } from '@playwright/test';
import { row } from '#e2e/inbox/inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const alert = (page: Page): Locator => page.getByRole('alert').filter({ hasText: /\S/ });
const rows = (page: Page): Locator => page.getByRole('grid', { name: 'Tickets' }).getByRole('row');
const json = { 'content-type': 'application/json' };
const REQUEST_ID = 'req_0123456789abcdefghijkl';

async function openFolder(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).first().click();
}

test('the list shows a failed answer, and Retry loads it; after too many calls the seconds are counted down, then it comes by itself', async ({
  page,
  between,
  demoSite,
  clock,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  // The page's own retries come without a wait.
  await clock.holdTimers(page);
  await signIn(page, { ...demoSite, url: between.url }, { path: '/settings/appearance' });
  between.tamper = ({ resource, query }, response) => {
    // Counts of folders are lists too.
    if (resource !== 'tickets' || query.get('limit') === '1') return false;
    response
      .writeHead(500, { ...json, 'X-SVC-Request-Id': REQUEST_ID })
      .end(`{"ok":false,"error":{"code":"internal_error","message":"${REQUEST_ID}"}}`);
    return true;
  };
  await openFolder(page, /^Inbox/);
  const failed = alert(page).filter({ hasText: 'The service had an error' });
  await expect(async () => {
    await page.clock.fastForward(2_000);
    await expect(failed).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(failed).toContainText(REQUEST_ID);
  await checkA11y(page);
  between.tamper = null;
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(failed).toBeHidden();
  await expect(rows(page).first()).toBeVisible();

  between.tamper = ({ resource }, response) => {
    if (resource !== 'tickets') return false;
    response
      .writeHead(429, { ...json, 'Retry-After': '40' })
      .end('{"ok":false,"error":{"code":"rate_limited","message":"wait"}}');
    return true;
  };
  await openFolder(page, /^Unassigned/);
  await expect(alert(page)).toContainText('Too many requests');
  await expect(alert(page)).toContainText(/in [234]\d seconds/);
  await page.clock.fastForward(20_000);
  await expect(alert(page)).toContainText(/in 1?\d seconds/);
  between.tamper = null;
  await page.clock.fastForward(21_000);
  await expect(rows(page).first()).toBeVisible();
});

test('GX-14: an unknown state is shown as sent, unknown fields and a wrong filter change nothing, and after a deploy a new page asks for a reload', async ({
  page,
  between,
  demoSite,
  problems,
}) => {
  problems.allow(/Failed to load resource/, /dynamically imported module/);
  between.tamper = ({ resource, answer }, response) => {
    if (resource === '') return false;
    const text = answer.text
      .replaceAll('{', '{"new_field":{},')
      .replaceAll(',}', '}')
      .replace('"status":"open"', '"status":"dreaming"');
    response.writeHead(answer.status, json).end(text);
    return true;
  };
  await signIn(page, { ...demoSite, url: between.url }, { path: '/inbox?status=open&ticket=first' });
  await expect(page.getByText('One filter in this link isn’t supported.')).toBeVisible();
  await expect(page).toHaveURL(({ search }) => !/ignored|ticket/.test(search));
  await expect(rows(page).getByRole('img', { name: 'dreaming' }).first()).toBeVisible();
  await expect(alert(page)).toHaveCount(0);
  await row(page, 0).click();
  await expect(page).toHaveURL(/ticket=/);
  await expect(page.getByRole('article').first()).toBeVisible();
  await settled(page);
  await expect(alert(page)).toHaveCount(0);

  between.tamper = ({ path }, response) => {
    if (!path.endsWith('.js')) return false;
    response.writeHead(404).end();
    return true;
  };
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page.getByText('Support Console has been updated').last()).toBeVisible();
  between.tamper = null;
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
});
