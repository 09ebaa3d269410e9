import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { newToken } from '#server/tokens/token-format.ts';
import { runAdmin, startService } from '#tools/service/start-service.ts';
import { checkA11y } from './support/check-a11y.ts';
import { startTestService } from './support/service.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const field = (page: Page): Locator => page.getByLabel('API token', { exact: true });
const facts = (page: Page): Locator => page.getByRole('region', { name: 'What this token opens' });

/** Pastes as a person does: by the clipboard's event, with all its white space. */
async function paste(page: Page, text: string): Promise<void> {
  await field(page).evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** What the page keeps in both storages, as text. */
function stored(page: Page): Promise<{ session: string; local: string }> {
  return page.evaluate(() => ({
    session: JSON.stringify({ ...sessionStorage }),
    local: JSON.stringify({ ...localStorage }),
  }));
}

/** A token that only reads, made by the admin command while the service is stopped. */
async function createToken(dataDir: string, ...more: readonly string[]): Promise<{ token: string; id: string }> {
  const site = more.includes('--site-id') ? [] : ['--site-id', '1'];
  const made = await runAdmin(dataDir, ['token', 'create', ...site, '--label', 'x', '--scopes', 'read', ...more]);
  return { token: String(made['token']), id: String(made['token_id']) };
}

async function serve(listener: RequestListener): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

test.describe('signing in', () => {
  test(
    'SI-01 shows what a pasted token opens, and enters only then',
    { tag: ['@desktop', '@phone'] },
    async ({ page, service }) => {
      await page.goto('/sign-in?next=/settings/appearance');
      await expect(facts(page)).toContainText('Paste a token');
      await paste(page, service.tokens.readOnly);
      for (const text of [
        'Read only',
        'Velo Works',
        service.tokens.readOnly.slice(0, 10),
        '100,000 calls per minute',
      ]) {
        await expect(facts(page)).toContainText(text);
      }
      await expect(facts(page).getByText('read', { exact: true })).toBeVisible();
      await expect(facts(page).getByText('sessions', { exact: true })).toBeVisible();
      await expect(page.getByText('Token accepted')).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/sign-in');
      expect((await stored(page)).session).toBe('{}');
      await page.getByRole('button', { name: 'Open Velo Works' }).click();
      await expect(page).toHaveURL(/\/settings\/appearance$/);
      await expect(page.getByRole('navigation').first()).toBeVisible();
    },
  );

  test('drops white space of a pasted token', async ({ page, service }) => {
    const token = service.tokens.all;
    await page.goto('/sign-in');
    await paste(page, `  ${token.slice(0, 20)}\r\n\t${token.slice(20)}\n`);
    await expect(page.getByText('Token accepted')).toBeVisible();
  });

  test('SI-03 takes the token of a start link out of the address and keeps none but the session token', async ({
    page,
    service,
  }) => {
    const secret = service.tokens.all.slice(4);
    const urls: string[] = [];
    const bearers: string[] = [];
    page.on('request', (request) => {
      urls.push(request.url());
      const { authorization } = request.headers();
      if (authorization !== undefined) bearers.push(`${new URL(request.url()).search} ${authorization.slice(7, 11)}`);
    });
    await page.goto('/sign-in');
    await signIn(page, service, { path: '/settings/appearance' });
    await expect(page).toHaveURL(`${service.url}/settings/appearance`);
    expect(urls.filter((url) => url.replace(/#.*/, '').includes(secret))).toEqual([]);
    const { session, local } = await stored(page);
    expect(local).not.toMatch(/s[ckpt]{2}_/);
    expect(session).not.toContain(secret);
    expect(session.match(/s[ckpt]{2}_/g)).toEqual(['sct_']);
    // The API token goes to whoami and into the exchange; everything else carries the session token.
    expect(bearers.filter((line) => line.endsWith('sck_'))).toEqual([
      '?resource=whoami sck_',
      '?resource=sessions sck_',
    ]);
    expect(bearers.some((line) => line.endsWith('sct_'))).toBe(true);
    await page.goBack();
    expect(page.url()).not.toContain(secret);
    await page.goForward();
    expect(page.url()).not.toContain(secret);
  });

  test('a start link opened over the sign-in page signs in as well', async ({ page, service }) => {
    await page.goto('/sign-in');
    await expect(field(page)).toBeVisible();
    await page.evaluate((token) => void (location.hash = `token=${token}`), service.tokens.all);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    expect(page.url()).not.toContain('#');
  });

  test('next leads nowhere else than to a path of this origin', async ({ page, service }) => {
    for (const next of ['https://elsewhere.example/', '//elsewhere.example/x', '/\\elsewhere.example']) {
      await page.goto(`/sign-in?next=${encodeURIComponent(next)}#token=${service.tokens.all}`);
      await expect(page.getByRole('navigation').first()).toBeVisible();
      expect(new URL(page.url()).origin).toBe(service.url);
      await page.evaluate(() => sessionStorage.clear());
    }
  });

  test('SI-08 says that a site holds demo data, and only then', async ({ page, ownService }) => {
    test.slow();
    await ownService.stop();
    const { site_id } = await runAdmin(ownService.dataDir, ['site', 'create', '--name', 'Harbour Bikes']);
    const plain = await createToken(ownService.dataDir, '--site-id', String(site_id));
    await ownService.start();
    await page.goto(`${ownService.url}/sign-in`);
    await paste(page, ownService.tokens.all);
    await expect(facts(page).getByText('Demo data')).toBeVisible();
    await paste(page, plain.token);
    await expect(facts(page)).toContainText('Harbour Bikes');
    await expect(facts(page).getByText('Demo data')).toBeHidden();
  });

  test('can be done by keyboard alone', async ({ page, service }) => {
    await page.goto('/sign-in');
    await expect(field(page)).toBeFocused();
    await page.keyboard.insertText(service.tokens.all);
    await expect(page.getByText('Token accepted')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Show token' })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Hide token' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Open Velo Works' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('navigation').first()).toBeVisible();
  });

  test('the field is hidden from password managers', async ({ page }) => {
    await page.goto('/sign-in');
    expect(await field(page).evaluate((input) => input instanceof HTMLInputElement && input.type)).toBe('text');
    await expect(field(page)).toHaveAttribute('autocomplete', 'off');
  });
});

test.describe('SI-02 a token that opens nothing', () => {
  const alert = (page: Page): Locator => page.getByRole('alert').filter({ hasText: /\S/ });

  test('is no token at all: found in the browser', { tag: ['@desktop', '@phone'] }, async ({ page, service }) => {
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/v1/') && calls.push(request.url()));
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Check token' }).click();
    await expect(alert(page)).toContainText('Paste the token');
    await paste(page, 'hello');
    await expect(alert(page)).toContainText('This is not an API token');
    await expect(alert(page)).toContainText('This text has 5 characters');
    const wrong = service.tokens.all.at(-1) === 'a' ? 'b' : 'a';
    await paste(page, service.tokens.all.slice(0, -1) + wrong);
    await expect(alert(page)).toContainText('checksum');
    await paste(page, newToken('sct'));
    await expect(alert(page)).toContainText('browser session');
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
    expect(calls).toEqual([]);
    await checkA11y(page);
  });

  test('was refused: one text for unknown and for revoked', async ({ page, ownService, problems }) => {
    test.slow();
    problems.allow(/401/);
    await page.goto(`${ownService.url}/sign-in`);
    await paste(page, newToken('sck'));
    await expect(alert(page)).toContainText('This token was not accepted');
    const unknown = await alert(page).innerText();
    await ownService.stop();
    const { token, id } = await createToken(ownService.dataDir);
    await runAdmin(ownService.dataDir, ['token', 'revoke', '--token-id', id]);
    await ownService.start();
    await paste(page, token);
    await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible();
    const request = /req_\w+/;
    await expect
      .poll(async () => (await alert(page).innerText()).replace(request, ''))
      .toBe(unknown.replace(request, ''));
  });

  test('got no answer: the causes are named, and it can be tried again', async ({ page, ownService, problems }) => {
    test.slow();
    // The second is for the moment in which the service is starting.
    problems.allow(/ERR_CONNECTION_REFUSED/, /503/);
    await page.goto(`${ownService.url}/sign-in`);
    await expect(field(page)).toBeVisible();
    await ownService.stop();
    await paste(page, ownService.tokens.all);
    await expect(alert(page)).toContainText(`No answer from ${new URL(ownService.url).host}`);
    for (const cause of ['offline', 'address', 'CORS', 'certificate']) await expect(alert(page)).toContainText(cause);
    await checkA11y(page);
    await ownService.start();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('Token accepted')).toBeVisible();
  });

  test('met something that is not this API', async ({ page, extensions, problems }) => {
    test.slow();
    problems.allow(/CORS|ERR_FAILED/);
    const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'authorization' };
    const site = await serve((_request, response) => response.writeHead(200, cors).end('<!doctype html><p>A shop'));
    const closed = await serve((_request, response) => response.end('{}'));
    const service = await startTestService({ extensions, env: { API_ORIGINS: `${site.origin} ${closed.origin}` } });
    try {
      await page.goto(`${service.url}/sign-in`);
      const address = page.getByLabel('API address');
      await address.selectOption(`${site.origin}/v1`);
      await paste(page, service.tokens.all);
      await expect(alert(page)).toContainText(`${new URL(site.origin).host} is not this API`);
      await address.selectOption(`${closed.origin}/v1`);
      await expect(alert(page)).toBeHidden();
      await page.getByRole('button', { name: 'Check token' }).click();
      await expect(alert(page)).toContainText(`No answer from ${new URL(closed.origin).host}`);
      await checkA11y(page);
    } finally {
      await Promise.all([service.remove(), site.close(), closed.close()]);
    }
  });

  test('has to wait: the seconds are counted, and it is checked again by itself', async ({
    page,
    ownService,
    problems,
  }) => {
    test.slow();
    problems.allow(/429/);
    await ownService.stop();
    const { token } = await createToken(ownService.dataDir, '--rate-limit', '1');
    await ownService.start();
    await ownService.call('GET', 'whoami', { token });
    await page.clock.install();
    await page.goto(`${ownService.url}/sign-in`);
    await paste(page, token);
    await expect(alert(page)).toContainText(/The service asks to wait \d+ seconds?/);
    const seconds = Number(/wait (\d+)/.exec(await alert(page).innerText())?.[1]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    const again = page.waitForResponse((response) => response.url().includes('resource=whoami'));
    await page.clock.fastForward((seconds + 1) * 1000);
    await again;
  });
});

test('an empty database names the two commands', { tag: ['@desktop', '@phone'] }, async ({ page }) => {
  test.slow();
  const dataDir = await mkdtemp(join(tmpdir(), 'support-console-first-run-'));
  const service = await startService({ dataDir });
  try {
    await page.goto(service.url);
    await expect(page.getByRole('heading', { name: 'No site yet' })).toBeVisible();
    await expect(page.getByText('admin -- site create --name')).toBeVisible();
    await expect(page.getByText('admin -- token create --site-id 1')).toBeVisible();
    await checkA11y(page);
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test(
  'axe finds nothing, empty and accepted',
  { tag: ['@desktop', '@phone', '@document'] },
  async ({ page, service }) => {
    await page.goto('/sign-in');
    await expect(field(page)).toBeVisible();
    await checkA11y(page);
    await paste(page, service.tokens.all);
    await expect(page.getByText('Token accepted')).toBeVisible();
    await checkA11y(page);
  },
);

test.describe('a service without sessions', { tag: '@document' }, () => {
  test('keeps the API token in memory alone', async ({ page, service }) => {
    await page.goto('/sign-in?next=/settings/appearance');
    await paste(page, service.tokens.all);
    await expect(page.getByLabel('Keep until this tab is closed')).not.toBeChecked();
    await page.getByRole('button', { name: 'Open Site 1' }).click();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    expect(JSON.stringify(await stored(page))).not.toContain('sck_');
    await page.reload();
    await expect(field(page)).toBeVisible();
  });

  test('keeps it for the tab where the box is ticked', async ({ page, service }) => {
    await page.goto('/sign-in?next=/settings/appearance');
    await paste(page, service.tokens.all);
    await page.getByLabel('Keep until this tab is closed').check();
    await page.getByRole('button', { name: 'Open Site 1' }).click();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    const { session, local } = await stored(page);
    expect(session).toContain(service.tokens.all);
    expect(local).not.toContain('sck_');
  });
});
