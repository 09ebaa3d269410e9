import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const BROKEN = {
  status: 500,
  contentType: 'application/json',
  body: JSON.stringify({ ok: false, error: { code: 'internal_error', message: 'Something went wrong' } }),
};

test('HO-01, HO-02, HO-03, HO-05, SI-06: an admin begins at what needs attention, pauses, refreshes and opens its tickets', async ({
  page,
  site,
  clock,
}) => {
  await clock.as(new Date(clock.now().getTime() - 3 * 3_600_000), () => makeTicket(site));
  await signIn(page, site, { path: '/' });
  await expect(page).toHaveURL(/\/health$/);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2 }).first()).toContainText(/needs? attention: 1 ticket has waited/);
  await expect(main.getByText('Rule: more than 0 tickets without a first reply after 2h.').first()).toBeVisible();
  await expect(main.getByRole('region', { name: 'Set up this site' })).toContainText('Set an AI cap');
  await checkA11y(page);

  await page.getByRole('button', { name: 'Pause refreshing' }).click();
  await expect(page.getByText(/As of .*, paused/).first()).toBeVisible();
  await makeTicket(site);
  await page.getByRole('button', { name: 'Resume refreshing' }).click();
  await page.keyboard.press('r');
  await expect(main.getByRole('link', { name: /^Open 2/ })).toBeVisible();
  await main.getByRole('link', { name: 'Open the 1' }).click();
  await expect(page).toHaveURL(/\/inbox\?.*stale=1/);
  await expect(page.getByRole('grid').first()).toHaveAttribute('aria-rowcount', /^[1-9]/);
});

test('HO-06, HO-12: the self-tests run at a click, and a threshold of the site ends what needed attention', async ({
  page,
  site,
  clock,
  problems,
}) => {
  problems.allow(/409/);
  await clock.as(new Date(clock.now().getTime() - 3 * 3_600_000), () => makeTicket(site));
  await signIn(page, site, { path: '/health?test=1' });
  const tests = page.getByRole('region', { name: 'Self-tests' });
  await expect(tests).toContainText('have not run yet');
  await tests.getByRole('button', { name: 'Run self-tests' }).click();
  await expect(tests.getByText('Passed')).toHaveCount(2);

  await page.getByRole('button', { name: 'Change the rules' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: 'Tickets waiting too long for a first reply' });
  await expect(dialog).toContainText('Default: 60');
  await checkA11y(page);
  const rows = dialog.getByRole('textbox', { name: 'Failed rows of the last imports' });
  await rows.fill('1.5');
  await dialog.getByRole('button', { name: 'Save rules' }).click();
  await expect(rows).toHaveAccessibleDescription(/^Enter a whole number from 0 to 1,000,000,000/);
  await rows.fill('1,500');
  await field.fill('3');
  await site.call('PATCH', 'site_settings', { body: { version: 0, values: { health_rules: { ai_errors: 9 } } } });
  await dialog.getByRole('button', { name: 'Save rules' }).click();
  await expect(dialog.getByRole('alert')).toContainText('AI errors: 9');
  await dialog.getByRole('button', { name: 'Save mine instead' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('more than 3 tickets without a first reply', { exact: false }).first()).toBeVisible();
  const settings = await site.call('GET', 'site_settings');
  expect(settings.json).toMatchObject({ data: { values: { health_rules: { no_first_reply: 3, migration: 1_500 } } } });
  await expect(page.getByRole('link', { name: 'Open the 1' })).toHaveCount(0);
});

test('HO-03: where the overview fails, health stands in for it and the page says what is missing', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/500/);
  await makeTicket(site);
  await intercept(page, /resource=health_overview/, (route) => route.fulfill(BROKEN));
  await signIn(page, site, { path: '/health' });
  await expect(page.getByText('Only part of this page could be loaded.')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('main').getByRole('link', { name: /^Open 1/ })).toBeVisible();
});

test('HO-13: on a wall the page is larger, without a sidebar, after signing in with a token that only reads; Esc leaves', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/health?wall=1`);
  await page.getByRole('textbox', { name: 'API token' }).fill(site.tokens.readOnly);
  await page.getByRole('button', { name: /^Open / }).click();
  const lead = page.getByRole('main').getByRole('heading', { level: 2 }).first();
  await expect(lead).toBeVisible();
  await expect(page).toHaveURL(/\/health\?wall=1$/);
  await expect(page.getByText(/As of .*, updates every 30 s/).first()).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pause refreshing' })).toHaveCount(0);
  await checkA11y(page);
  const large = (await lead.boundingBox())?.height ?? 0;
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page).toHaveURL(/\/health$/);
  expect(large).toBeGreaterThan(1.3 * ((await lead.boundingBox())?.height ?? Infinity));
  await page.keyboard.press('Shift+W');
  await expect(page).toHaveURL(/\/health\?wall=1$/);
});

test('HO-09: each import shows the share of rows that failed and when it last ran', async ({ page, demoSite }) => {
  await signIn(page, demoSite, { path: '/health' });
  const articles = page.getByRole('table', { name: 'Migration' }).getByRole('row', { name: /^Articles/ });
  await expect(articles).toContainText(/\d+\.\d\s%/);
  await expect(articles).toContainText(/\d+ \w+(?: \d{4})?/);
});
