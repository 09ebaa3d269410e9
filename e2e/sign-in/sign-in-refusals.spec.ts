import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newToken } from '#server/tokens/token-format.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { expect, test } from '#e2e/support/test.ts';
import { alert, button, expectInside, field, paste } from './sign-in-support.ts';

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

async function revokedToken(site: OwnSite): Promise<string> {
  const { token, tokenId } = await site.issueToken({ scopes: ['read'] });
  const { status } = await site.call('DELETE', 'api_tokens', { query: { id: String(tokenId) } });
  expect(status).toBe(200);
  return token;
}

test.describe('SI-02 a token that opens nothing', () => {
  test('is no token at all, found in the browser, or was refused: one text for unknown and for revoked; the right one enters by keyboard alone', async ({
    page,
    site,
    problems,
  }) => {
    problems.allow(/401/);
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/v1/') && calls.push(request.url()));
    await page.goto('/sign-in');
    await button(page, 'Check API token').click();
    await expect(alert(page)).toContainText('Paste an API token first.');
    await paste(page, 'hello');
    await expect(alert(page)).toContainText('This is not an API token');
    await expect(alert(page)).toContainText('This text has 5 characters');
    const wrong = site.token.at(-1) === 'a' ? 'b' : 'a';
    await paste(page, site.token.slice(0, -1) + wrong);
    await expect(alert(page)).toContainText('checksum');
    await paste(page, newToken('sct', 1n));
    await expect(alert(page)).toContainText('browser session');
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
    await checkA11y(page);
    expect(calls).toEqual([]);

    const refused = async (token: string): Promise<string> => {
      const answered = page.waitForResponse((response) => response.url().includes('resource=whoami'));
      await paste(page, token);
      const id = (await answered).headers()['x-svc-request-id'] ?? '';
      expect(id).toMatch(/^req_/);
      await expect(alert(page)).toContainText(id);
      return (await alert(page).innerText()).replace(id, '');
    };
    const unknown = await refused(newToken('sck', 1n));
    expect(unknown).toContain('This API token wasn’t accepted');
    expect(await refused(await revokedToken(site))).toBe(unknown);
    await expect(button(page, 'Check again')).toBeVisible();

    // The right one enters by keyboard alone.
    await field(page).fill('');
    await field(page).focus();
    await page.keyboard.insertText(site.token);
    await expect(page.getByText('API token accepted')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(button(page, 'Show API token')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(button(page, 'Hide API token')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Tab');
    await expect(button(page, 'Open Velo Works')).toBeFocused();
    await page.keyboard.press('Enter');
    await expectInside(page);
  });

  test('met something that is not this API, or got no answer: the causes are named', async ({
    page,
    site,
    between,
    problems,
  }) => {
    problems.allow(/CORS|ERR_FAILED/);
    const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'authorization' };
    const shop = await serve((_request, response) => response.writeHead(200, cors).end('<!doctype html><p>A shop'));
    const closed = await serve((_request, response) => response.end('{}'));
    const origins = `${shop.origin} ${closed.origin}`;
    // server/http/pages/pages.test.ts tests that a service with these API_ORIGINS writes this.
    between.tamper = ({ answer }, response) => {
      if (!answer.text.includes('support-console:api-origins')) return false;
      const { 'content-length': _other, 'content-security-policy': policy, ...headers } = answer.headers;
      response
        .writeHead(answer.status, {
          ...headers,
          'content-security-policy': String(policy).replace("connect-src 'self'", `connect-src 'self' ${origins}`),
        })
        .end(answer.text.replace('api-origins" content=""', `api-origins" content="${origins}"`));
      return true;
    };
    try {
      await page.goto(`${between.url}/sign-in`);
      const address = page.getByLabel('API address');
      await address.selectOption(`${shop.origin}/v1`);
      await paste(page, site.token);
      await expect(alert(page)).toContainText(`${new URL(shop.origin).host} is not this API`);
      await address.selectOption(`${closed.origin}/v1`);
      await expect(alert(page)).toBeHidden();
      await button(page, 'Check API token').click();
      await expect(alert(page)).toContainText(`No answer from ${new URL(closed.origin).host}`);
      for (const cause of ['offline', 'address', 'CORS', 'certificate']) await expect(alert(page)).toContainText(cause);
      await checkA11y(page);
      await page.goto('about:blank');
    } finally {
      await Promise.all([shop.close(), closed.close()]);
    }
  });

  test('has to wait: the seconds are counted, and it is checked again by itself', async ({
    page,
    site,
    clock,
    problems,
  }) => {
    problems.allow(/429/);
    const { token } = await site.issueToken({ rateLimitPerMin: 1 });
    await site.call('GET', 'whoami', { token });
    await clock.holdTimers(page);
    await page.goto('/sign-in');
    await paste(page, token);
    await expect(alert(page)).toContainText(/Too many requests. Wait \d+ seconds?/);
    const seconds = Number(/Wait (\d+)/.exec(await alert(page).innerText())?.[1]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    const again = page.waitForResponse((response) => response.url().includes('resource=whoami'));
    await page.clock.fastForward((seconds + 1) * 1000);
    await again;
  });
});
