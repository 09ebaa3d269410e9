import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { closes, dayRow, days, NOW, save, savedWeek, setTimes } from './hours-support.ts';

test(
  'CAL-01, CAL-06, CAL-14: a service with the API document alone has its week edited, without a version, and no more',
  { tag: '@document' },
  async ({ page, site, clock }) => {
    await clock.set(NOW);
    const put = async (week: readonly object[]) => {
      expect((await site.call('PATCH', 'business_calendar', { body: { week } })).status).toBe(200);
    };
    await put(days(1, 2));
    await signIn(page, site, { path: '/manage/hours' });
    await expect(page.getByText(/This service can’t change holidays, dates/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change time zone' })).toHaveCount(0);
    await expect(page.getByRole('switch', { name: 'Calendar is in effect' })).toBeDisabled();
    await setTimes(dayRow(page, 'Monday'), 0, '8', '18');
    await put(days(1, 2, 3));
    await save(page).click();
    await page.getByRole('button', { name: 'Use this' }).click();
    await expect(closes(dayRow(page, 'Wednesday'))).toHaveValue('18:00');
    await save(page).click();
    await expect(page.getByText('Business hours saved')).toBeVisible();
    expect(await savedWeek(site)).toEqual(['1 480-1080', '2 540-1080', '3 540-1080']);
    await page.getByRole('link', { name: 'Holidays and dates', exact: true }).click();
    await expect(page.getByText('This service can’t change holidays.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0);
    await checkA11y(page);
  },
);
