import type { Page } from '@playwright/test';
import { makeAnswers, makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { head, makeRated, NOW, region } from './csat-support.ts';

const error = { code: 'bad_field', message: 'from: no such day' };

/** Fails a report until the page is unrouted. */
const fail = (page: Page, report: string) =>
  intercept(page, new RegExp(`resource=csat_reports.*report=${report}`), (route) =>
    route.fulfill({ status: 400, json: { ok: false, error } }),
  );

test.beforeEach(({ clock }) => clock.set(NOW));

test('CS-01: a site without answers offers more days', async ({ page, site }) => {
  await signIn(page, site, { path: '/csat' });
  await expect(head(page)).toContainText('No answers, 20 Oct to 18 Nov, UTC. No answers in the 30 days before.');
  await expect(head(page)).toContainText('Response rateNoneNo tickets resolved in these days');
  await expect(page.getByText('No answers in 30 days.')).toBeVisible();
  await expect(page.getByText('No answers to split.')).toBeVisible();
  await checkA11y(page);
  await page.getByRole('button', { name: 'Show 365 days' }).click();
  await expect(page.getByText('No answers in 365 days.')).toBeVisible();
  await page.getByRole('link', { name: 'Follow-up' }).click();
  await expect(page.getByText('Nothing to follow up')).toBeVisible();
});

test('each part that fails says so by itself, and old figures stay with their time', async ({
  page,
  site,
  clock,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
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
  await expect(region(page, 'Mean per day').getByRole('application')).toBeVisible();
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
  await expect(region(page, 'Handled by'), 'the other panels').toContainText('3.90');
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(head(page)).toContainText('3.90 of 5 from 10 answers');
});
