import { expect, test } from './support/test.ts';
import { signIn } from './support/sign-in.ts';

const SETTINGS = '/settings/appearance';

test.describe('command palette', () => {
  test('goes to a page by the keyboard alone, and the focus comes back', async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
    await page.getByRole('radio', { name: 'System' }).focus();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Command palette' });
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
    await expect(page.getByRole('radio', { name: 'System' })).toBeFocused();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('to inb');
    const option = page.getByRole('option', { name: /Go to Inbox/ });
    await expect(option).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? 'no id');
    await expect(option.locator('b')).toHaveText(['to', 'Inb']);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/inbox$/);
  });

  test('moves through the lines, runs a command, and lists it first the next time', async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('>theme');
    const selected = page.getByRole('option', { selected: true });
    await expect(selected).toContainText('Use the light theme');
    await page.keyboard.press('ArrowDown');
    await expect(selected).toContainText('Use the dark theme');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

    await page.keyboard.press('Control+k');
    await page.keyboard.type('compact comf');
    await expect(page.getByText('Nothing matches “compact comf”.').first()).toBeVisible();
    await page.getByRole('combobox').fill('comfortable');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable');

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('go to inbox');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/inbox$/);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText('Go to Inbox');
  });

  test('opens a page in a new tab, which is signed in', async ({ page, context, service }) => {
    await signIn(page, service, { path: '/inbox' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('settings');
    await expect(page.getByRole('option', { selected: true })).toContainText('Settings');
    const opened = context.waitForEvent('page');
    await page.keyboard.press('Control+Enter');
    const tab = await opened;
    await expect(tab.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect(page).toHaveURL(/\/inbox$/);
  });

  test('finds tickets through the service', async ({ page, service }) => {
    const { json } = await service.call('GET', 'tickets', { query: { limit: '1' } });
    const subject = /"subject":"([^"\\]+)"/.exec(JSON.stringify(json))?.[1] ?? 'no subject';
    await signIn(page, service, { path: SETTINGS });
    await page.keyboard.press('Control+k');
    await page.keyboard.type(`#${subject.slice(0, 24)}`);
    const tickets = page.getByRole('group', { name: 'Tickets' });
    await expect(tickets.getByRole('option').first()).toContainText(subject);
    await tickets.getByRole('option').first().click();
    await expect(page).toHaveURL(/ticket/);
    await expect(page.getByRole('heading', { name: subject }).first()).toBeVisible();
  });

  test('an answer to an older text never takes the place of a newer one', async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
    const held = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    // The real answer, held back: the slow one belongs to the text typed first.
    await page.route(/resource=tickets.*q=the(&|$)/, async (route) => {
      const answer = await route.fetch();
      await held.promise;
      await route.fulfill({ response: answer }).catch(() => undefined);
      late.resolve();
    });
    await page.keyboard.press('Control+k');
    const asked = page.waitForRequest(/resource=tickets.*q=the(&|$)/);
    await page.keyboard.type('#the');
    await asked;
    await page.keyboard.type(' zzzz-nothing');
    const nothing = page.getByRole('dialog').getByText('Nothing matches “the zzzz-nothing”.').first();
    await expect(nothing).toBeVisible();
    held.resolve();
    await late.promise;
    await expect(nothing).toBeVisible();
    await expect(page.getByRole('option')).toHaveCount(0);
  });

  test('opens on phones from the tabs', { tag: '@phone' }, async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
    await page.getByRole('button', { name: 'Search' }).tap();
    const field = page.getByRole('combobox', { name: 'Command palette' });
    await expect(field).toBeFocused();
    await expect(field).toHaveCSS('font-size', '16px');
    await field.fill('inbox');
    await page.getByRole('option', { name: /Go to Inbox/ }).tap();
    await expect(page).toHaveURL(/\/inbox$/);
  });
});
