import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import * as z from 'zod/mini';
import { CHROMIUM_FLAGS, findChromium } from '#tools/browser/find-chromium.ts';
import { runAdmin, startService } from '#tools/service/start-service.ts';

/** So long nothing more is asked for: the page is idle. Polls come every half minute. */
const QUIET_MS = 3_000;
const TICKETS = '60';

/** What the built inbox fetched by itself until it was idle, without a click, with nothing in the cache. */
export interface Opening {
  /** Files of dist, in the order of asking. */
  readonly scripts: readonly string[];
  /** Calls of the API by their query. */
  readonly calls: readonly string[];
}

/**
 * Opens the inbox of a real service in a real browser, as somebody who is signed in: twice, the second time with no script
 * but those that the document names. @param linked those, as files of dist. Rejects when rows need any other.
 */
export async function openInbox(linked: readonly string[]): Promise<Opening> {
  const folder = await mkdtemp(join(tmpdir(), 'support-console-budgets-'));
  try {
    const token = await makeSite(folder);
    const service = await startService({ dataDir: folder });
    const executablePath = await findChromium();
    const browser = await chromium.launch({
      args: CHROMIUM_FLAGS,
      ...(executablePath === undefined ? {} : { executablePath }),
    });
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(`${service.url}/sign-in#token=${token}`);
      await page.locator('[data-row]').first().waitFor();
      await waitUntilQuiet(page);
      const opening = await watch(page, `${service.url}/inbox`);
      await page.route(/\.js$/, (route) =>
        linked.includes(new URL(route.request().url()).pathname.slice(1)) ? route.continue() : route.abort(),
      );
      await page.goto(`${service.url}/inbox`);
      await page.locator('[data-row]').first().waitFor();
      return opening;
    } finally {
      await browser.close();
      await service.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeSite(dataDir: string): Promise<string> {
  const { site_id } = z
    .object({ site_id: z.number() })
    .parse(await runAdmin(dataDir, ['site', 'create', '--name', 'Budgets']));
  const site = ['--site-id', String(site_id)];
  await runAdmin(dataDir, ['demo', ...site, '--tickets', TICKETS, '--seed', '7']);
  const made = await runAdmin(dataDir, ['token', 'create', ...site, '--label', 'Budgets', '--scopes', '*']);
  return z.object({ token: z.string() }).parse(made).token;
}

async function watch(page: Page, url: string): Promise<Opening> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  const scripts = new Set<string>();
  const calls: string[] = [];
  session.on('Network.requestWillBeSent', ({ type, request }) => {
    const { pathname, search } = new URL(request.url);
    if (type === 'Script') scripts.add(pathname.slice(1));
    if (pathname.startsWith('/v1/')) calls.push(search);
  });
  await page.goto(url);
  await page.locator('[data-row]').first().waitFor();
  await waitUntilQuiet(page);
  return { scripts: [...scripts], calls: [...calls] };
}

async function waitUntilQuiet(page: Page): Promise<void> {
  let lastAt = performance.now();
  const note = (): void => {
    lastAt = performance.now();
  };
  page.on('request', note);
  page.on('requestfinished', note);
  while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(100);
  page.off('request', note);
  page.off('requestfinished', note);
}
