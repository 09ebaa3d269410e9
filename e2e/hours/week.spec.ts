import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import {
  bar,
  closes,
  dayRow,
  days,
  drag,
  head,
  NOW,
  opens,
  putCalendar,
  save,
  savedWeek,
  setTimes,
  windowsOf,
  WORKWEEK,
} from './hours-support.ts';

test.beforeEach(({ clock }) => clock.set(NOW));

test('CAL-01, CAL-02, CAL-03: a day is closed, open all day, split around lunch, and open past midnight', async ({
  page,
  site,
}) => {
  await putCalendar(site);
  await signIn(page, site, { path: '/manage/hours' });
  await expect(windowsOf(page, 'Monday')).toHaveText('09:00 – 18:00');
  await expect(dayRow(page, 'Sunday')).toContainText('Closed');

  await windowsOf(page, 'Monday').press('Delete');
  await expect(dayRow(page, 'Monday')).toContainText('Closed');
  await setTimes(dayRow(page, 'Tuesday'), 0, '0', '24:00');
  await expect(closes(dayRow(page, 'Tuesday'))).toHaveValue('24:00');
  await setTimes(dayRow(page, 'Wednesday'), 0, '8', '12');
  await dayRow(page, 'Wednesday').getByRole('button', { name: 'Add a window on Wednesday' }).click();
  await expect(opens(dayRow(page, 'Wednesday'), 1)).toBeFocused();
  await setTimes(dayRow(page, 'Wednesday'), 1, '13', '20');
  await dayRow(page, 'Friday').getByRole('button', { name: 'Add a window on Friday' }).click();
  await setTimes(dayRow(page, 'Friday'), 1, '22', '6');
  await expect(dayRow(page, 'Saturday')).toContainText('Until 06:00 from Friday');
  await expect(windowsOf(page, 'Saturday')).toHaveAccessibleName('Saturday, 00:00 – 06:00, from Friday 22:00');
  await expect(bar(page)).toContainText('4 unsaved changesMonday, Tuesday, Wednesday, Friday');
  await checkA11y(page);
  await save(page).click();
  await expect(page.getByText('Business hours saved')).toBeVisible();
  expect(await savedWeek(site)).toEqual([
    '2 0-1440',
    '3 480-720',
    '3 780-1200',
    '4 540-1080',
    '5 540-1080',
    '5 1320-1440',
    '6 0-360',
  ]);
  await page.reload();
  await expect(opens(dayRow(page, 'Friday'), 1)).toHaveValue('22:00');
  await expect(closes(dayRow(page, 'Friday'), 1)).toHaveValue('06:00');
});

test('CAL-04: windows are drawn, resized and moved by drag in steps of 15 minutes, 5 with Alt; Esc puts them back; keys do the same, with their place read out', async ({
  page,
  site,
}) => {
  await putCalendar(site);
  await signIn(page, site, { path: '/manage/hours' });
  await drag(page, 'Saturday', 601, 841);
  await expect(opens(dayRow(page, 'Saturday'))).toHaveValue('10:00');
  await expect(closes(dayRow(page, 'Saturday'))).toHaveValue('14:00');
  await drag(page, 'Saturday', 838, 958);
  await expect(closes(dayRow(page, 'Saturday')), 'the edge').toHaveValue('16:00');
  await drag(page, 'Saturday', 603, 543);
  await expect(opens(dayRow(page, 'Saturday')), 'the other edge').toHaveValue('09:00');
  await drag(page, 'Saturday', 720, 780);
  await expect(opens(dayRow(page, 'Saturday')), 'the middle').toHaveValue('10:00');
  await expect(closes(dayRow(page, 'Saturday'))).toHaveValue('17:00');
  await drag(page, 'Saturday', 720, 726, { alt: true });
  await expect(opens(dayRow(page, 'Saturday')), 'with Alt').toHaveValue('10:05');

  await drag(page, 'Saturday', 720, 1000, { drop: false });
  await expect(windowsOf(page, 'Saturday')).toHaveText('14:45 – 21:45');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(windowsOf(page, 'Saturday')).toHaveText('10:05 – 17:05');
  await expect(bar(page)).toContainText('1 unsaved change');

  const friday = windowsOf(page, 'Friday');
  await friday.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Friday, 09:15 to 18:15', { exact: true })).toBeAttached();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect(friday).toHaveAccessibleName('Friday, 09:30 – 17:45');
  await expect(friday, 'the focus stays on it').toBeFocused();
  // Presses of the same keys are one step.
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(friday).toHaveAccessibleName('Friday, 09:15 – 18:15');
  await friday.press('Enter');
  await expect(opens(dayRow(page, 'Friday'))).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Backspace');
  await expect(friday).toHaveCount(0);
  await expect(dayRow(page, 'Friday').getByRole('button', { name: 'Add a window on Friday' })).toBeFocused();
});

