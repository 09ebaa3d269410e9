import type { ServerResponse } from 'node:http';
import type { Locator, Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { offlineReady } from '#e2e/support/offline-ready.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test as base } from '#e2e/support/test.ts';
import { startTamperingProxy, type TamperingProxy } from '#e2e/support/tampering-proxy.ts';

const test = base.extend<{ gateway: TamperingProxy }>({
  gateway: async ({ service, problems }, use) => {
    problems.allow(/Failed to load resource/);
    const gateway = await startTamperingProxy(service.url);
    await use(gateway);
    await gateway.close();
  },
});

const alert = (page: Page): Locator => page.getByRole('alert').filter({ hasText: /\S/ });
const rows = (page: Page): Locator => page.getByRole('grid', { name: 'Tickets' }).getByRole('row');
const json = { 'content-type': 'application/json' };

/** Enters by the proxy, with answers as the service gives them. */
async function enter(page: Page, gateway: TamperingProxy, token: string, path = '/settings/appearance'): Promise<void> {
  await page.goto(`${gateway.url}/sign-in?next=${encodeURIComponent(path)}#token=${token}`);
  await expect(page.getByRole('navigation').first()).toBeVisible();
}

async function openInbox(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Inbox/ })
    .first()
    .click();
}

const ERRORS: readonly (readonly [string, string, (response: ServerResponse, text: string) => void])[] = [
  [
    'status 500',
    'The service had an error',
    (response) =>
      response
        .writeHead(500, { ...json, 'X-SVC-Request-Id': 'req_0123456789abcdefghijkl' })
        .end('{"ok":false,"error":{"code":"internal_error","message":"req_0123456789abcdefghijkl"}}'),
  ],
  [
    'a gateway error without an envelope',
    'The service had an error',
    (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
  ],
  [
    'an answer that is cut short',
    'The answer could not be read',
    (response, text) => response.writeHead(200, json).end(text.slice(0, text.length / 2)),
  ],
  [
    'an answer that breaks off',
    'The answer could not be read',
    (response, text) => {
      response.writeHead(200, { ...json, 'content-length': String(text.length + 100) }).write(text);
      setTimeout(() => response.destroy(), 50);
    },
  ],
  [
    'a page instead of JSON',
    'The answer could not be read',
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Sign in to the café'),
  ],
];

for (const [what, title, answer] of ERRORS) {
  test(
    `${what}: the list says so, and Retry brings it`,
    { tag: ['@desktop', '@phone'] },
    async ({ page, gateway, service }) => {
      await enter(page, gateway, service.tokens.all);
      gateway.tamper = ({ resource, answer: told }, response) => {
        if (resource !== 'tickets') return false;
        answer(response, told.text);
        return true;
      };
      await openInbox(page);
      const failed = alert(page).filter({ hasText: title });
      await expect(failed).toBeVisible({ timeout: 15_000 });
      if (what === 'status 500') await expect(failed).toContainText('req_0123456789abcdefghijkl');
      await checkA11y(page);
      gateway.tamper = null;
      await failed.getByRole('button', { name: 'Retry' }).click();
      await expect(rows(page).first()).toBeVisible();
      await expect(failed).toBeHidden();
    },
  );
}

test('a state that nobody knows is shown as it is sent', async ({ page, gateway, service }) => {
  await enter(page, gateway, service.tokens.all);
  gateway.tamper = ({ resource, answer }, response) => {
    if (resource !== 'tickets') return false;
    response.writeHead(200, json).end(answer.text.replace('"status":"open"', '"status":"dreaming"'));
    return true;
  };
  await openInbox(page);
  await expect(rows(page).getByRole('img', { name: 'dreaming' }).first()).toBeVisible();
  await expect(alert(page)).toHaveCount(0);
});

test('fields that nobody knows change nothing', async ({ page, gateway, service }) => {
  gateway.tamper = ({ resource, answer }, response) => {
    if (resource === '') return false;
    const text = answer.text.replaceAll('{', '{"new_field":{},').replaceAll(',}', '}');
    response.writeHead(answer.status, json).end(text);
    return true;
  };
  await enter(page, gateway, service.tokens.all, '/inbox?status=all');
  await expect(rows(page).first()).toBeVisible();
  await rows(page).first().click();
  await expect(page).toHaveURL(/ticket=|\/tickets\//);
  await expect(alert(page)).toHaveCount(0);
});

test('too many calls: the seconds are counted down, then the list comes by itself', async ({
  page,
  gateway,
  service,
}) => {
  await enter(page, gateway, service.tokens.all);
  gateway.tamper = ({ resource }, response) => {
    if (resource !== 'tickets') return false;
    response
      .writeHead(429, { ...json, 'Retry-After': '8' })
      .end('{"ok":false,"error":{"code":"rate_limited","message":"wait"}}');
    return true;
  };
  await openInbox(page);
  await expect(alert(page)).toContainText('Too many calls');
  await expect(alert(page)).toContainText(/in [5-8] seconds/);
  await expect(alert(page)).toContainText(/in [1-4] seconds?/);
  gateway.tamper = null;
  await expect(rows(page).first()).toBeVisible({ timeout: 12_000 });
});

test('an answer that never comes is given up after 30 seconds', async ({ page, gateway, service }) => {
  await page.clock.install();
  await enter(page, gateway, service.tokens.all);
  const asked = Promise.withResolvers<void>();
  gateway.tamper = ({ resource }) => {
    if (resource === 'tickets') asked.resolve();
    return resource === 'tickets';
  };
  await openInbox(page);
  await asked.promise;
  await page.clock.fastForward(31_000);
  const failed = alert(page).filter({ hasText: 'The service took too long' });
  await expect(failed).toBeVisible();
  gateway.tamper = null;
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page).first()).toBeVisible();
});

