import type { Page } from '@playwright/test';
import { makeAiCalls, makeConversations } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { saved } from '#e2e/support/saved-file.ts';
import type { Site } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { HOSTILE, NOW, region, rows, transcript } from './conversations-support.ts';

/** Conversations of the last days, the newest first: "Question 1" and so on. The third was handed over. */
async function makeSample(site: Site, count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, index) =>
    transcript(
      `s-${index + 1}`,
      new Date(Date.parse('2026-11-17T20:00:00Z') - index * 3_600_000).toISOString(),
      [
        { role: 'visitor', text: index === 1 ? HOSTILE : `Question ${index + 1}` },
        { role: 'ai', text: `Answer ${index + 1}` },
      ],
      { ended_utc: '2026-11-17T23:00:00Z' },
    ),
  );
  await makeConversations(site, [
    ...items,
    { kind: 'handoff', session_id: 's-3', reason: 'Asked for a person', created_utc: '2026-11-17T23:30:00Z' },
  ]);
}

const list = (page: Page) => page.getByRole('list', { name: 'Conversations of the sample' });
const current = (page: Page) => list(page).locator('[aria-current]');
const panel = (page: Page) => region(page, 'Review');
const progress = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const review = (site: Site, session_id: string, verdict: string, fields: object = {}) =>
  site.call('POST', 'ai_reviews', { body: { session_id, verdict, ...fields } });

test.beforeEach(({ clock }) => clock.set(NOW));

test('HT-06: ten of a sample are marked by keys, each opens the next one, Ctrl Z takes one back, and the results, the list and the file agree', async ({
  page,
  site,
}) => {
  await makeSample(site, 12);
  await signIn(page, site, { path: '/conversations/review' });
  await expect(current(page)).toContainText('Question 1');
  await expect(progress(page, '0 of 12 reviewed')).toBeVisible();
  await expect(region(page, 'Transcript')).toContainText('Answer 1');
  await expect(panel(page)).toBeVisible();
  await checkA11y(page);

  for (let at = 1; at <= 10; at += 1) {
    await expect(region(page, 'Transcript')).toContainText(`Answer ${at}`);
    await expect(panel(page).getByRole('button', { name: 'Right' })).toBeEnabled();
    if (at % 4 === 0) {
      await page.keyboard.press('w');
      await expect(page.getByRole('group', { name: 'Why was it wrong?' })).toBeVisible();
      await page.keyboard.press(at === 4 ? '1' : '2');
    } else await page.keyboard.press('y');
    await expect(progress(page, `${at} of 12 reviewed`)).toBeVisible();
  }
  await expect(current(page)).toContainText('Question 11');
  await expect(list(page).getByText('Right')).toHaveCount(8);
  const results = region(page, 'Results of these days');
  await expect(results).toContainText('8 of 10 right; too few to compare');
  await expect(results).toContainText('Why wrong: Missed the question 1, Wrong facts 1');
  await expect(results).toContainText('Reviewed by: End to end 10');

  await page.keyboard.press('Control+z');
  await expect(progress(page, '9 of 12 reviewed')).toBeVisible();
  await expect(current(page)).toContainText('Question 10');
  await expect(panel(page)).not.toContainText('End to end');
  await page.keyboard.press('y');
  await expect(progress(page, '10 of 12 reviewed')).toBeVisible();
  await settled(page);
  expect(
    await site.query`select verdict, reason from ai_review where site_id = ${site.siteId} and session_id in ('s-4', 's-8', 's-10') order by session_id`,
  ).toEqual([
    { verdict: 'right', reason: null },
    { verdict: 'wrong', reason: 'Wrong facts' },
    { verdict: 'wrong', reason: 'Missed the question' },
  ]);

  const file = await saved(page, () => page.getByRole('button', { name: 'Download reviews' }).click());
  expect(file.name).toBe('conversations-reviews-2026-10-20-to-2026-11-18.csv');
  expect(file.lines).toHaveLength(11);
  expect(file.lines[0]).toMatch(/,review,review_reason,review_note,reviewer,reviewed_utc$/);
  expect(file.lines.find((line) => line.startsWith('s-4,'))).toMatch(/,wrong,Wrong facts,,End to end,2026-11-18T/);
  expect(file.lines.find((line) => line.startsWith('s-10,'))).toMatch(/,right,,,End to end,2026-11-18T/);
  await results.getByRole('link', { name: '2 wrong' }).click();
  await expect(rows(page)).toHaveCount(2);
});

