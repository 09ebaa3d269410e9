import type { Locator, Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { expect, test } from '#e2e/support/test.ts';
import { button, expectInside, field, paste } from './sign-in-support.ts';

const facts = (page: Page): Locator => page.getByRole('region', { name: 'What this API token opens' });

/** The kinds of whole tokens in a text. The first characters of one are no secret. */
const TOKENS = /s[ckpt]{2}_(?=\w{20})/g;

/** The contents of both storages, as text. */
function stored(page: Page): Promise<{ session: string; local: string }> {
  return page.evaluate(() => ({
    session: JSON.stringify({ ...sessionStorage }),
    local: JSON.stringify({ ...localStorage }),
  }));
}

test(
  'SI-01, SI-08 a pasted token shows what it opens, and whether that is demo data, and enters only then',
  { tag: '@phone' },
  async ({ page, demoSite, makeSite }) => {
    const harbour = await makeSite({ name: 'Harbour Bikes' });
    const { readOnly } = harbour.tokens;
    await page.goto('/sign-in?next=/settings/appearance');
    await expect(facts(page)).toContainText('Paste an API token');
    // Password managers ignore it.
    await expect(field(page)).toHaveJSProperty('type', 'text');
    await expect(field(page)).toHaveAttribute('autocomplete', 'off');
    await checkA11y(page);

    await paste(page, demoSite.token);
    await expect(facts(page)).toContainText('Velo Works');
    await expect(facts(page).getByText('Demo data')).toBeVisible();
    // White space of what was copied is dropped.
    await paste(page, `  ${readOnly.slice(0, 20)}\r\n\t${readOnly.slice(20)}\n`);
    for (const text of ['Read only', 'Harbour Bikes', readOnly.slice(0, 10), '100,000 calls per minute']) {
      await expect(facts(page)).toContainText(text);
    }
    await expect(facts(page).getByText('Demo data')).toBeHidden();
    await expect(facts(page).getByText('read', { exact: true })).toBeVisible();
    await expect(facts(page)).toContainText('ai_usage');
    await expect(page.getByText('API token accepted')).toBeVisible();
    await checkA11y(page);

    await settled(page);
    await expect(page).toHaveURL(/\/sign-in\?/);
    await expect.poll(async () => (await stored(page)).session).toBe('{}');
    await button(page, 'Open Harbour Bikes').click();
    await expect(page).toHaveURL(/\/settings\/appearance$/);
    await expectInside(page);
  },
);

test('SI-03 takes the token of a start link out of the address and keeps none but the session token', async ({
  page,
  site,
}) => {
  const secret = site.token.slice(4);
  const urls: string[] = [];
  const bearers: string[] = [];
  page.on('request', (request) => {
    urls.push(request.url());
    const { authorization } = request.headers();
    if (authorization !== undefined) bearers.push(`${new URL(request.url()).search} ${authorization.slice(7, 11)}`);
  });
  await page.goto('/sign-in?next=/settings/appearance');
  await expect(field(page)).toBeVisible();
  await page.evaluate((token) => void (location.hash = `token=${token}`), site.token);
  await expectInside(page);
  await settled(page);
  expect(urls.filter((url) => url.replace(/#.*/, '').includes(secret))).toEqual([]);
  await expect.poll(async () => (await stored(page)).session.match(TOKENS)).toEqual(['sct_']);
  const { session, local } = await stored(page);
  expect(local).not.toMatch(/s[ckpt]{2}_/);
  expect(session).not.toContain(secret);
  // The API token goes to whoami and into the exchange; everything else carries the session token.
  expect(bearers.filter((line) => line.endsWith('sck_'))).toEqual(['?resource=whoami sck_', '?resource=sessions sck_']);
  expect(bearers.some((line) => line.endsWith('sct_'))).toBe(true);
  for (const move of ['goBack', 'goForward'] as const) {
    await page[move]();
    expect(page.url()).not.toContain(secret);
  }

  // On another page a fragment with a token means nothing, and leaves the address.
  await page.goto('about:blank');
  await page.goto(`${site.url}/settings/appearance#token=${site.tokens.agent}`);
  await expectInside(page);
  await expect(page).toHaveURL(`${site.url}/settings/appearance`);
});

test('a service without a site names the two commands that make one', async ({ page, between }) => {
  // server/http/pages/pages.test.ts tests that a service with an empty database writes this.
  between.tamper = ({ answer }, response) => {
    if (!answer.text.includes('support-console:first-run')) return false;
    const { 'content-length': _other, ...headers } = answer.headers;
    response
      .writeHead(answer.status, headers)
      .end(answer.text.replace('support-console:first-run" content=""', 'support-console:first-run" content="1"'));
    return true;
  };
  await page.goto(between.url);
  await expect(page.getByRole('heading', { name: 'No site yet' })).toBeVisible();
  await expect(page.getByText('admin -- site create --name')).toBeVisible();
  await expect(page.getByText('admin -- token create --site-id 1')).toBeVisible();
  await checkA11y(page);
  // No request of the page may outlive the proxy.
  await page.goto('about:blank');
});

test(
  'a service without sessions: the API token is kept in memory alone, or for the tab where the box is ticked',
  { tag: '@document' },
  async ({ page, site }) => {
    const enter = button(page, `Open Site ${site.siteId}`);
    await page.goto('/sign-in?next=/settings/appearance');
    await paste(page, site.token);
    await expect(page.getByText('API token accepted')).toBeVisible();
    await expect(page.getByLabel('Keep until I close this tab')).not.toBeChecked();
    await checkA11y(page);
    await enter.click();
    await expectInside(page);
    await settled(page);
    await expect.poll(async () => JSON.stringify(await stored(page))).not.toContain('sck_');
    await page.reload();
    await expect(field(page)).toBeVisible();

    await paste(page, site.token);
    await page.getByLabel('Keep until I close this tab').check();
    await enter.click();
    await expectInside(page);
    await page.reload();
    await expectInside(page);
    await expect.poll(async () => (await stored(page)).session).toContain(site.token);
    await expect.poll(async () => (await stored(page)).local).not.toContain('sck_');
  },
);