test('CAL-05, CAL-15: a day is copied to weekdays, all or chosen days; presets and Clear all replace the week; a week without hours is saved after a question', async ({
  page,
  site,
}) => {
  await putCalendar(site, { week: [{ day_of_week: 1, open_minute: 480, close_minute: 720 }, ...days(6)] });
  await signIn(page, site, { path: '/manage/hours' });
  const all = page.locator('[data-track] > button');
  await page.getByRole('button', { name: 'Copy Monday to weekdays' }).click();
  await expect(all).toHaveCount(6);
  await expect(windowsOf(page, 'Friday')).toHaveText('08:00 – 12:00');
  await page.keyboard.press('Control+z');
  await expect(all).toHaveCount(2);

  const copy = page.getByRole('button', { name: 'Copy Saturday to other days' });
  await copy.click();
  const form = page.getByRole('dialog', { name: 'Copy Saturday to other days' });
  await form.getByRole('checkbox', { name: 'Sunday' }).check();
  await form.getByRole('button', { name: 'Copy to chosen days' }).click();
  await expect(windowsOf(page, 'Sunday')).toHaveText('09:00 – 18:00');
  await copy.click();
  await form.getByRole('button', { name: 'All days' }).click();
  await expect(all).toHaveCount(7);
  await expect(windowsOf(page, 'Monday')).toHaveText('09:00 – 18:00');

  await page.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitem', { name: '9 to 5, Monday to Friday' }).click();
  await expect(all).toHaveCount(5);
  await expect(windowsOf(page, 'Tuesday')).toHaveText('09:00 – 17:00');
  await page.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitem', { name: 'Open all week, 24 hours' }).click();
  await expect(windowsOf(page, 'Sunday')).toHaveText('00:00 – 24:00');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(all).toHaveCount(0);

  await save(page).click();
  const question = page.getByRole('dialog', { name: 'Support will never be open' });
  await checkA11y(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await savedWeek(site)).toHaveLength(2);
  await save(page).click();
  await question.getByRole('button', { name: 'Save without hours' }).click();
  await expect(question).toHaveCount(0);
  await expect.poll(() => savedWeek(site)).toEqual([]);
});

test('CAL-09, CAL-10: the page says until when it is open, also by hours of the date itself, shows the zone of the hours and its next clock change, and the zone can be changed', async ({
  page,
  makeSite,
}) => {
  const site = await makeSite({ timeZone: 'Europe/Berlin' });
  await putCalendar(site, {
    overrides: [{ date: '2026-11-20', name: 'Short Friday', windows: [{ open_minute: 540, close_minute: 990 }] }],
  });
  await signIn(page, site, { path: '/manage/hours' });
  await expect(head(page)).toContainText(/Open nowcloses at 16:30 CET, in 5[78]m/);
  await head(page).hover();
  await expect(page.getByText('until 15:30 UTC')).toBeVisible();
  await expect(page.getByText('Europe/Berlin, now Friday 15:32')).toBeVisible();
  await expect(page.getByText('Opens and closes, Europe/Berlin')).toBeVisible();
  await expect(opens(dayRow(page, 'Monday'))).toHaveAccessibleName('Monday opens, Europe/Berlin time');
  await expect(page.getByText('Clocks go forward on Sun 28 Mar 2027: 02:00 to 03:00 does not exist.')).toBeVisible();
  await page.getByRole('button', { name: 'Change time zone' }).click();
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('America/New_York');
  await page.getByRole('button', { name: 'Use this zone' }).click();
  await expect(page.getByText('America/New_York, now Friday 09:32')).toBeVisible();
  await expect(page.getByText('Europe/Berlin becomes America/New_York')).toBeVisible();
});

test('CAL-15, CAL-16: windows that touch become one, which is said and can be undone; what cannot be read, or opens and closes at once, is refused in its field, and is not saved', async ({
  page,
  site,
}) => {
  await putCalendar(site, {
    week: [...WORKWEEK, { day_of_week: 6, open_minute: 480, close_minute: 720 }, ...days(0)],
  });
  await signIn(page, site, { path: '/manage/hours' });
  await dayRow(page, 'Saturday').getByRole('button', { name: 'Add a window on Saturday' }).click();
  await closes(dayRow(page, 'Saturday'), 0).fill('13');
  await closes(dayRow(page, 'Saturday'), 0).press('Enter');
  await expect(windowsOf(page, 'Saturday')).toHaveCount(1);
  await expect(page.getByText('Windows that touch or overlap were merged into one.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(windowsOf(page, 'Saturday')).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(windowsOf(page, 'Saturday')).toHaveText('08:00 – 12:00');
  await setTimes(dayRow(page, 'Tuesday'), 0, '10', '18');
  await opens(dayRow(page, 'Monday')).fill('half past');
  await opens(dayRow(page, 'Monday')).press('Enter');
  await expect(page.getByText('Enter a time such as 9, 930, 9:30 or 9am.')).toBeVisible();
  await checkA11y(page);
  await setTimes(dayRow(page, 'Monday'), 0, '9', '9');
  await expect(page.getByText('It would open and close at the same time.')).toBeVisible();
  await save(page).click();
  await expect(page.getByText('Correct the marked time first.')).toBeVisible();
  await expect(closes(dayRow(page, 'Monday'))).toBeFocused();
  expect(await savedWeek(site)).toContain('1 540-1080');
  await page.keyboard.press('Escape');
  await expect(closes(dayRow(page, 'Monday'))).toHaveValue('18:00');
  await save(page).click();
  await expect.poll(() => savedWeek(site)).toContain('2 600-1080');
});

test('CAL-17: a calendar that is out of effect says so, and is put back', async ({ page, site }) => {
  await putCalendar(site, { flag_on: false });
  await signIn(page, site, { path: '/manage/hours' });
  const banner = page.getByText('The calendar is not in effect. Hours are kept but not applied.');
  await expect(banner).toBeVisible();
  await expect(head(page)).toContainText('Not in effect');
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await expect(banner).toHaveCount(0);
  await save(page).click();
  await expect(head(page)).toContainText('Open now');
  await page.getByRole('switch', { name: 'Calendar is in effect' }).uncheck({ force: true });
  await expect(banner).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'is no longer in effect' })).toBeVisible();
});
