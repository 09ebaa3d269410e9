import type { Page } from '@playwright/test';
import { makeAnswers, makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { answerRows, head, makeRated, NOW, region } from './csat-support.ts';

const error = { code: 'bad_field', message: 'from: no such day' };

/** A report that fails until the page is put back. */
const fail = (page: Page, report: string) =>
  intercept(page, new RegExp(`resource=csat_reports.*report=${report}`), (route) =>
    route.fulfill({ status: 400, json: { ok: false, error } }),
  );

test.beforeEach(({ clock }) => clock.set(NOW));

test('CS-01, CS-14: a site without answers says so, days to come have not begun, and no address breaks the page', async ({
  page,
  site,
}) => {
  await signIn(page, site, { path: '/csat' });
  await expect(head(page)).toContainText('No answers, 20 Oct to 18 Nov, UTC. No answers in the 30 days before.');
  await expect(head(page)).toContainText('Response rateNoneNo tickets resolved in these days');
  await expect(page.getByText('No answers in 30 days.')).toBeVisible();
  await expect(page.getByText('No answers to split.')).toBeVisible();
  await expect(page.locator('[data-point]')).toHaveCount(0);
  await checkA11y(page);
  await page.getByRole('button', { name: 'Show 90 days' }).click();
  await page.getByRole('button', { name: 'Show 365 days' }).click();
  await expect(page.getByText('No answers in 365 days.')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByText('No answers in 30 days.')).toBeVisible();
  await page.getByRole('link', { name: 'Follow-up' }).click();
  await expect(page.getByText('Nothing to follow up')).toBeVisible();
  await checkA11y(page);

  await page.goto(`${site.url}/csat?from=2027-01-01&to=2027-02-01`);
  await expect(page.getByText('These days have not begun yet.')).toBeVisible();
  for (const search of ['definition=best&score=9&priority=none', 'agent=me&days=3', 'from=9999-99-99&to=0000-00-00']) {
    await page.goto(`${site.url}/csat?${search}`);
    await expect(page.getByText(/in this link (?:isn|aren)/), search).toBeVisible();
    await expect(head(page), search).toContainText('No answers, 20 Oct to 18 Nov, UTC.');
  }
});

test('each part that fails says so by itself; old figures stay with their time, without a network too', async ({
  page,
  context,
  site,
  clock,
  problems,
}) => {
  problems.allow(/Failed to load resource/, /ERR_INTERNET_DISCONNECTED/);
  await makeRated(site, clock);
  await fail(page, 'splits');
  await fail(page, 'days');
  await fail(page, 'answers');
  await signIn(page, site, { path: '/csat' });
  await expect(head(page)).toContainText('3.78 of 5 from 9 answers');
  for (const [name, what] of [
    ['Splits', 'Splits'],
    ['Mean per day', 'Trend'],
    ['Newest answers', 'Newest answers'],
  ] as const) {
    await expect(region(page, name).getByRole('alert')).toContainText(`${what} could not be loaded`);
  }
  await checkA11y(page);
  await page.unrouteAll();
  for (const name of ['Splits', 'Mean per day', 'Newest answers']) {
    await region(page, name).getByRole('button', { name: 'Retry' }).click();
  }
  await expect(region(page, 'Channel')).toContainText('4.83');
  await expect(page.getByRole('slider', { name: 'Values by day' })).toBeVisible();
  await expect(region(page, 'Newest answers').getByRole('listitem')).toHaveCount(8);

  await settled(page);
  await fail(page, 'summary');
  const { id } = await makeTicket(site);
  await makeAnswers(site, [{ ticket_id: id, score: 5 }]);
  await page.keyboard.press('r');
  await expect(page.getByRole('status').filter({ hasText: 'Could not refresh. Showing 10:0' })).toBeVisible();
  await expect(head(page)).toContainText('3.78 of 5 from 9 answers');
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'The score could not be loaded' });
  await expect(alert).toBeVisible();
  // 39 points of ten answers.
  await expect(region(page, 'Handled by'), 'what else there is').toContainText('3.90');
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(head(page)).toContainText('3.90 of 5 from 10 answers');

  await settled(page);
  await context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: 'You’re offline' })).toContainText(/from 10:0\d/);
  await page.keyboard.press('r');
  await settled(page);
  await expect(head(page)).toContainText('3.90 of 5 from 10 answers');
  await expect(region(page, 'Channel')).toBeVisible();
});

test('a list that cannot be loaded says so in its place, and the next try has its rows', async ({
  page,
  site,
  clock,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  await makeRated(site, clock);
  await fail(page, 'answers');
  for (const [path, count] of [
    ['/csat/follow-up', 2],
    ['/csat/answers', 9],
  ] as const) {
    await signIn(page, site, { path });
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Answers could not be loaded');
    await expect(page.getByRole('heading', { level: 1, name: 'CSAT' })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(answerRows(page)).toHaveCount(count);
    await fail(page, 'answers');
  }
});
