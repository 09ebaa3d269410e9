import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { runAdmin, startService } from '#tools/service/start-service.ts';
import { checkAllRules } from './check-all-rules.ts';
import { signInByLink } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { createToken, field, paste } from './token-field.ts';

const facts = (page: Page): Locator => page.getByRole('region', { name: 'What this token opens' });

/** What the page keeps in both storages, as text. */
function stored(page: Page): Promise<{ session: string; local: string }> {
  return page.evaluate(() => ({
    session: JSON.stringify({ ...sessionStorage }),
    local: JSON.stringify({ ...localStorage }),
  }));
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
    await signInByLink(page, service, { path: '/settings/appearance' });
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
      await expect(page).toHaveURL(`${service.url}/inbox`);
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

test('an empty database names the two commands', { tag: ['@desktop', '@phone'] }, async ({ page }) => {
  test.slow();
  const dataDir = await mkdtemp(join(tmpdir(), 'support-console-first-run-'));
  const service = await startService({ dataDir });
  try {
    await page.goto(service.url);
    await expect(page.getByRole('heading', { name: 'No site yet' })).toBeVisible();
    await expect(page.getByText('admin -- site create --name')).toBeVisible();
    await expect(page.getByText('admin -- token create --site-id 1')).toBeVisible();
    await checkAllRules(page);
  } finally {
    // A page fetches its font when it has nothing else to do: there would be nobody to answer.
    await page.close();
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
    await checkAllRules(page);
    await paste(page, service.tokens.all);
    await expect(page.getByText('Token accepted')).toBeVisible();
    await checkAllRules(page);
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
