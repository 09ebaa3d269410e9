import type { Page } from '@playwright/test';
import { expectTotal, row } from './inbox-support.ts';
import { makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Change the selected tickets' });

test('IN-10, IN-29: X, Shift J and Shift click select rows and ranges, Ctrl A the loaded ones, Esc none; the box in the head of the table all and none; tags have a third state for some of the tickets', async ({
  page,
  site,
}) => {
  await makeTickets(site, [{ tags: 'both,one-only' }, { tags: 'both' }, {}, {}, {}, {}]);
  await signIn(page, site, { path: '/inbox?status=open&order_by=created&dir=asc' });
  await expectTotal(page, 6);
  await row(page, 0).focus();
  await page.keyboard.press('x');
  await expect(bar(page)).toContainText('1 selected');
  await expect(row(page, 0)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('Shift+J');
  await expect(bar(page)).toContainText('3 selected');
  await row(page, 5).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('6 selected');
  await row(page, 1).getByRole('checkbox').click();
  await expect(bar(page)).toContainText('5 selected');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('6 selected');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();

  // The button goes away, and the focus returns to the row.
  await row(page, 2).focus();
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Select all 6' }).click();
  await expect(row(page, 2)).toBeFocused();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(row(page, 2)).toBeFocused();

  await row(page, 0).focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('t');
  const picker = page.getByRole('dialog', { name: 'Tags' });
  const box = (name: string) => picker.getByRole('option', { name: new RegExp(`^${name}`) }).locator('[data-on]');
  await expect(box('both')).toHaveAttribute('data-on', 'all');
  await expect(box('one-only')).toHaveAttribute('data-on', 'some');
  // To all, to none, and as it was.
  for (const state of ['all', 'none', 'some', 'all']) {
    await picker.getByRole('option', { name: /^one-only/ }).click();
    await expect(box('one-only')).toHaveAttribute('data-on', state);
  }
  await picker.getByRole('option', { name: /^both/ }).click();
  await checkA11y(page);
  await picker.getByRole('button', { name: 'Apply' }).click();
  await expect(row(page, 1)).toContainText('one-only');
  await expect(row(page, 1)).not.toContainText('both');
  await page.getByRole('region', { name: 'Bulk change' }).getByRole('button', { name: 'Close' }).click();

  await page.keyboard.press('v');
  const head = page.getByRole('columnheader', { name: 'Status' }).getByRole('checkbox');
  await expect(head).not.toBeChecked();
  await head.click();
  await expect(bar(page)).toContainText('6 selected');
  await expect(head).toBeChecked();
  await row(page, 1).getByRole('checkbox').click();
  await expect(bar(page)).toContainText('5 selected');
  await expect(head).toHaveAttribute('aria-checked', 'mixed');
  await head.press('Space');
  await expect(bar(page)).toContainText('6 selected');
  await head.press('Space');
  await expect(bar(page)).toBeHidden();
  await checkA11y(page);
});