test('whoami that fails while a page is opened: a calm page with Retry', async ({
  page,
  gateway,
  service,
  problems,
}) => {
  // The library that draws the page reports what an error boundary caught.
  problems.allow(/ApiFailure/);
  await enter(page, gateway, service.tokens.all);
  gateway.tamper = ({ resource }, response) => {
    if (resource === 'whoami') response.writeHead(200, json).end('[]');
    return resource === 'whoami';
  };
  await page.reload();
  const failed = alert(page).filter({ hasText: 'The answer could not be read' });
  await expect(failed).toBeVisible();
  await checkA11y(page);
  gateway.tamper = null;
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
});

test('a lost service leaves the list on screen, and comes back by itself', async ({ page, ownService, problems }) => {
  test.slow();
  problems.allow(/Failed to load resource/);
  await signIn(page, ownService, { path: '/inbox' });
  await expect(rows(page).first()).toBeVisible();
  await offlineReady(page);
  await ownService.stop();
  await page.keyboard.press('r');
  const lost = page.getByText('The service is not answering');
  await expect(lost).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await ownService.start();
  await expect(lost).toBeHidden({ timeout: 15_000 });
});

test('a file of the version before is gone: the page asks to be loaded anew', async ({
  page,
  gateway,
  service,
  problems,
}) => {
  problems.allow(/dynamically imported module/);
  await enter(page, gateway, service.tokens.all, '/inbox');
  await expect(rows(page).first()).toBeVisible();
  gateway.tamper = ({ path }, response) => {
    const isGone = path.startsWith('/assets/settings');
    if (isGone) response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    return isGone;
  };
  await page.getByRole('link', { name: 'Settings' }).first().click();
  const reload = page.getByRole('button', { name: 'Reload' });
  // The router has loaded the page anew once by itself before it asks.
  await expect(reload).toBeVisible({ timeout: 15_000 });
  gateway.tamper = null;
  await reload.click();
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
});

for (const url of [
  '/inbox?status=dreaming&limit=-5&skip=abc&ticket=99999999999999999999',
  '/inbox?q=%00&dir=sideways&layout=%F0%9F',
  '/tickets/0',
  '/tickets/9223372036854775808',
  '/nowhere/at/all',
  '/sign-in?next=%E0%A4%A',
]) {
  test(`the hand-edited address ${url} shows a page with a way on`, async ({ page, service, problems }) => {
    problems.allow(/404|400/);
    await signIn(page, service, { path: '/settings/appearance' });
    await page.goto(url);
    await expect(page.getByRole('link').or(page.getByRole('button')).first()).toBeVisible();
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
  });
}
