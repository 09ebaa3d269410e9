import { checkA11y } from '#e2e/support/check-a11y.ts';
import { offlineReady } from '#e2e/support/offline-ready.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const SETTINGS = '/settings/appearance';

test.describe('GX-06: axe finds nothing', () => {
  test('on the appearance page', { tag: ['@desktop', '@phone'] }, async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
    // The calendar is asked for when somebody is there.
    await page.mouse.move(600, 400);
    await expect(page.getByText(/Open now|Closed now/).or(page.getByRole('button', { name: 'More' }))).toBeVisible();
    await checkA11y(page);
  });

  test('on an unknown address', { tag: ['@desktop', '@phone'] }, async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
    await page.goto('/no/such/page');
    await expect(page.getByRole('link', { name: 'Go to the inbox' })).toBeVisible();
    await checkA11y(page);
  });

  test('in the palette with and without results', { tag: ['@desktop', '@phone'] }, async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option').first()).toBeVisible();
    await checkA11y(page);
    await page.getByRole('combobox').fill('the');
    await expect(page.getByRole('option').first()).toBeVisible();
    await checkA11y(page);
    await page.getByRole('combobox').fill('zzzz-nothing');
    await expect(page.getByText(/Nothing matches/).first()).toBeVisible();
    await checkA11y(page);
  });

  test('in the sheet of keys, letter keys on and off', async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await checkA11y(page);
    await page.getByRole('button', { name: 'Switch them off' }).click();
    await checkA11y(page);
  });

  test('in the menu of the site', async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
    await page.getByRole('button', { name: /^Velo Works.*site and token$/ }).click();
    await expect(page.getByRole('dialog')).toContainText('Sign out');
    await checkA11y(page);
  });

  test('in the sheet behind More', { tag: '@phone' }, async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
    await page.getByRole('button', { name: 'More' }).tap();
    await expect(page.getByRole('dialog', { name: 'More' })).toBeVisible();
    await checkA11y(page);
  });

  test('on the rail', async ({ page, service }) => {
    await page.setViewportSize({ width: 900, height: 800 });
    await signIn(page, service, { path: SETTINGS });
    await checkA11y(page);
  });

  test('while offline', { tag: ['@desktop', '@phone'] }, async ({ page, context, service, problems }) => {
    problems.allow(/ERR_INTERNET_DISCONNECTED/);
    await signIn(page, service, { path: SETTINGS });
    await offlineReady(page);
    await context.setOffline(true);
    await expect(page.getByText('You are offline')).toBeVisible();
    await checkA11y(page);
  });

  test('in comfortable density with more contrast', async ({ page, service }) => {
    await page.emulateMedia({ contrast: 'more' });
    await signIn(page, service, { path: SETTINGS });
    await page.getByRole('radio', { name: 'Comfortable' }).click();
    await checkA11y(page);
  });
});
