import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { expect, test } from '#e2e/support/test.ts';
import { field } from './sign-in-support.ts';

/** A page of another origin that frames the page in its query. */
async function startHost(): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const src = new URL(request.url ?? '/', 'http://host').searchParams.get('src') ?? '';
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

function inner(page: Page): Frame {
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error('The page has no frame');
  return frame;
}

const PATHS = [
  { path: '/inbox?status=open', fragment: '' },
  { path: '/sign-in?next=/inbox', fragment: '#token=TOKEN' },
  { path: '/portal', fragment: '#t=TOKEN' },
] as const;

test('a page in the frame of another, where the headers were lost on the way, says one sentence, reads no token and calls nothing', async ({
  page,
  context,
  site,
  between,
}) => {
  between.tamper = ({ answer }, response) => {
    if (!String(answer.headers['content-type']).startsWith('text/html')) return false;
    response.writeHead(answer.status, { 'content-type': 'text/html; charset=utf-8' }).end(answer.text);
    return true;
  };
  const host = await startHost();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const words = /^\s*\S.* does not work inside another page\.\s+Open in a new tab\s*$/;
  try {
    for (const { path, fragment } of PATHS) {
      await test.step(path, async () => {
        const src = between.url + path + fragment.replace('TOKEN', site.tokens.all);
        await page.goto(`${host.url}/?src=${encodeURIComponent(src)}`);
        const frame = page.frameLocator('iframe');
        const link = frame.getByRole('link', { name: 'Open in a new tab' });
        await expect(link).toBeInViewport();
        if (path === '/portal') await checkA11y(page, { frame: inner(page) });
        await settled(page);
        expect(asked.filter((one) => one.startsWith('/v1') || one.startsWith('/portal/'))).toEqual([]);
        await expect.poll(() => frame.locator('body').innerText()).toMatch(words);
        await expect(frame.locator(path === '/portal' ? 'input, button' : '#root > *')).toHaveCount(0);
        // The token is still in the address: no script has read it.
        await expect.poll(() => inner(page).url()).toBe(src);

        await expect(link).toHaveAttribute('rel', 'noopener');
        if (!path.startsWith('/sign-in')) return;
        const opened = context.waitForEvent('page');
        await link.click();
        const tab = await opened;
        await expect(tab.locator('body')).not.toBeEmpty();
        await expect.poll(() => tab.evaluate(() => window.opener)).toBeNull();
        await expect.poll(() => new URL(tab.url()).origin).toBe(between.url);
        await expect(field(tab)).toHaveValue('');
        await tab.close();
      });
    }
  } finally {
    // No request of the page may outlive the proxy.
    await page.goto('about:blank');
    host.close();
  }
});
