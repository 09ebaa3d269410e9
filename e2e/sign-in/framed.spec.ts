import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTamperingProxy } from '#e2e/support/tampering-proxy.ts';
import { expect, test } from '#e2e/support/test.ts';
import { checkAllRules } from './check-all-rules.ts';

/** A page of somebody else with ours in a frame. */
async function startHost(src: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(
      `<!doctype html><title>Host</title><iframe title="Ours" width="900" height="600" src="${src}"></iframe>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const PATHS = [
  { path: '/inbox?status=open', fragment: '' },
  { path: '/sign-in?next=/inbox', fragment: '#token=TOKEN' },
  { path: '/embedded', fragment: '' },
  { path: '/portal', fragment: '#t=TOKEN' },
] as const;

test.describe('a page in the frame of another, where the headers were lost on the way', () => {
  for (const { path, fragment } of PATHS) {
    test(`${path} says one sentence, reads no token and calls nothing`, async ({
      page,
      context,
      service,
      problems,
    }) => {
      // The tab of its own asks for a link that is none.
      problems.allow(/portal\/session/);
      const proxy = await startTamperingProxy(service.url);
      proxy.tamper = ({ answer }, response) => {
        if (!String(answer.headers['content-type']).startsWith('text/html')) return false;
        response.writeHead(answer.status, { 'content-type': 'text/html; charset=utf-8' }).end(answer.text);
        return true;
      };
      const host = await startHost(proxy.url + path + fragment.replace('TOKEN', service.tokens.all));
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      try {
        await page.goto(host.url);
        const frame = page.frameLocator('iframe');
        const link = frame.getByRole('link', { name: 'Open in a new tab' });
        await expect(link).toBeVisible();
        const words = /^\s*\S.* does not work inside another page\.\s+Open in a new tab\s*$/;
        await expect.poll(() => frame.locator('body').innerText()).toMatch(words);
        await checkAllRules(page, 'iframe');
        await page.waitForLoadState('networkidle');
        expect(asked.filter((one) => one.startsWith('/v1') || one.startsWith('/portal/'))).toEqual([]);
        await expect.poll(() => frame.locator('body').innerText()).toMatch(words);
        await expect(frame.locator(path === '/portal' ? 'input, button' : '#root > *')).toHaveCount(0);
        // The token stands where it stood: nobody has taken it.
        expect(page.frames()[1]?.url()).toBe(proxy.url + path + fragment.replace('TOKEN', service.tokens.all));

        await expect(link).toHaveAttribute('rel', 'noopener');
        const opened = context.waitForEvent('page');
        await link.click();
        const tab = await opened;
        await tab.waitForLoadState();
        expect(await tab.evaluate(() => window.opener)).toBeNull();
        expect(new URL(tab.url()).origin).toBe(proxy.url);
        if (path.startsWith('/sign-in')) await expect(tab.getByLabel('API token', { exact: true })).toHaveValue('');
        await tab.close();
        // What it fetches ahead would meet the proxy when it is gone.
        await page.goto('about:blank');
      } finally {
        host.close();
        await proxy.close();
      }
    });
  }
});
