import type { Page } from '@playwright/test';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { countShifts, shifts } from './layout-shifts.ts';
import { writeElsewhere } from './ticket-support.ts';

const POLL_MS = 31_000;

async function makeLongTicket(site: OwnSite, messages: number): Promise<number> {
  const { id } = await makeTicket(site);
  for (let n = 1; n <= messages; n += 1) {
    await writeElsewhere(site, id, `Message ${n}\n${'More of it. '.repeat((n * 7) % 60)}`);
  }
  return id;
}

const message = (page: Page, n: number) => page.getByRole('article').filter({ hasText: new RegExp(`Message ${n}\\b`) });
const pane = (page: Page) => page.locator('.pane').filter({ has: page.getByRole('article') });

/** The read messages as stored in this browser. */
const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify(Object.entries({ ...localStorage }).filter(([key]) => key.endsWith(' seen'))));

test('a thread opens at the newest message, later at the first unread one; earlier ones than a hundred are loaded when asked; nothing moves', async ({
  page,
  site,
}) => {
  await countShifts(page);
  // With more than sixty messages, most heights are estimates at first.
  const id = await makeLongTicket(site, 104);
  await signIn(page, site, { path: `/tickets/${id}` });
  await expect(message(page, 104)).toBeInViewport();
  await expect(page.getByText(/^New since/)).toHaveCount(0);
  await expect.poll(() => pane(page).evaluate((e) => e.scrollHeight - e.clientHeight - e.scrollTop)).toBeLessThan(2);
  await settled(page);
  await expect.poll(() => shifts(page)).toBeLessThan(0.01);
  // Kept in this browser, and nothing of the text.
  await expect.poll(() => stored(page)).toContain(String(id));
  await expect.poll(() => stored(page)).not.toContain('Message');

  await expect(page.getByRole('article')).toHaveCount(100);
  await expect(page.getByRole('radio', { name: 'Comments 105' })).toBeVisible();
  await expect(page.getByText('The newest 100 of 105 messages.')).toBeAttached();
  // Changes before the first loaded message are not shown.
  await expect(page.getByText(/^Ticket created/)).toHaveCount(0);
  const earlier = page.getByRole('button', { name: 'Show 5 earlier' });
  await pane(page).hover();
  await page.mouse.wheel(0, -100_000);
  await expect.poll(() => pane(page).evaluate((element) => element.scrollTop)).toBe(0);
  const oldest = message(page, 5);
  await expect(oldest).toBeInViewport();
  const top = async () => (await oldest.boundingBox())?.y ?? 0;
  await earlier.focus();
  const before = await top();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(105);
  await expect(pane(page)).toBeFocused();
  // The line above the thread has gone.
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2);
  await expect(page.getByText(/^Ticket created/)).toBeAttached();

  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (let n = 105; n <= 116; n += 1) await writeElsewhere(site, id, `Message ${n}\n${'Long. '.repeat(90)}`);
  await page.goto(`/tickets/${id}`);
  await expect(page.getByText(/^New since \d\d:\d\d$/)).toBeInViewport();
  await expect(message(page, 105)).toBeInViewport();
  await expect(message(page, 116)).not.toBeInViewport();
  await settled(page);
  await expect.poll(() => shifts(page)).toBeLessThan(0.01);
  await checkA11y(page);
});

test('a new message moves nothing under the eye: a button leads to it; Back leads to where one was', async ({
  page,
  site,
  clock,
}) => {
  await clock.holdTimers(page);
  const id = await makeLongTicket(site, 24);
  await signIn(page, site, { path: `/tickets/${id}` });
  await expect(message(page, 24)).toBeInViewport();
  // At once: a smooth one would still be on its way.
  await pane(page).evaluate((element) => element.scrollBy({ top: -1_500, behavior: 'instant' }));
  const first = message(page, 10);
  await first.scrollIntoViewIfNeeded();
  await page.clock.runFor(500);
  const top = async () => (await first.boundingBox())?.y ?? 0;
  const before = await top();
  await writeElsewhere(site, id, 'Message 25');
  await page.clock.runFor(POLL_MS);
  const news = page.getByRole('button', { name: '1 new message' });
  await expect(news).toBeVisible();
  await expect.poll(top).toBe(before);
  await checkA11y(page);

  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(page).toHaveURL(/\/inbox/);
  await page.goBack();
  await expect(first).toBeInViewport();
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2);

  await writeElsewhere(site, id, 'Message 26');
  await page.clock.runFor(POLL_MS);
  await page.getByRole('button', { name: /new message/ }).click();
  await expect(message(page, 26)).toBeInViewport();
  await expect(page.getByText(/^New since/)).toBeVisible();
  await expect(page.getByRole('button', { name: /new message/ })).toHaveCount(0);
});
