import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const BROKEN = {
  status: 500,
  contentType: 'application/json',
  body: JSON.stringify({ ok: false, error: { code: 'internal_error', message: 'Something went wrong' } }),
};

test('HO-01, HO-02, HO-03, HO-05, HO-11, SI-06: an admin begins at what needs attention, opens its tickets, pauses, and hands on frozen numbers', async ({
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
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy as incident text' }).click();
  const text = page.getByRole('dialog').getByRole('textbox', { name: 'Text to share' });
  await expect(text).toHaveValue(/- 1 ticket has had no first reply for more than 2h\./);
  const frozen = /These numbers: \S+(\/health#frozen=\S+)/.exec(await text.inputValue())?.[1] ?? '';
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  await makeTicket(site);
  await page.goto(`${site.url}${frozen}`);
  // As somebody who opens the link, not as a change of the fragment alone.
  await page.reload();
  await expect(page.getByText(/Frozen at/)).toBeVisible();
  await expect(main.getByRole('link', { name: /^Open 1/ })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the live page' }).click();
  await expect(main.getByRole('link', { name: /^Open 2/ })).toBeVisible();
  await main.getByRole('link', { name: 'Open the 1' }).click();
  await expect(page).toHaveURL(/\/inbox\?.*stale=1/);
  await expect(page.getByRole('grid').first()).toHaveAttribute('aria-rowcount', /^[1-9]/);
});

test('HO-11: a frozen link that is opened before signing in shows its numbers after it', async ({ page, site }) => {
  await signIn(page, site, { path: '/health' });
  await makeTicket(site);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy as incident text' }).click();
  const text = page.getByRole('dialog').getByRole('textbox', { name: 'Text to share' });
  await expect(text).toHaveValue(/\/health#frozen=/);
  const frozen = /\/health#frozen=\S+/.exec(await text.inputValue())?.[0] ?? '';
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  // As in a browser that has never been here.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
  await page.goto(`${site.url}${frozen}`);
  await expect(page).toHaveURL(/\/sign-in\?next=\/health#frozen=/);
  await page.getByLabel('API token', { exact: true }).fill(site.token);
  await page.getByRole('button', { name: /^Open / }).click();
  await expect(page.getByText(/Frozen at/)).toBeVisible();
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

test('HO-13: the board shows large figures without a frame, leaves by Esc, and asks for a token that only reads', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/401/);
  await signIn(page, site, { path: '/health' });
  await page.keyboard.press('Shift+W');
  await expect(page).toHaveURL(/\/health\?wall=1/);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByText(/As of .*, updates every 30 s/)).toBeVisible();
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation').first()).toBeVisible();

  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${site.url}/health?wall=1`);
  const field = page.getByRole('textbox', { name: 'API token' });
  await field.fill(site.tokens.all);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'can change things' }).first()).toBeVisible();
  await field.fill(site.tokens.readOnly);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/As of .*, updates every 30 s/)).toBeVisible();
  await settled(page);
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(stored).not.toContain(site.tokens.readOnly);
});

test('HO-09, HO-14: the imports stand with their failed share and last run, and a monitor gets the calls to copy', async ({
  page,
  demoSite,
}) => {
  await signIn(page, demoSite, { path: '/health' });
  const articles = page.getByRole('table', { name: 'Migration' }).getByRole('row', { name: /^Articles/ });
  await expect(articles).toContainText(/\d+\.\d\s%/);
  await expect(articles).toContainText(/\d+ \w+(?: \d{4})?/);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'For monitors' }).click();
  await expect(page.getByRole('dialog')).toContainText('resource=health_overview');
  await expect(page.getByRole('dialog')).not.toContainText('sct_');
});
