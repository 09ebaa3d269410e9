import type { Locator, Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect, test } from './part-test.ts';

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const said = (page: Page): Locator => page.locator('output');

test('a menu is walked by arrows, Home, End and letters, and Enter chooses', async ({ page, show }) => {
  await show('menu');
  await button(page, 'More').press('Enter');
  const item = (name: string) => page.getByRole('menu').getByText(name).locator('..');
  await expect(page.getByRole('menu', { name: 'Ticket' })).toBeVisible();
  await expect(item('Close')).toBeFocused();
  await checkA11y(page);
  await page.keyboard.press('End');
  await expect(item('Oldest first')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(item('Close')).toBeFocused();
  await page.keyboard.press('n');
  await expect(item('Newest first')).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(said(page)).toHaveText('copied');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button(page, 'More')).toBeFocused();
});

test('a menu says what is chosen and what is off, and closes by Esc, Tab and a press beside it', async ({
  page,
  show,
}) => {
  await show('menu');
  await button(page, 'More').click();
  await expect(page.getByRole('menuitemradio', { name: 'Newest first' })).toBeChecked();
  // It can be pressed, and does nothing.
  await page.getByRole('menuitem', { name: 'Merge' }).click({ force: true });
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(said(page)).toHaveText('nothing');
  await page.getByRole('menuitemradio', { name: 'Oldest first' }).click();
  await button(page, 'More').click();
  await expect(page.getByRole('menuitemradio', { name: 'Oldest first' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button(page, 'More')).toBeFocused();
  await button(page, 'More').click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.mouse.click(900, 700);
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('a dialog has the focus in its field, keeps it, closes by Esc and the backdrop, and gives it back', async ({
  page,
  show,
}) => {
  await show('dialog');
  for (const opener of ['Open a dialog', 'Open a drawer']) {
    await button(page, opener).click();
    const dialog = page.getByRole('dialog', { name: 'Rename the tag' });
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await checkA11y(page);
    await page.keyboard.press('Tab');
    await expect(button(page, 'Save')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(said(page)).toHaveText('saved');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button(page, opener)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await page.mouse.click(4, 4);
    await expect(dialog).toHaveCount(0);
  }
});

test('a question about what cannot be undone begins at Cancel: Enter loses nothing', async ({ page, show }) => {
  await show('final question');
  await button(page, 'Delete').click();
  await expect(button(page, 'Cancel')).toBeFocused();
  await checkA11y(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(said(page)).toHaveText('nothing');
  await expect(button(page, 'Delete')).toBeFocused();
});

test('a toast goes by itself, or by its action; an error stays until it is closed', async ({ page, show }) => {
  await show('toasts');
  await button(page, 'Fail').click();
  await button(page, 'Resolve').click();
  const error = page.getByRole('alert').filter({ hasText: 'Not saved. Request req_7' });
  await expect(page.getByRole('status').filter({ hasText: '#7 resolved' })).toBeVisible();
  await checkA11y(page);
  await button(page, 'Undo').click();
  await expect(said(page)).toHaveText('undone');
  await expect(page.getByText('#7 resolved')).toHaveCount(0);
  await button(page, 'Resolve').click();
  await expect(page.getByText('#7 resolved')).toBeVisible();
  await page.mouse.move(900, 100);
  await expect(page.getByText('#7 resolved')).toHaveCount(0, { timeout: 15_000 });
  await expect(error).toBeVisible();
  await error.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Not saved.')).toHaveCount(0);
});

test('a tooltip comes with the pointer and with the focus of the keyboard, and Esc hides it', async ({
  page,
  show,
}) => {
  await show('tooltip');
  const bubble = page.getByText('Refresh the list');
  await button(page, 'Refresh').hover();
  await expect(bubble).toBeVisible();
  await page.mouse.move(900, 700);
  await expect(bubble).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(button(page, 'Refresh')).toBeFocused();
  await expect(bubble).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bubble).toHaveCount(0);
});

test('a search field reaches the URL after a pause, Enter leads to the results, Esc twice empties it', async ({
  page,
  show,
}) => {
  await show('search');
  const field = page.getByRole('searchbox', { name: 'Search tickets' });
  await field.pressSequentially('chain');
  await expect(page.getByText('Address: chain')).toBeVisible();
  await checkA11y(page);
  await page.keyboard.press('Enter');
  await expect(said(page)).toHaveText('to the first row');
  await field.press('Escape');
  await expect(field).not.toBeFocused();
  await expect(field).toHaveValue('chain');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await expect(page.getByText('Address: empty')).toBeVisible();
});

test('one of several is one Tab stop that arrows move through; a switch says what it means', async ({ page, show }) => {
  await show('choices');
  const theme = (name: string) => page.getByRole('radio', { name });
  await page.keyboard.press('Tab');
  await expect(theme('System')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(theme('Light')).toBeFocused();
  await expect(theme('Light')).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(theme('Dark')).toBeChecked();
  await page.keyboard.press('Tab');
  const keys = page.getByRole('switch', { name: 'Letter keys' });
  await expect(keys).toBeFocused();
  await page.keyboard.press('Space');
  await expect(keys).toBeChecked();
  await expect(page.getByText('J and K move')).toBeVisible();
  await checkA11y(page);
});

test('a time of one’s own is asked for, must be still to come, and is in the zone that is shown', async ({
  page,
  show,
  clock,
}) => {
  await show('snooze time');
  const time = page.getByLabel('Pick a time');
  const problem = page.getByRole('alert').filter({ hasText: /\S/ });
  await button(page, 'Snooze').click();
  await expect(problem).toHaveText('Pick a date and a time.');
  await time.fill('2020-01-02T08:30');
  await expect(problem).toHaveText('That time is in the past.');
  await time.fill(new Date(clock.now().getTime() + 3_600_000).toISOString().slice(0, 16));
  await expect(problem).toHaveCount(0);
  await time.fill('2096-01-02T08:30');
  await button(page, 'Snooze').click();
  await expect(said(page)).toHaveText('2096-01-02T08:30:00.000Z');
});

test('a failed panel has the request to copy, its details, and Retry', async ({ page, show }) => {
  await show('failure');
  const block = page.getByRole('alert').filter({ hasText: 'Tickets could not be loaded' });
  await expect(block).toContainText('req_0123456789');
  await expect(block.getByText('500 · internal_error')).toBeHidden();
  await block.getByText('Details').click();
  await expect(block.getByText('500 · internal_error')).toBeVisible();
  await checkA11y(page);
  await block.getByRole('button', { name: 'Retry' }).click();
  await expect(said(page)).toHaveText('tried again');
});

test('what is copied is said on the button and to screen readers', async ({ page, show }) => {
  await show('copy');
  await page.evaluate(() => {
    addEventListener('paste', (event) => {
      document.title = event.clipboardData?.getData('text/plain') ?? '';
    });
  });
  await button(page, 'Copy the token').click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  await page.keyboard.press('Control+v');
  await expect(page).toHaveTitle('sck_copied');
});

test('the line of hours says open and closed as the service does, and when that changes', async ({
  page,
  show,
  makeSite,
  clock,
}) => {
  const site = await makeSite({ isDemo: true });
  // A Tuesday, and the Sunday before.
  await clock.set('2026-11-17T10:00:00Z');
  await show('business hours', site);
  await expect(page.getByText('Open now')).toBeVisible();
  await expect(page.getByText(/until .*\d\d:\d\d/)).toBeVisible();
  await clock.set('2026-11-15T03:00:00Z');
  await show('business hours', site);
  await expect(page.getByText('Closed now')).toBeVisible();
  await expect(page.getByText(/opens .*\d\d:\d\d/)).toBeVisible();
});
