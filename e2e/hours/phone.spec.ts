import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { bar, closes, dayRow, NOW, opens, putCalendar, save, savedWeek } from './hours-support.ts';

test(
  'CAL-03, CAL-04: a phone has the list of exact times with its own controls, and nothing runs out of it',
  { tag: '@phone' },
  async ({ page, site, clock }) => {
    await clock.set(NOW);
    await putCalendar(site, { holidays: [{ date: '2026-12-25', name: 'Christmas Day' }] });
    await signIn(page, site, { path: '/manage/hours' });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect(opens(dayRow(page, 'Monday'))).toHaveAttribute('type', 'time');
    await expect(page.locator('[data-track]')).toHaveCount(0);
    await dayRow(page, 'Friday').getByRole('button', { name: 'Add a window on Friday' }).tap();
    await opens(dayRow(page, 'Friday'), 1).fill('22:00');
    await closes(dayRow(page, 'Friday'), 1).fill('06:00');
    await page.getByRole('heading', { level: 1 }).tap();
    await expect(dayRow(page, 'Saturday')).toContainText('Until 06:00 from Friday');
    await dayRow(page, 'Tuesday').getByRole('button', { name: 'Remove Tuesday, 09:00 – 18:00' }).tap();
    await expect(bar(page)).toContainText('2 unsaved changes');
    await expect.poll(width).toBe(390);
    await checkA11y(page);
    await save(page).tap();
    await expect(page.getByText('Business hours saved')).toBeVisible();
    expect(await savedWeek(site)).toEqual([
      '1 540-1080',
      '3 540-1080',
      '4 540-1080',
      '5 540-1080',
      '5 1320-1440',
      '6 0-360',
    ]);
    await page.getByRole('link', { name: 'Holidays and dates', exact: true }).tap();
    await expect(page.getByRole('list', { name: 'Holidays' })).toContainText('Christmas Day');
    await expect.poll(width).toBe(390);
    await checkA11y(page);
  },
);
