import { strokesOf, typeKeys } from '#tools/keys/type-keys.ts';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { openPalette } from '#e2e/support/open-palette.ts';

const SETTINGS = '/settings/appearance';

test.describe('command palette', () => {
  test('GX-01: runs commands and goes to pages by the keyboard alone, also in a burst, lists first what was run last, and names a missing scope', async ({
    page,
    demoSite,
  }) => {
    await signIn(page, demoSite, { path: SETTINGS });
    await page.getByRole('radio', { name: 'System' }).focus();
    await openPalette(page);
    const field = page.getByRole('combobox', { name: 'Command palette' });
    await expect(field).toBeFocused();
    // The page below gets neither the focus nor the pointer.
    await page.keyboard.press('Tab');
    await expect(field).toBeFocused();
    const inbox = page.getByRole('navigation').getByRole('link', { name: /^Inbox/ });
    const box = (await inbox.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.click(box.x + 20, box.y + 10);
    await expect(field).toBeHidden();
    await expect(page.getByRole('radio', { name: 'System' })).toBeFocused();
    await expect(page).toHaveURL(/\/settings\/appearance$/);

    await openPalette(page);
    await page.keyboard.type('>theme');
    const selected = page.getByRole('listbox').getByRole('option', { selected: true });
    await expect(selected).toContainText('Use the light theme');
    await page.keyboard.press('ArrowDown');
    await expect(selected).toContainText('Use the dark theme');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

    await openPalette(page);
    await page.keyboard.type('compact comf');
    await expect(page.getByText('Nothing matches “compact comf”.').first()).toBeVisible();
    await checkA11y(page);
    await field.fill('comfortable');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable');

    await openPalette(page);
    await page.keyboard.type('to inb');
    const option = page.getByRole('listbox').getByRole('option', { name: /Go to Inbox/ });
    await expect(option).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? 'no id');
    await expect(option.locator('b')).toHaveText(['to', 'Inb']);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/inbox$/);
    await openPalette(page);
    await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText('Go to Inbox');
    await page.keyboard.press('Escape');

    // A burst: words and Enter run the first match of these words, and the next keys are for what it opened.
    const command = (words: string) => ['ctrl+k', ...strokesOf(words), 'enter'];
    await typeKeys(
      page,
      [...command('light theme'), ...command('compact d'), ...command('to csat'), 'g', 'i'],
      () => 0,
    );
    await expect(page).toHaveURL(/\/inbox$/);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');

    // A command shows the missing scope, and a search how many letters it needs.
    await expect(page.getByRole('grid', { name: 'Tickets' }).getByRole('link').first()).toBeVisible();
    await openPalette(page);
    const reason = /This token lacks the scope tickets:write/;
    await field.fill('mark as res');
    await expect(selected).toHaveText(reason);
    await expect(selected).toHaveAttribute('aria-disabled', 'true');
    await checkA11y(page);
    await page.keyboard.press('Enter');
    const status = page.getByRole('dialog', { name: 'Command palette' }).getByRole('status');
    await expect(status).toHaveText(reason);
    await field.fill('#qz');
    await expect(status).toHaveText('Type one more letter to search tickets.');
    await field.fill('#q');
    await expect(status).toHaveText('Type two more letters to search tickets.');
    // Two letters are the beginning of a label, or of nothing: no command is found beside it.
    await field.fill('ba');
    await expect(page.getByRole('option', { name: 'Undo the last change' })).toHaveCount(0);
    // A number is found by any of its digits.
    await field.fill('#13');
    await expect(page.getByRole('group', { name: 'Tickets' }).getByRole('option').first()).toBeVisible();
  });

  test('GX-01: finds tickets, and a customer once, by email, a phone in another writing and the beginning of the name, keeps what was opened, and runs what was meant while more is found', async ({
    page,
    site,
  }) => {
    const subject = 'Quick release lever bent in transit';
    const [name, email] = ['Maren Lindqvist', 'maren@palette.example'];
    await makeTicket(site, { subject, requester_name: name, requester_email: email, requester_phone: '+49 30 901820' });
    await makeTicket(site, { subject: 'Settings of the display are lost' });
    await signIn(page, site, { path: SETTINGS });
    await openPalette(page);
    await page.keyboard.type('#Quick release lever');
    const tickets = page.getByRole('group', { name: 'Tickets' });
    await expect(tickets.getByRole('option').first()).toContainText(subject);
    await tickets.getByRole('option').first().click();
    await expect(page).toHaveURL(/ticket/);
    await expect(page.getByRole('heading', { name: subject }).first()).toBeVisible();

    await openPalette(page);
    const field = page.getByRole('combobox', { name: 'Command palette' });
    const customers = page.getByRole('group', { name: 'Customers' });
    await field.fill(email);
    await expect(customers.getByRole('option', { name: new RegExp(`${name}.*1 ticket`) })).toBeVisible();
    await field.fill(`@${name.slice(0, 5)}`);
    await expect(customers.getByRole('option', { name })).toBeVisible();
    await field.fill('0049 30.901.820');
    await expect(customers.getByRole('option', { name })).toBeVisible();
    await field.fill('@nowhere-to-be-found');
    await expect(page.getByText('Type a name, email, phone or channel.').first()).toBeVisible();
    await field.fill(`@${email}`);
    await expect(customers.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/customers\/\d+$/);
    await openPalette(page);
    const recent = page.getByRole('group', { name: 'Recent' });
    await expect(recent.getByRole('option', { name: new RegExp(`${name}.*${email}`) })).toBeVisible();

    // The line that Enter runs stays the same while more is found, and an early Enter waits for its result.
    let held = Promise.withResolvers<void>();
    await intercept(page, /resource=tickets&.*q=/, async (route) => {
      await held.promise;
      await route.continue();
    });
    const active = page.getByRole('option', { selected: true });
    await field.fill('settings');
    await expect(active).toHaveText(/Go to Settings/);
    const id = await active.getAttribute('id');
    held.resolve();
    await expect(tickets.getByRole('option').first()).toContainText('Settings of the display are lost');
    await expect(field).toHaveAttribute('aria-activedescendant', id ?? 'no id');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/settings\/appearance$/);

    held = Promise.withResolvers();
    await openPalette(page);
    await field.fill('#display are lost');
    await page.keyboard.press('Enter');
    await expect(field).toBeVisible();
    held.resolve();
    await expect(page.getByRole('heading', { name: 'Settings of the display are lost' }).first()).toBeVisible();
  });
});