test('HT-06: a note is kept over a reload and another conversation, is saved with the verdict, and a wrong one leads to a saved reply', async ({
  page,
  site,
}) => {
  await makeSample(site, 3);
  await signIn(page, site, { path: '/conversations/review?session=s-1' });
  const note = page.getByRole('textbox', { name: 'Note' });
  await expect(note).toBeVisible();
  await page.keyboard.press('n');
  await expect(note).toBeFocused();
  await page.keyboard.type('rw: the price is old');
  await expect(panel(page)).toContainText('Not saved yet. It’s kept in this tab.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(current(page)).toContainText('<img');
  await expect(note).toHaveValue('');
  await page.keyboard.press('k');
  await expect(note).toHaveValue('rw: the price is old');
  await page.reload();
  await expect(note).toHaveValue('rw: the price is old');

  await panel(page).getByRole('button', { name: 'Wrong' }).click();
  await page.getByRole('button', { name: 'No source for it' }).click();
  await expect(progress(page, '1 of 3 reviewed')).toBeVisible();
  expect(await site.query`select reason, note from ai_review where site_id = ${site.siteId}`).toEqual([
    { reason: 'No source for it', note: 'rw: the price is old' },
  ]);
  await list(page).getByRole('button', { name: 'Question 1' }).click();
  await expect(panel(page)).toContainText('Wrong: No source for it');
  await note.fill('');
  await panel(page).getByRole('button', { name: 'Save note' }).click();
  await expect
    .poll(() => site.query`select note from ai_review where site_id = ${site.siteId}`)
    .toEqual([{ note: null }]);
  await panel(page).getByRole('link', { name: 'Draft an answer' }).click();
  await expect(page).toHaveURL(/\/settings\/saved-replies\?new=.*title=Question/);
  await page.goBack();
  await panel(page).getByRole('button', { name: 'Remove review' }).click();
  await expect(progress(page, '0 of 3 reviewed')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(progress(page, '1 of 3 reviewed')).toBeVisible();
});

test('HT-06: a review that someone else wrote meanwhile is shown, and replaced only when asked; undo leaves theirs', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  await makeSample(site, 3);
  await signIn(page, site, { path: '/conversations/review?session=s-1' });
  await expect(panel(page).getByRole('button', { name: 'Right' })).toBeVisible();
  await settled(page);
  await review(site, 's-1', 'wrong', { reason: 'Wrong tone' });
  await page.keyboard.press('y');
  await expect(page.getByText('reviewed this meanwhile: Wrong: Wrong tone. Yours is not saved').first()).toBeVisible();
  await expect(panel(page)).toContainText('Wrong: Wrong tone');
  await checkA11y(page);
  expect(await site.query`select verdict from ai_review where site_id = ${site.siteId}`).toEqual([
    { verdict: 'wrong' },
  ]);
  await page.keyboard.press('y');
  await expect
    .poll(() => site.query`select verdict from ai_review where site_id = ${site.siteId}`)
    .toEqual([{ verdict: 'right' }]);
  await settled(page);

  await page.keyboard.press('j');
  await expect(region(page, 'Transcript')).toContainText('Answer 2');
  await page.keyboard.press('y');
  await expect(progress(page, '2 of 3 reviewed')).toBeVisible();
  await settled(page);
  await review(site, 's-2', 'wrong');
  await page.keyboard.press('Control+z');
  await expect(page.getByText(/^Not undone: .* has reviewed this conversation since: Wrong\./).first()).toBeVisible();
  await expect(region(page, 'Results of these days')).toContainText('1 of 2 right');
  expect(await site.query`select verdict from ai_review where site_id = ${site.siteId} and session_id = 's-2'`).toEqual(
    [{ verdict: 'wrong' }],
  );
});

test('HT-06: the sample is drawn by a rule and a size in the address, and the reasons are the site’s own', async ({
  page,
  site,
  problems,
}) => {
  await makeSample(site, 5);
  await makeAiCalls(site, [
    { session_id: 's-4', cost_usd: 0.1, created_utc: NOW },
    { session_id: 's-5', cost_usd: 0.2, created_utc: NOW },
  ]);
  await signIn(page, site, { path: '/conversations/review' });
  await expect(list(page).getByRole('listitem')).toHaveCount(5);
  await page.getByRole('combobox', { name: 'How many' }).selectOption('10');
  await expect(page).toHaveURL(/sample=10/);
  await page.goto(`${site.url}/conversations/review?sample=2`);
  await expect(page.getByRole('combobox', { name: 'How many' })).toHaveValue('2');
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Drawn from' }).selectOption('Handed over');
  await expect(page).toHaveURL(/rule=handed_over/);
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await expect(current(page)).toContainText('Question 3');
  await page.getByRole('combobox', { name: 'Drawn from' }).selectOption('The costliest');
  await expect(list(page).getByRole('listitem')).toHaveText([/Question 5/, /Question 4/]);
  await page.getByRole('combobox', { name: 'Drawn from' }).selectOption('Ten messages or more');
  await expect(page.getByText('No conversations match')).toBeVisible();
  await page.getByRole('button', { name: 'Draw from all' }).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(2);

  await panel(page).getByRole('button', { name: 'Wrong' }).click();
  await page.getByRole('button', { name: 'Edit reasons' }).click();
  const reasons = page.getByRole('textbox', { name: 'Reasons, one on each line' });
  await reasons.fill(' ');
  await page.getByRole('button', { name: 'Save reasons' }).click();
  await expect(page.getByText('Write 1 to 20 reasons of at most 60 characters.')).toBeVisible();
  await checkA11y(page);
  problems.allow(/409/);
  await site.call('PATCH', 'site_settings', { body: { version: 0, values: { review_reasons: ['Rude'] } } });
  await reasons.fill('Old price\n\nOld price\nNot our product');
  await page.getByRole('button', { name: 'Save reasons' }).click();
  await expect(page.getByRole('alert').getByText('The reasons are now: Rude.')).toBeVisible();
  await expect(reasons).toHaveValue('Old price\n\nOld price\nNot our product');
  await page.getByRole('button', { name: 'Save reasons' }).click();
  await expect(reasons).toBeHidden();
  await expect(page.getByRole('group', { name: 'Why was it wrong?' }).getByRole('button')).toHaveText([
    'Old price1',
    'Not our product2',
    'Other reason0',
    'Edit reasons',
  ]);
  await page.keyboard.press('2');
  await expect
    .poll(() => site.query`select reason from ai_review where site_id = ${site.siteId}`)
    .toEqual([{ reason: 'Not our product' }]);
});

test('HT-06: a token that only reads sees verdicts, reasons and notes, and no buttons', async ({ page, site }) => {
  await makeSample(site, 2);
  await review(site, 's-1', 'wrong', { reason: 'Wrong facts', note: HOSTILE });
  await signIn(page, site, { path: '/conversations/review?session=s-1', token: site.tokens.readOnly });
  await expect(panel(page)).toContainText('Wrong: Wrong facts');
  await expect(panel(page)).toContainText(HOSTILE);
  await expect(panel(page)).toContainText('tickets:write');
  await expect(panel(page).getByRole('button')).toHaveCount(0);
  await page.keyboard.press('w');
  await expect(page.getByRole('group', { name: 'Why was it wrong?' })).toBeHidden();
});

test('@phone HT-06: a phone shows the sample first, then one conversation with its form, and Back leads to the sample', async ({
  page,
  site,
}) => {
  await makeSample(site, 3);
  await signIn(page, site, { path: '/conversations/review' });
  await expect(list(page).getByRole('listitem')).toHaveCount(3);
  await expect(panel(page)).toBeHidden();
  await list(page).getByRole('button', { name: 'Question 1' }).click();
  await panel(page).getByRole('button', { name: 'Right' }).click();
  await expect(page).toHaveURL(/session=s-2/);
  await expect(region(page, 'Transcript')).toContainText('Answer 2');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await checkA11y(page);
  await page.getByRole('button', { name: 'Back to the sample' }).click();
  await expect(list(page)).toBeVisible();
  await expect(progress(page, '1 of 3 reviewed')).toBeVisible();
});
