import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { makeRated, NOW, region } from './csat-support.ts';

test.beforeEach(({ clock }) => clock.set(NOW));

test('CS-15: a note is added to a day, shown in the trend, deleted and restored', async ({ page, site, clock }) => {
  await makeRated(site, clock, [['2026-11-10T12:00:00Z', 3, null, 'email']]);
  const later = { chart: 'csat', date: '2026-11-12', text: 'New refund rules' };
  await site.call('POST', 'chart_notes', { body: later });
  await signIn(page, site, { path: '/csat' });
  const notes = region(page, 'Notes on the trend');
  await expect(notes.getByRole('listitem')).toContainText(['12 Nov']);

  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  await dialog.getByLabel('Note', { exact: true }).fill('New firmware');
  await dialog.getByLabel('Day').fill('2026-11-19');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Choose today or an earlier day.');
  await dialog.getByLabel('Day').fill('2026-11-10');
  await checkA11y(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(notes.getByRole('listitem').first()).toContainText('10 Nov');
  await expect(notes).toContainText('New firmware');
  // 20 Oct is the first day of the chart, and 10 Nov the only one with an answer.
  const trend = region(page, 'Mean per day');
  await trend.getByRole('application').focus();
  for (let day = 0; day < 21; day += 1) await page.keyboard.press('ArrowRight');
  await expect(trend.getByRole('status')).toHaveText(/^10 Nov.*3.*New firmware$/);
  await expect(trend.locator('.recharts-reference-line')).toHaveCount(2);
  await page.keyboard.press('t');
  await expect(region(page, 'Mean per day').getByRole('row', { name: /^10 Nov/ })).toContainText('New firmware');
  await page.keyboard.press('t');

  await notes.getByRole('button', { name: 'Delete the note “New firmware”' }).click();
  await expect(notes).not.toContainText('New firmware');
  await page.keyboard.press('Control+z');
  await expect(notes).toContainText('New firmware');
  for (let day = 3; day <= 8; day += 1)
    await site.call('POST', 'chart_notes', { body: { ...later, date: `2026-11-0${day}` } });
  await page.reload();
  await expect(notes.getByRole('listitem')).toHaveCount(6);
  await notes.getByRole('button', { name: 'Show all 8' }).click();
  await expect(notes.getByRole('listitem')).toHaveCount(8);
  await expect(notes.getByRole('listitem').nth(6)).toContainText('New firmware');
});
