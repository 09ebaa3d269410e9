import * as z from 'zod/mini';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { saved } from '#e2e/support/saved-file.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { answerRows, makeRated, NOW, reviewElsewhere } from './csat-support.ts';

const LOW = [
  ['2026-11-17T09:03:00Z', 0, 'The wobble came back.', 'email'],
  ['2026-11-17T09:02:00Z', 1, 'No call back.', 'email'],
  ['2026-11-17T09:01:00Z', 2, 'Two weeks for a bell.', 'email'],
  ['2026-11-17T09:00:00Z', 3, 'So so.', 'email'],
] as const;
const Ticket = z.object({ data: z.object({ status: z.string() }) });
const Answers = z.object({
  data: z.object({
    items: z.array(z.object({ id: z.number(), score: z.number(), review: z.string(), version: z.number() })),
  }),
});

test.beforeEach(({ clock }) => clock.set(NOW));

test('CS-10: keys set the state of low scores, Ctrl Z undoes each, and the counts match the lists', async ({
  page,
  site,
  clock,
}) => {
  const tickets = await makeRated(site, clock, LOW);
  const statusOf = async (at: number) => {
    const { json } = await site.call('GET', 'ticket', { query: { id: String(tickets[at]?.id) } });
    return Ticket.parse(json).data.status;
  };
  await signIn(page, site, { path: '/csat/follow-up' });
  const state = page.getByRole('radiogroup', { name: 'State' });
  await expect(answerRows(page)).toHaveCount(3);
  await expect(state).toHaveText('To do 3Contacted 0Reopened 0Ignored 0');
  await checkA11y(page);
  const { lines } = await saved(page, () => page.getByRole('button', { name: 'Download CSV' }).click());
  expect(lines.slice(1).map((line) => /The wobble|No call|Two weeks/.exec(line)?.[0])).toEqual([
    'The wobble',
    'No call',
    'Two weeks',
  ]);

  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await page.keyboard.press('j');
  await page.keyboard.press('o');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(state).toHaveText('To do 0Contacted 1Reopened 1Ignored 1');
  await settled(page);
  await expect.poll(() => statusOf(1), 'reopening opens the ticket').toBe('open');
  expect(await statusOf(0)).toBe('resolved');

  await page.keyboard.press('Control+z');
  await expect(state).toHaveText('To do 1Contacted 1Reopened 1Ignored 0');
  await page.keyboard.press('Control+z');
  await expect(state).toHaveText('To do 2Contacted 1Reopened 0Ignored 0');
  await expect.poll(() => statusOf(1), 'and back').toBe('resolved');
  await state.getByRole('radio', { name: 'Contacted 1' }).click();
  await expect(answerRows(page)).toHaveCount(1);
  await expect(answerRows(page)).toContainText('The wobble came back.');
  await expect(answerRows(page), 'who did it').toContainText('End to end, 18 Nov, 10:00');
  await page.reload();
  await expect(answerRows(page)).toContainText('The wobble came back.');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/tickets/${tickets[0]?.id}`));
});

test('CS-10: a failed change is reverted, also where the ticket cannot be opened, and neither a change nor undo overwrites someone else’s', async ({
  page,
  site,
  clock,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  await makeRated(site, clock, LOW);
  await signIn(page, site, { path: '/csat/follow-up' });
  const state = page.getByRole('radiogroup', { name: 'State' });
  const worst = answerRows(page).filter({ hasText: 'The wobble came back.' });
  const readWorst = async () => {
    const query = { report: 'answers', score: '0' };
    return Answers.parse((await site.call('GET', 'csat_reports', { query })).json).data.items[0];
  };
  const error = { code: 'internal_error', message: 'broken' };
  const refuse = (url: RegExp) =>
    intercept(page, url, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, json: { ok: false, error } })
        : route.continue(),
    );
  await expect(state).toHaveText('To do 3Contacted 0Reopened 0Ignored 0');
  await refuse(/resource=csat_reports/);
  await worst.getByRole('combobox').selectOption('Contacted');
  await expect(page.getByText(/The state of #\d+ was not changed\./).first()).toBeVisible();
  await expect(state).toHaveText('To do 3Contacted 0Reopened 0Ignored 0');
  await expect(worst.getByRole('combobox')).toHaveValue('none');
  await page.unrouteAll();

  await refuse(/resource=ticket\b/);
  await worst.getByRole('combobox').selectOption('Reopened (opens the ticket)');
  await expect.poll(async () => (await readWorst())?.version, 'set, and set back').toBe(3);
  expect((await readWorst())?.review).toBe('none');
  await expect(state).toHaveText('To do 3Contacted 0Reopened 0Ignored 0');
  await page.unrouteAll();
  await page.reload();
  await expect(state).toHaveText('To do 3Contacted 0Reopened 0Ignored 0');
  await settled(page);

  // Someone else is first: nothing is overwritten.
  await reviewElsewhere(site, (await readWorst())?.id ?? 0, 'contacted');
  await worst.getByRole('combobox').selectOption('Ignored');
  await expect(page.getByText(/Not changed: .* has just set #\d+ to Contacted\./).first()).toBeVisible();
  expect((await readWorst())?.review).toBe('contacted');
  await reviewElsewhere(site, (await readWorst())?.id ?? 0, 'none');
  await page.keyboard.press('r');
  await expect(state).toHaveText('To do 3Contacted 0Reopened 0Ignored 0');

  // The next change uses the version of the last one.
  await worst.getByRole('combobox').selectOption('Ignored');
  await expect(page.getByText('#1001 ignored')).toBeVisible();
  await expect(state).toHaveText('To do 2Contacted 0Reopened 0Ignored 1');
  await reviewElsewhere(site, (await readWorst())?.id ?? 0, 'contacted');
  await page.keyboard.press('Control+z');
  await expect(page.getByText(/Not changed: .* has just set #\d+ to Contacted\./).first()).toBeVisible();
  expect((await readWorst())?.review).toBe('contacted');
  await expect(state).toHaveText('To do 2Contacted 1Reopened 0Ignored 0');
});
