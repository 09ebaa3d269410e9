import { checkA11y } from '#e2e/support/check-a11y.ts';
import { makeAiCalls } from '#e2e/support/builders.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { makeRated, NOW, region } from './csat-support.ts';

test.beforeEach(({ clock }) => clock.set(NOW));

test('CS-15: notes of one’s own, changes of the hours and reached caps stand on their days', async ({
  page,
  site,
  clock,
}) => {
  await makeRated(site, clock);
  const week = [{ day_of_week: 1, open_minute: 540, close_minute: 1_020 }];
  await clock.as('2026-11-12T08:00:00Z', () => site.call('PATCH', 'business_calendar', { body: { week } }));
  await clock.as('2026-11-13T08:00:00Z', async () => {
    await site.call('PATCH', 'ai_limits', { body: { monthly_budget_usd: 10 } });
    await makeAiCalls(site, [{ cost_usd: 12 }]);
  });
  await signIn(page, site, { path: '/csat' });
  const notes = region(page, 'Notes on the trend');
  await expect(notes.getByRole('listitem')).toContainText(['12 Nov', '13 Nov']);
  await expect(notes).toContainText('Business hours changed');
  await expect(notes).toContainText('AI budget reached');

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
