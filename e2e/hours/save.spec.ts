import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import {
  bar,
  closes,
  dayRow,
  days,
  NOW,
  opens,
  putCalendar,
  save,
  savedCalendar,
  savedWeek,
  setTimes,
  windowsOf,
  WORKWEEK,
} from './hours-support.ts';

test.beforeEach(({ clock }) => clock.set(NOW));

test('CAL-14: every change is listed before it is saved; Ctrl Z undoes edits, and after saving the save', async ({
  page,
  site,
}) => {
  await putCalendar(site);
  await signIn(page, site, { path: '/manage/hours' });
  const list = page.getByRole('region', { name: 'Before you save' });
  await expect(list).toContainText('No changes yet.');
  await setTimes(dayRow(page, 'Wednesday'), 0, '9', '20');
  await windowsOf(page, 'Tuesday').press('Delete');
  await dayRow(page, 'Friday').getByRole('button', { name: 'Add a window on Friday' }).click();
  await setTimes(dayRow(page, 'Friday'), 1, '22', '6');
  await expect(list.getByRole('definition')).toHaveText([
    'removes 09:00 – 18:00',
    '09:00 – 18:00 becomes 09:00 – 20:00',
    'adds 22:00 – 06:00, ends on Saturday',
    '45 h a week becomes 46 h a week',
  ]);
  await page.getByRole('button', { name: 'Show changes' }).click();
  await expect(page.getByRole('dialog', { name: 'Before you save' }).getByRole('definition')).toHaveCount(4);
  await checkA11y(page);
  await page.keyboard.press('Escape');

  // The new window and its times are two steps.
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(bar(page)).toContainText('2 unsaved changes');
  await page.keyboard.press('Control+z');
  await expect(windowsOf(page, 'Tuesday')).toHaveCount(1);
  await page.keyboard.press('Control+Shift+z');
  await expect(windowsOf(page, 'Tuesday')).toHaveCount(0);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(bar(page)).toContainText('No unsaved changes');
  await page.keyboard.press('Control+z');
  await expect(bar(page)).toContainText('2 unsaved changes');

  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Business hours saved')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  expect(await savedWeek(site)).toEqual(['1 540-1080', '3 540-1200', '4 540-1080', '5 540-1080']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedWeek(site)).toHaveLength(5);
  await expect(windowsOf(page, 'Tuesday')).toHaveCount(1);
});

test('CAL-14: unsaved changes outlive a reload and both parts; leaving asks, and leaves or stays', async ({
  page,
  site,
}) => {
  await putCalendar(site);
  await signIn(page, site, { path: '/manage/hours' });
  await setTimes(dayRow(page, 'Monday'), 0, '10', '18');
  await page.getByRole('link', { name: 'Holidays and dates', exact: true }).click();
  await expect(page.getByRole('heading', { name: '14 days as they will run' })).toBeVisible();
  await expect(bar(page)).toContainText('1 unsaved change');
  await page.reload();
  await expect(bar(page)).toContainText('1 unsaved changeMonday');
  await page
    .getByRole('link', { name: /^Inbox/ })
    .first()
    .click();
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await checkA11y(page);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(bar(page)).toContainText('1 unsaved change');
  await page
    .getByRole('link', { name: /^Inbox/ })
    .first()
    .click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL(/\/inbox/);
  await page.goBack();
  await page.getByRole('link', { name: 'Weekly hours' }).click();
  await expect(opens(dayRow(page, 'Monday'))).toHaveValue('09:00');
  expect(await savedWeek(site)).toContain('1 540-1080');
});

