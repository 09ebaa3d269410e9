import type { FrameLocator, Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn, signInByLink } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const PATH = '/settings/embedding';

function previewOf(page: Page): FrameLocator {
  return page.frameLocator('iframe[title^="Preview"]');
}

function snippetOf(page: Page) {
  return page.getByRole('region', { name: 'Snippet' }).locator('code').first();
}

test('EM-09: the snippet says what is chosen, the preview is that frame, and the address keeps it', async ({
  page,
  context,
  demoSite,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, demoSite, { path: PATH });
  const frame = previewOf(page);
  await expect(frame.getByRole('heading', { level: 1 })).toContainText('AI usage');
  await checkA11y(page);

  await page.getByLabel('View', { exact: true }).selectOption('CSAT');
  await expect(frame.getByRole('heading', { level: 1, name: 'CSAT' })).toBeVisible();
  await expect(frame.getByRole('heading', { name: 'Mean per day' })).toBeVisible();
  await expect(page.getByText('The frame shows /embed/csat', { exact: true })).toBeVisible();
  await frame.getByRole('link', { name: 'Answers', exact: true }).click();
  await expect(page.getByText('The frame shows /embed/csat?page=answers', { exact: true })).toBeVisible();

  await page.getByLabel('Part').selectOption('Trend alone');
  await page.getByRole('radio', { name: 'Comfortable' }).click();
  await page.getByLabel('Dates and numbers in').fill('de-DE');
  await page.getByLabel('Times in').selectOption('UTC');
  await page.getByRole('radio', { name: 'Fixed' }).click();
  await page.getByLabel('Height in px').fill('480');
  await page.getByText('Allow changes', { exact: true }).click();
  await expect(page.getByText('Viewers can follow up low scores')).toBeVisible();
  await expect(page.getByRole('note')).toContainText('Your API token lacks csat:write');
  const snippet = snippetOf(page);
  await expect(snippet).toContainText(`service: '${demoSite.url}',
    path: '/embed/csat?only=trend&density=comfortable',
    locale: 'de-DE',
    timeZone: 'UTC',
    edit: true,
    getToken,`);
  await expect(snippet).not.toContainText(/s[cp][kt]_/);
  await expect(page.locator('iframe')).toHaveAttribute('src', '/embed/csat?preview=1&only=trend&density=comfortable');
  await expect.poll(async () => (await page.locator('iframe').boundingBox())?.height).toBe(480);

  await page.getByRole('button', { name: 'Copy snippet' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await snippet.textContent());

  const address = `${PATH}?view=csat&only=trend&rows=comfortable&language=de-DE&zone=UTC&fit=fixed&px=480&edit=1`;
  await expect.poll(() => page.url().slice(demoSite.url.length)).toBe(address);
  await page.reload();
  await expect(snippet).toHaveText(copied);
  await page.getByRole('radio', { name: 'React' }).click();
  await expect(snippet).toContainText('export function SupportCsatTrend() {');
  await expect(snippet).toContainText('      edit\n');
});

test('EM-09: the preview follows the theme without another start, and is as high as its content', async ({
  page,
  demoSite,
}) => {
  await signIn(page, demoSite, { path: `${PATH}?view=csat` });
  const frame = previewOf(page);
  const body = frame.locator('body');
  await expect(frame.getByRole('heading', { name: 'Mean per day' })).toBeVisible();
  await settled(page);
  const light = await body.evaluate((element) => getComputedStyle(element).backgroundColor);
  await body.evaluate((element) => element.setAttribute('data-first', ''));
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(body).not.toHaveCSS('background-color', light);
  await expect(body).toHaveAttribute('data-first', '');
  await expect(page.locator('body')).toHaveCSS('color-scheme', /light/);

  const box = page.locator('iframe');
  await expect.poll(async () => (await box.boundingBox())?.height ?? 0).toBeGreaterThan(1_000);
  await page.getByLabel('At most, in px').fill('700');
  await expect.poll(async () => (await box.boundingBox())?.height).toBe(700);
  await page.getByLabel('At most, in px').fill('7');
  await expect(page.getByText('Enter 120 to 4,000.')).toBeVisible();
  await expect(snippetOf(page)).toContainText('maxHeight: 700,');
});

test('EM-09: says who may embed, what to set for another portal, and why an address is refused', async ({
  page,
  demoSite,
}) => {
  await signIn(page, demoSite, { path: PATH });
  const panel = page.getByRole('region', { name: 'Who may embed' });
  const allowed = await page
    .locator('meta[name="support-console:embed-origins"]')
    .evaluate((meta) => (meta as HTMLMetaElement).content);
  const origins = allowed.split(' ').filter((origin) => origin !== '');
  for (const origin of origins) await expect(panel.getByRole('listitem').filter({ hasText: origin })).toBeVisible();
  const field = panel.getByLabel('Address of your portal');

  await field.fill('http://intranet.example');
  await expect(panel.getByText('http is refused, except on this computer')).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await checkA11y(page);
  await field.fill('https://*.example');
  await expect(panel.getByText('Wildcards are refused')).toBeVisible();
  await field.fill('intranet.example/support');
  await panel.getByRole('button', { name: 'Use https://intranet.example' }).click();
  await expect(field).toHaveValue('https://intranet.example');
  const line = `EMBED_ORIGINS="${[...origins, 'https://intranet.example'].join(' ')}"`;
  await expect(panel.getByText(line, { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Copy EMBED_ORIGINS' })).toBeVisible();
  await expect(panel.getByText(`frame-src ${demoSite.url}`, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${demoSite.url}${PATH}?portal=https://intranet.example`);

  const token = page.getByRole('region', { name: 'API token' });
  await expect(token.getByText(`--site-id ${demoSite.siteId} --label "Portal" --scopes read `)).toBeVisible();
  await expect(token.getByText(/^500/)).toBeVisible();
  await page.getByText('Allow changes', { exact: true }).click();
  await expect(token.getByText('--scopes read,ai_limits:write ')).toBeVisible();
  await expect(token.getByText(/^20,/)).toBeVisible();
});

test('a page that was reached by a link loads itself again, once, and then shows the preview', async ({
  page,
  demoSite,
}) => {
  await signIn(page, demoSite, { path: '/settings/keys' });
  await page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link', { name: 'Embedding' }).click();
  await expect(previewOf(page).getByRole('heading', { level: 1 })).toContainText('AI usage');
  await settled(page);
  const loads = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name);
  expect(loads).toBe(`${demoSite.url}${PATH}`);
});

test('where a reload would end the session, it waits for a press @document', async ({ page, demoSite }) => {
  // Without sessions the API token itself signs in, and no reload keeps it.
  await signInByLink(page, demoSite, { path: '/settings/keys' });
  await page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link', { name: 'Embedding' }).click();
  await expect(page.getByText('Reload this page to show a preview')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload this page' })).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('says so when the frame does not start', async ({ page, demoSite }) => {
  await signIn(page, demoSite, { path: '/settings/keys' });
  await intercept(page, /\/embed\//, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Nothing</p>' }));
  await page.goto(`${demoSite.url}${PATH}`);
  await expect(page.getByText('The preview did not start')).toBeVisible();
  await checkA11y(page);
  await page.unroute(/\/embed\//);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(previewOf(page).getByRole('heading', { level: 1 })).toContainText('AI usage');
});

test('fits a phone, with the preview below the choices @phone', async ({ page, demoSite }) => {
  await signIn(page, demoSite, { path: `${PATH}?view=csat` });
  await expect(previewOf(page).getByRole('heading', { level: 1, name: 'CSAT' })).toBeVisible();
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBe(widths[1]);
  const [choices, preview] = await Promise.all([
    page.getByRole('region', { name: 'What to show' }).boundingBox(),
    page.locator('iframe').boundingBox(),
  ]);
  expect(preview?.y ?? 0).toBeGreaterThan((choices?.y ?? 0) + (choices?.height ?? 0));
  await checkA11y(page);
});
