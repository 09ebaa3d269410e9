import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { makeRated, NOW, region } from './csat-support.ts';

test.beforeEach(({ clock }) => clock.set(NOW));

test('CS-15: a note is added to a day, shown in the trend and deleted, with a way back', async ({
  page,
  site,
  clock,
}) => {
  await makeRated(site, clock);
  const later = { chart: 'csat', date: '2026-11-12', text: 'New refund rules' };
  await site.call('POST', 'chart_notes', { body: later });
  await signIn(page, site, { path: '/csat' });
  const notes = region(page, 'Notes on the trend');
  await expect(notes.getByRole('listitem')).toContainText(['12 Nov']);

  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  await dialog.getByLabel('Note', { exact: true }).fill('New firmware');
  await dialog.getByLabel('Day').fill('2026-11-10');
  await checkA11y(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(notes.getByRole('listitem').first()).toContainText('10 Nov');
  await expect(notes).toContainText('New firmware');
  await page.keyboard.press('t');
  await expect(region(page, 'Mean per day').getByRole('row', { name: /^10 Nov/ })).toContainText('New firmware');
  await page.keyboard.press('t');

  await notes.getByRole('button', { name: 'Delete the note “New firmware”' }).click();
  await expect(notes).not.toContainText('New firmware');
  await page.keyboard.press('Control+z');
  await expect(notes).toContainText('New firmware');
  await page.reload();
  await expect(notes).toContainText('New firmware');
});

test('CS-15: a note is refused after today, and one outside the days shown says its day', async ({
  page,
  site,
  clock,
}) => {
  await makeRated(site, clock);
  await signIn(page, site, { path: '/csat' });
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  const day = dialog.getByLabel('Day');
  await expect(day).toHaveValue('2026-11-18');
  await dialog.getByLabel('Note', { exact: true }).fill('New firmware');
  await day.fill('2031-01-01');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  await expect(day).toHaveAccessibleDescription(/Choose today or an earlier day\./);
  await day.fill('2026-10-19');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Note added on 19 Oct 2026, outside the days shown')).toBeVisible();
  await expect(region(page, 'Notes on the trend').getByRole('listitem')).toHaveCount(0);
  await page.goto(`${site.url}/csat?days=90`);
  await expect(region(page, 'Notes on the trend')).toContainText('New firmware');
});

test('CS-15: without the scope notes are read, and the button says what it needs', async ({ page, site, clock }) => {
  await makeRated(site, clock);
  await site.call('POST', 'chart_notes', { body: { chart: 'csat', date: '2026-11-10', text: 'New firmware' } });
  await signIn(page, site, { path: '/csat', token: site.tokens.readOnly });
  const notes = region(page, 'Notes on the trend');
  await expect(notes).toContainText('New firmware');
  const add = notes.getByRole('button', { name: 'Add a note' });
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await add.hover();
  await expect(page.getByText(/csat:write/).first()).toBeVisible();
});
