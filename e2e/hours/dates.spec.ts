import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { bar, closes, NOW, opens, putCalendar, save, savedCalendar, setTimes } from './hours-support.ts';

test.beforeEach(({ clock }) => clock.set(NOW));

const PATH = '/manage/hours/dates';
const holidays = (page: Page) => page.getByRole('list', { name: 'Holidays', exact: true }).getByRole('listitem');
const ownDates = (page: Page) => page.getByRole('list', { name: 'Dates with their own hours' }).getByRole('listitem');

test('CAL-06: holidays are added, repeated, switched off, changed and removed; a date that is taken is refused', async ({
  page,
  site,
}) => {
  const past = { date: '2026-01-06', name: 'Epiphany' };
  await putCalendar(site, { holidays: [{ date: '2020-12-25', name: 'Christmas Day', recurring: true }, past] });
  await signIn(page, site, { path: PATH });
  await expect(holidays(page)).toHaveText(/Christmas Day.*Fri 25 Dec 2026.*every year.*in 35 days/);
  await page.getByText('1 past holiday', { exact: true }).click();
  await expect(page.getByRole('list', { name: '1 past holiday' })).toContainText(/Epiphany.*Tue 6 Jan 2026/);
  await checkA11y(page);
  const form = page.getByRole('form', { name: 'Add' });
  await form.getByLabel('Date').fill('2026-12-25');
  await expect(page.getByText('25 Dec 2026 is already a holiday: Christmas Day.')).toBeVisible();
  await form.getByLabel('Name of the holiday').fill('Again');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(holidays(page)).toHaveCount(1);
  await form.getByLabel('Date').fill('2027-03-26');
  await form.getByLabel('Name of the holiday').fill('Good Friday');
  await page.keyboard.press('Enter');
  await expect(holidays(page).nth(1)).toHaveText(/Good Friday.*Fri 26 Mar 2027.*this date.*in 126 days/);
  await form.getByLabel('Date').fill('2020-10-31');
  await form.getByLabel('Name of the holiday').fill('Reformation Day');
  await form.getByRole('checkbox', { name: 'Every year' }).check();
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(holidays(page).nth(2)).toContainText('Sun 31 Oct 2027');
  await page.getByRole('switch', { name: 'Reformation Day applies' }).uncheck({ force: true });

  await page.getByRole('button', { name: 'More for Good Friday' }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  const change = page.getByRole('form', { name: 'Change' });
  await change.getByLabel('Name of the holiday').fill('Karfreitag');
  await change.getByRole('button', { name: 'Apply' }).click();
  await expect(holidays(page).nth(1)).toHaveText(/Karfreitag.*this date/);
  await page.getByRole('button', { name: 'More for Karfreitag' }).click();
  await page.getByRole('menuitem', { name: 'Repeat every year' }).click();
  await expect(holidays(page).nth(1)).toHaveText(/Karfreitag.*every year/);
  await page.getByRole('button', { name: 'More for Christmas Day' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(holidays(page)).toHaveCount(2);
  await save(page).click();
  await expect(page.getByText('Business hours saved')).toBeVisible();
  expect((await savedCalendar(site)).holidays).toEqual([
    { date: '2020-10-31', name: 'Reformation Day', recurring: true, active: false },
    past,
    { date: '2027-03-26', name: 'Karfreitag', recurring: true },
  ]);
});

test('CAL-07, CAL-15: a date has several windows of its own, or none; one that is turned round is refused', async ({
  page,
  site,
}) => {
  await putCalendar(site);
  await signIn(page, site, { path: PATH });
  await page.getByRole('button', { name: 'Add a date' }).click();
  const form = page.getByRole('form', { name: 'Add a date' });
  await expect(form.getByLabel('Date')).toBeFocused();
  await form.getByLabel('Date').fill('2026-12-24');
  await form.getByLabel(/What is special/).fill('Christmas Eve');
  await page.keyboard.press('Enter');
  const eve = ownDates(page).filter({ hasText: 'Thu 24 Dec 2026' });
  await expect(eve).toContainText('Christmas EveNew');
  await setTimes(eve, 0, '22', '6');
  await expect(page.getByText('the hours of a date end at midnight')).toBeVisible();
  await expect(closes(eve)).toHaveAttribute('aria-invalid', 'true');
  await setTimes(eve, 0, '9', '12');
  await eve.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Add a window' }).click();
  await setTimes(eve, 1, '14', '15:30');
  await expect(opens(eve, 1)).toHaveValue('14:00');
  await page.getByRole('button', { name: 'Add a date' }).click();
  await form.getByLabel('Date').fill('2026-12-24');
  await expect(page.getByText('Thu 24 Dec 2026 already has its own hours.')).toBeVisible();
  await form.getByLabel('Date').fill('2026-12-31');
  await page.keyboard.press('Enter');
  const last = ownDates(page).filter({ hasText: 'Thu 31 Dec 2026' });
  await last.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Closed all day' }).click();
  await expect(last).toContainText('Closed');
  await checkA11y(page);
  await save(page).click();
  await expect(page.getByText('Business hours saved')).toBeVisible();
  expect((await savedCalendar(site)).overrides).toEqual([
    {
      date: '2026-12-24',
      name: 'Christmas Eve',
      windows: [
        { open_minute: 540, close_minute: 720 },
        { open_minute: 840, close_minute: 930 },
      ],
    },
    { date: '2026-12-31', windows: [] },
  ]);
});

const ICS = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'DTSTART;VALUE=DATE:20261225',
  'DTEND;VALUE=DATE:20261227',
  'SUMMARY:Christmas\\, both da',
  ' ys',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'DTSTART;VALUE=DATE:20200101',
  'RRULE:FREQ=YEARLY',
  'SUMMARY:New Year',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'DTSTART:20261201T100000Z',
  'DTEND:20261201T110000Z',
  'SUMMARY:A meeting',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'DTSTART;VALUE=DATE:20200907',
  'RRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=1MO',
  'SUMMARY:Labor Day',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

test('CAL-08: the calendar is exported as a file that is read again; holidays of a file or of pasted text are listed before they are added, as one edit; other repetitions are named as not taken', async ({
  page,
  site,
}) => {
  await putCalendar(site, { holidays: [{ date: '2026-12-25', name: 'Christmas; the first, of two' }] });
  await signIn(page, site, { path: PATH });
  const exported = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export .ics' }).click();
  const file = await exported;
  expect(file.suggestedFilename()).toBe('velo-works-business-hours-2026-11-20.ics');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('\r\nDTSTART;VALUE=DATE:20261225\r\n');
  await page.getByRole('button', { name: 'Import .ics' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import .ics' });
  await dialog.getByLabel('Or paste its text').fill(text);
  await expect(dialog).toContainText('already in the list');
  await expect(dialog.getByRole('checkbox', { name: /Weekly hours/ })).toBeVisible();
  await dialog.getByLabel('Or paste its text').fill('<html>Sign in</html>');
  await expect(dialog).toContainText('This isn’t a calendar file: it has no BEGIN:VCALENDAR.');
  await dialog
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'h.ics', mimeType: 'text/calendar', buffer: Buffer.from(ICS) });
  await expect(dialog).toContainText('File: h.ics');
  await expect(dialog.getByLabel('Or paste its text')).toHaveValue('');
  const lines = dialog.getByRole('list', { name: 'Choose what to add' }).getByRole('listitem');
  await expect(lines).toHaveText([
    /^New Year.*every year/,
    /^Christmas, both days.*Fri 25 Dec 2026, already in the list/,
    /^Christmas, both days.*Sat 26 Dec 2026/,
  ]);
  await dialog.getByText('2 events are left out').click();
  await expect(dialog).toContainText('Line 13, A meeting: it has times of day');
  await expect(dialog).toContainText('Line 18, Labor Day: it repeats in another way than every year');
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'None', exact: true }).click();
  await expect(dialog.getByRole('button', { name: /^Add/ })).toHaveAccessibleDescription('Choose at least one.');
  await dialog.getByRole('button', { name: 'All', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Add 2 dates' })).toBeEnabled();
  await dialog.getByRole('checkbox', { name: /New Year/ }).uncheck();
  await dialog.getByRole('button', { name: 'Add 1 date' }).click();
  await expect(holidays(page)).toHaveCount(2);
  await page.keyboard.press('Control+z');
  await expect(holidays(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Import .ics' }).click();
  await dialog.getByLabel('Or paste its text').fill(ICS);
  await dialog.getByRole('button', { name: 'Add 2 dates' }).click();
  await expect(holidays(page)).toHaveCount(3);
  await expect(bar(page)).toContainText('2 unsaved changes');
  await save(page).click();
  await expect(page.getByText('Business hours saved')).toBeVisible();
  expect((await savedCalendar(site)).holidays).toEqual([
    { date: '2020-01-01', name: 'New Year', recurring: true },
    { date: '2026-12-25', name: 'Christmas; the first, of two' },
    { date: '2026-12-26', name: 'Christmas, both days' },
  ]);
});

test('CAL-11: a moment is answered with the rule that decides and what comes next; 14 days are shown as they will run, with holidays, changes of clocks and what is not saved', async ({
  page,
  makeSite,
}) => {
  const site = await makeSite({ timeZone: 'Europe/Berlin' });
  await putCalendar(site, {
    holidays: [
      { date: '2026-12-25', name: 'Christmas Day' },
      { date: '2026-12-26', name: 'Second Christmas Day' },
      { date: '2027-03-26', name: 'Good Friday' },
    ],
    overrides: [{ date: '2026-12-24', windows: [{ open_minute: 540, close_minute: 720 }] }],
  });
  await signIn(page, site, { path: PATH });
  const ask = page.getByRole('region', { name: 'Check a time' });
  const check = async (date: string, time: string) => {
    await ask.getByLabel('Date', { exact: true }).fill(date);
    await ask.getByLabel('Time', { exact: true }).fill(time);
  };
  await check('2026-12-24', '18:30');
  await expect(ask).toContainText('Closed. Thu 24 Dec has its own hours, 09:00 – 12:00.');
  await expect(ask).toContainText('Opens next on Mon 28 Dec, 09:00 CET. 25 Dec and 26 Dec are holidays.');
  await expect(page).toHaveURL(/at=2026-12-24T18(?::|%3A)30/);
  await check('2027-03-28', '02:30');
  await expect(ask).toContainText('02:30 does not exist on 28 Mar; taken as 03:30.');
  await ask.getByLabel('Time', { exact: true }).fill('');
  await expect(ask).not.toContainText('taken as');
  await expect(page).not.toHaveURL(/at=/);

  await page.goto(`${site.url}${PATH}?from=2027-03-22`);
  const strip = page.getByRole('region', { name: '14 days as they will run' });
  await expect(strip).toContainText('22 Mar to 4 Apr 2027');
  await expect(strip.getByText('Mon 22 Mar 2027: 09:00 – 18:00')).toBeAttached();
  await expect(strip.getByText('Fri 26 Mar 2027: Good Friday, closed')).toBeAttached();
  await expect(strip.getByText('Sun 28 Mar 2027: closed. 02:00 to 03:00 does not exist')).toBeAttached();
  await expect(strip.getByText('Clocks +1 h')).toBeVisible();
  await checkA11y(page);
  await page.getByRole('switch', { name: 'Good Friday applies' }).uncheck({ force: true });
  await expect(strip.getByText('Fri 26 Mar 2027: 09:00 – 18:00')).toBeAttached();
  await expect(strip).toContainText('with unsaved changes');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(strip).toContainText('29 Mar to 11 Apr 2027');
  await expect(page).toHaveURL(/from=2027-03-29/);
  await strip.getByRole('button', { name: 'A week earlier' }).click();
  await strip.getByRole('button', { name: 'Today' }).click();
  await expect(strip).toContainText('20 Nov to 3 Dec 2026');
  await expect(page).not.toHaveURL(/from=/);
});
