import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Page } from '@playwright/test';
import { makeAiCalls, makeTicket } from '#e2e/support/builders.ts';
import type { Site } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { expect, test } from '#e2e/support/test.ts';
import { ROOT } from '#tools/setup/run-command.ts';
import { openSupportSession } from '../../docs/examples/support-session.mjs';

// The page is docs/examples/portal.html, which docs/embedding.md explains.

/** The page of the example, changed by a test. */
async function readPage(change: (html: string) => string): Promise<Record<string, string>> {
  return { 'portal.html': change(await readFile(join(ROOT, 'docs/examples/portal.html'), 'utf8')) };
}

/** Gives out sessions as the example's server does: for changes only where the page asks for them. */
function sessionsOf(site: Site): (reason: string, edit: boolean) => Promise<string> {
  return (_, edit) =>
    openSupportSession({
      ...{ service: site.url, apiToken: site.token },
      scopes: edit ? ['read', 'tickets:write'] : ['read'],
    });
}

/**
 * Refuses storage to frames of other sites, in a browser that does not by itself: Chromium and Chrome do in the contexts of
 * a test, the headless shell has no such setting.
 */
async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (self === top) return;
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(self, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
}

function frameOf(page: Page, path: string): Frame {
  const frame = page.frames().find((one) => one.url().split('?')[0]?.endsWith(path) === true);
  if (frame === undefined) throw new Error(`No frame shows ${path}`);
  return frame;
}

/** The result of a frame's use of storage. */
function tryStorage(frame: Frame): Promise<string[]> {
  return frame.evaluate(() =>
    (['localStorage', 'sessionStorage'] as const).map((name) => {
      try {
        self[name].setItem('test', 'test');
        return `${name} works`;
      } catch (error) {
        return error instanceof DOMException ? error.name : String(error);
      }
    }),
  );
}

/** The test's own grip on a frame of the page, by its title. */
const within = (page: Page, title: string) => page.frameLocator(`iframe[title="${title}"]`);
const heading = (page: Page, title: string) => within(page, title).getByRole('heading', { level: 1 });

test('EM-01, EM-04, EM-05, EM-07: a page on another site shows AI spend and the inbox side by side with storage blocked, in dark, in German dates', async ({
  page,
  context,
  clock,
  demoSite,
  portalHost,
}) => {
  await blockStorage(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const token = sessionsOf(demoSite);
  const url = portalHost.add({ serviceUrl: demoSite.url, token: (reason) => token(reason, false) });
  await page.goto(`${url}portal.html`);
  const button = page.getByRole('button', { name: 'Light' });
  await button.focus();
  await expect(heading(page, 'AI spend')).toHaveText('AI usage');
  await expect(heading(page, 'Inbox')).toHaveText(/^Inbox/);
  const monthBegins = new Intl.DateTimeFormat('de-DE', { day: 'numeric', month: 'short', timeZone: 'UTC' })
    .format(new Date(`${clock.date().slice(0, 7)}-01`))
    .replace(/\.$/, '');
  await expect(within(page, 'AI spend').getByText(monthBegins, { exact: true })).toBeVisible();
  await expect(
    within(page, 'AI spend')
      .getByText(/^\d+,\d\d\s\$$/)
      .first(),
  ).toBeVisible();
  await expect(within(page, 'Inbox').getByRole('grid', { name: 'Tickets' })).toBeVisible();

  const [spend, inbox] = [frameOf(page, '/embed/ai-usage'), frameOf(page, '/embed/inbox')];
  for (const frame of [spend, inbox]) {
    expect(await tryStorage(frame)).toEqual(['SecurityError', 'SecurityError']);
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  }
  expect(await context.cookies()).toEqual([]);
  const [left, right] = await Promise.all(
    ['AI spend', 'Inbox'].map((title) => page.locator(`iframe[title="${title}"]`).boundingBox()),
  );
  expect(left?.y).toBe(right?.y);
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
  await settled(page);
  // Nothing in a frame takes the keyboard from the page.
  await expect(button).toBeFocused();

  await button.click();
  for (const frame of [spend, inbox]) await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light');

  // Keys act in the focused frame alone.
  await page.keyboard.press('1');
  await settled(page);
  expect(spend.url()).not.toContain('days=7');
  await heading(page, 'AI spend').click();
  await page.keyboard.press('1');
  await expect.poll(() => spend.url()).toContain('days=7');
  expect(inbox.url()).not.toContain('days=7');
});

test('EM-04 a ticket can be resolved if the page allows edit, and not otherwise', async ({
  page,
  site,
  portalHost,
}) => {
  await blockStorage(page);
  const { id } = await makeTicket(site, { subject: 'Chain jumps on the third gear' });
  const token = sessionsOf(site);
  const status = async () => (await site.call('GET', 'ticket', { query: { id: String(id) } })).json;
  const inbox = within(page, 'Inbox');
  const resolve = inbox.getByRole('button', { name: /^Resolve/ });
  const open = async (url: string) => {
    await page.goto(`${url}portal.html`);
    await expect(inbox.getByRole('link', { name: 'Chain jumps on the third gear' })).toBeVisible();
    // Both frames still grow to the height of their pages, and a press that begins on a row could end beside it.
    await settled(page);
    await inbox.getByRole('link', { name: 'Chain jumps on the third gear' }).click();
    await expect(inbox.getByRole('heading', { name: 'Chain jumps on the third gear' })).toBeVisible();
  };

  await test.step('no edit, and a token that may do everything', async () => {
    const files = await readPage((html) => html.replace(' data-edit', ''));
    await open(portalHost.add({ serviceUrl: site.url, token: () => site.token, files }));
    await expect(resolve).toHaveCount(0);
    await inbox.locator('body').press('e');
    await settled(page);
    expect(await status()).toMatchObject({ data: { status: 'open' } });
  });

  await test.step('edit', async () => {
    await open(portalHost.add({ serviceUrl: site.url, token, files: await readPage((html) => html) }));
    await resolve.click();
    await expect.poll(status).toMatchObject({ data: { status: 'resolved' } });
  });
});

test('EM-03 EM-05 the address of the page follows its frame, and restores it after a reload', async ({
  page,
  site,
  portalHost,
}) => {
  await makeAiCalls(site, [{ cost_usd: 1.5 }]);
  const url = portalHost.add({ serviceUrl: site.url, token: sessionsOf(site) });
  await page.goto(`${url}portal.html`);
  const spend = within(page, 'AI spend');
  const expectCalls = async () => {
    await expect(spend.getByRole('link', { name: 'Calls', exact: true })).toHaveAttribute('aria-current', 'page');
    await expect.poll(() => frameOf(page, '/embed/ai-usage').url()).toContain('page=calls');
    await expect(spend.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  };
  await spend.getByRole('link', { name: 'Calls', exact: true }).click();
  await expectCalls();
  await expect.poll(() => new URL(page.url()).searchParams.get('spend')).toBe('/embed/ai-usage?page=calls');
  await page.reload();
  await expectCalls();
  await page.goto(`${url}portal.html?spend=${encodeURIComponent('/embed/inbox')}`);
  await expect(heading(page, 'AI spend')).toHaveText('AI usage');
});