test('CAL-14: a save by another admin is merged with the changes here, and only a real conflict asks', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/409/);
  await putCalendar(site, { overrides: [{ date: '2026-12-24', windows: [] }] });
  await signIn(page, site, { path: '/manage/hours' });
  await setTimes(dayRow(page, 'Monday'), 0, '8', '18');
  await setTimes(dayRow(page, 'Tuesday'), 0, '8', '18');
  const theirs = [
    { day_of_week: 1, open_minute: 600, close_minute: 1080 },
    ...days(2, 3, 4, 5),
    { day_of_week: 6, open_minute: 600, close_minute: 840 },
  ];
  await putCalendar(site, { week: theirs, holidays: [{ date: '2026-12-25', name: 'Christmas Day' }] });
  await save(page).click();
  const review = page.getByRole('dialog', { name: 'Hours were changed by someone else' });
  const taken = review.getByRole('region', { name: 'Changed by them' });
  await expect(taken.getByRole('definition')).toHaveText(['adds 10:00 – 14:00', 'adds Christmas Day']);
  const conflicts = review.getByRole('region', { name: 'Changed by both' });
  await expect(conflicts.getByRole('listitem')).toHaveCount(1);
  await expect(conflicts).toContainText('08:00 – 18:00');
  await expect(conflicts).toContainText('10:00 – 18:00');
  await checkA11y(page);
  await conflicts.getByRole('radio', { name: 'Theirs' }).click();
  await review.getByRole('button', { name: 'Use this' }).click();
  await expect(opens(dayRow(page, 'Monday'))).toHaveValue('10:00');
  await expect(bar(page)).toContainText('1 unsaved changeTuesday');
  await save(page).click();
  await expect(page.getByText('Business hours saved')).toBeVisible();
  expect(await savedWeek(site)).toEqual([
    '1 600-1080',
    '2 480-1080',
    '3 540-1080',
    '4 540-1080',
    '5 540-1080',
    '6 600-840',
  ]);
  expect((await savedCalendar(site)).holidays).toHaveLength(1);
});

test('CAL-14: a save by another admin shows before saving, and at once if nothing is changed here; a save that fails, or has no connection, loses nothing', async ({
  page,
  context,
  site,
  problems,
}) => {
  await putCalendar(site);
  await signIn(page, site, { path: '/manage/hours' });
  await expect(windowsOf(page, 'Friday')).toHaveCount(1);
  await putCalendar(site, { week: days(1, 2, 3, 4) });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(windowsOf(page, 'Friday')).toHaveCount(0);
  await setTimes(dayRow(page, 'Monday'), 0, '8', '18');
  await putCalendar(site, { week: days(1, 2, 3) });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/^Hours changed at \d\d:\d\d UTC\.$/)).toBeVisible();
  await expect(windowsOf(page, 'Thursday'), 'nothing moves by itself').toHaveCount(1);
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Use this' }).click();
  await expect(windowsOf(page, 'Thursday')).toHaveCount(0);
  await expect(opens(dayRow(page, 'Monday'))).toHaveValue('08:00');
  await intercept(page, /resource=business_calendar/, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 400, json: { ok: false, error: { code: 'bad_field', message: 'week: no' } } })
      : route.continue(),
  );
  problems.allow(/400/);
  await save(page).click();
  await expect(page.getByText('Business hours weren’t saved. week: no')).toBeVisible();
  await expect(bar(page)).toContainText('1 unsaved change');
  await page.unroute(/resource=business_calendar/);
  problems.allow(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await expect(bar(page)).toContainText('You’re offline. Your changes are kept in this tab.');
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(false);
  await expect(bar(page)).not.toContainText('You’re offline');
  await save(page).click();
  await expect.poll(() => savedWeek(site)).toContain('1 480-1080');
});

test('CAL-14: the week is set, read and saved by keyboard alone', async ({ page, site }) => {
  await putCalendar(site, { week: days(1) });
  await signIn(page, site, { path: '/inbox' });
  await settled(page);
  const answer = Promise.withResolvers<void>();
  await intercept(page, /resource=business_calendar/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  const heading = page.getByRole('heading', { level: 1, name: 'Business hours' });
  await expect(heading).toBeFocused();
  answer.resolve();
  await expect(windowsOf(page, 'Monday')).toBeVisible();
  await expect(heading, 'it is another one now').toBeFocused();
  await dayRow(page, 'Tuesday').getByRole('button', { name: 'Add a window on Tuesday' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('830');
  await page.keyboard.press('Tab');
  await page.keyboard.type('4pm');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Business hours saved')).toBeVisible();
  expect(await savedWeek(site)).toEqual(['1 540-1080', '2 510-960']);
  await expect(closes(dayRow(page, 'Tuesday'))).toHaveValue('16:00');
});

test('CAL-14: a token that only reads sees the hours and why it cannot change them', async ({ page, site }) => {
  await putCalendar(site);
  await signIn(page, site, { path: '/manage/hours', token: site.tokens.readOnly });
  await expect(
    page.getByText('You can see these hours but not change them. This token lacks the scope calendar:write.'),
  ).toBeVisible();
  await expect(opens(dayRow(page, 'Monday'))).not.toBeEditable();
  await expect(page.getByRole('button', { name: /^Add a window/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Clear all' })).toHaveAttribute('aria-disabled', 'true');
  await windowsOf(page, 'Monday').press('Delete');
  await expect(windowsOf(page, 'Monday')).toHaveCount(1);
  expect(await savedWeek(site)).toHaveLength(WORKWEEK.length);
});
