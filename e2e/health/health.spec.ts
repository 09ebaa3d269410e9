import type { Page } from '@playwright/test';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const HOUR_MS = 3_600_000;

test('HO-01, HO-02, HO-03, HO-05, SI-06: an admin begins at what needs attention, pauses, refreshes and opens its tickets', async ({
  page,
  site,
  clock,
}) => {
  await clock.as(new Date(clock.now().getTime() - 3 * HOUR_MS), () => makeTicket(site));
  await signIn(page, site, { path: '/' });
  await expect(page).toHaveURL(/\/health$/);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('Two things need attention.');
  // Failing rules come before those that need attention.
  const lines = main.getByRole('list', { name: 'Needs attention' }).getByRole('listitem');
  await expect(lines).toHaveText([/^1 ticket has had no first reply for more than 2h\./, /./]);
  await expect(main.getByText('Rule: more than 0 tickets without a first reply after 2h.').first()).toBeVisible();
  await expect(main.getByRole('region', { name: 'Set up this site' })).toContainText('Set an AI cap');
  await expect(main.getByText('1 rule can’t be judged yet.')).toBeVisible();
  await main.getByText('All 12 rules').click();
  const rules = main.getByRole('list', { name: 'All 12 rules' }).getByRole('listitem');
  await expect(rules.filter({ hasText: 'any AI cap is reached.' })).toContainText('OK');
  await expect(rules.filter({ hasText: 'a self-test failed' })).toContainText('Can’t be judged');
  await checkA11y(page);
  await main.getByRole('button', { name: 'Hide this list' }).click();
  await expect(main.getByRole('region', { name: 'Set up this site' })).toHaveCount(0);

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
  await clock.as(new Date(clock.now().getTime() - 3 * HOUR_MS), () => makeTicket(site));
  await signIn(page, site, { path: '/health' });
  const tests = page.getByRole('region', { name: 'Self-tests' });
  await expect(tests).toContainText('have not run yet');
  await tests.getByRole('button', { name: 'Run self-tests' }).click();
  await expect(tests.getByText('Passed')).toHaveCount(2);

  await page.locator('header').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Change the rules' }).click();
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
  await expect(dialog.getByRole('alert')).toContainText('Percent of AI calls that fail: 9');
  await dialog.getByRole('button', { name: 'Use theirs' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Percent of AI calls that fail' })).toHaveValue('9');
  await expect(field).toHaveValue('');
  await rows.fill('1,500');
  await field.fill('3');
  await site.call('PATCH', 'site_settings', { body: { version: 1, values: { health_rules: { ai_errors: 8 } } } });
  await dialog.getByRole('button', { name: 'Save rules' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Percent of AI calls that fail: 8');
  await dialog.getByRole('button', { name: 'Save mine instead' }).click();
  await expect(dialog).toHaveCount(0);
  const settings = await site.call('GET', 'site_settings');
  expect(settings.json).toMatchObject({ data: { values: { health_rules: { no_first_reply: 3, migration: 1_500 } } } });
  await expect(page.getByRole('link', { name: 'Open the 1' })).toHaveCount(0);
});

test('HO-03, HO-13: on a wall the page is large and without a sidebar; a token that only reads signs in there. Hidden it asks nothing, and after a lost network it refreshes by itself', async ({
  page,
  site,
  clock,
  context,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/);
  await clock.holdTimers(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('resource=health_overview')) calls.push(request.url());
  });
  await page.goto(`${site.url}/health?wall=1`);
  await page.getByRole('textbox', { name: 'API token' }).fill(site.tokens.readOnly);
  await page.getByRole('button', { name: /^Open / }).click();
  const lead = page.getByRole('main').getByRole('heading', { level: 2 }).first();
  await expect(lead).toBeVisible();
  await expect(page).toHaveURL(/\/health\?wall=1$/);
  const isFresh = page.getByText(/As of .*, updates every 30 s/).first();
  await expect(isFresh).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await checkA11y(page);

  const seen = calls.length;
  await clock.leap(page, 31_000);
  await expect.poll(() => calls.length).toBeGreaterThan(seen);
  await setHidden(page, true);
  const hidden = calls.length;
  for (let minute = 0; minute < 5; minute += 1) await clock.leap(page, 60_000);
  expect(calls).toHaveLength(hidden);
  await setHidden(page, false);
  await clock.leap(page, 100);
  await expect.poll(() => calls.length).toBeGreaterThan(hidden);
  // A paused page does not refresh when it is seen again.
  await page.keyboard.press('p');
  await expect(page.getByText(/As of .*, paused/).first()).toBeVisible();
  await settled(page);
  const paused = calls.length;
  await setHidden(page, true);
  await clock.leap(page, 60_000);
  await setHidden(page, false);
  await clock.leap(page, 100);
  await settled(page);
  expect(calls).toHaveLength(paused);
  await page.keyboard.press('p');

  await context.setOffline(true);
  await clock.leap(page, 24 * HOUR_MS);
  await expect(page.getByText(/As of .*, 1d old/).first()).toBeVisible();
  await context.setOffline(false);
  await expect
    .poll(async () => {
      await clock.leap(page, 60_000);
      return isFresh.count();
    })
    .toBeGreaterThan(0);

  const large = (await lead.boundingBox())?.height ?? 0;
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page).toHaveURL(/\/health$/);
  expect(large).toBeGreaterThan(1.3 * ((await lead.boundingBox())?.height ?? Infinity));
  await page.keyboard.press('Shift+W');
  await expect(page).toHaveURL(/\/health\?wall=1$/);
});

function setHidden(page: Page, isHidden: boolean): Promise<void> {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, isHidden);
}
