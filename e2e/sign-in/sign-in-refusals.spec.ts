import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { newToken } from '#server/tokens/token-format.ts';
import { runAdmin } from '#tools/service/start-service.ts';
import { checkAllRules } from './check-all-rules.ts';
import { startTestService } from '#e2e/support/service.ts';
import { expect, test } from '#e2e/support/test.ts';
import { createToken, field, paste } from './token-field.ts';

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

test.describe('SI-02 a token that opens nothing', () => {
  const alert = (page: Page): Locator => page.getByRole('alert').filter({ hasText: /\S/ });

  test('is no token at all: found in the browser', { tag: ['@desktop', '@phone'] }, async ({ page, service }) => {
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/v1/') && calls.push(request.url()));
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Check token' }).click();
    await expect(alert(page)).toContainText('Paste a token first.');
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
    await checkAllRules(page);
  });

  test('was refused: one text for unknown and for revoked', async ({ page, ownService, problems }) => {
    test.slow();
    // What the page fetches while it is idle may meet the service while it is away.
    problems.allow(/401/, /ERR_CONNECTION_REFUSED|status of 503/);
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
    await checkAllRules(page);
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
      await checkAllRules(page);
    } finally {
      // The page may still be fetching its font.
      await page.close();
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
    await expect(alert(page)).toContainText(/The service asks you to wait \d+ seconds?/);
    const seconds = Number(/wait (\d+)/.exec(await alert(page).innerText())?.[1]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    const again = page.waitForResponse((response) => response.url().includes('resource=whoami'));
    await page.clock.fastForward((seconds + 1) * 1000);
    await again;
  });
});
