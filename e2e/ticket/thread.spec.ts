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

test('IN-16: a thread opens at its newest message; earlier ones than a hundred are loaded when asked, and a new one is named by a button; nothing moves under the eye', async ({
  page,
  site,
  clock,
}) => {
  await clock.holdTimers(page);
  await countShifts(page);
  const id = await makeLongTicket(site, 104);
  await signIn(page, site, { path: `/tickets/${id}` });
  await expect(message(page, 104)).toBeInViewport();
  await expect.poll(() => pane(page).evaluate((e) => e.scrollHeight - e.clientHeight - e.scrollTop)).toBeLessThan(2);
  await settled(page);
  await expect.poll(() => shifts(page)).toBeLessThan(0.01);

  await expect(page.getByRole('article')).toHaveCount(100);
  await expect(page.getByRole('radio', { name: 'Comments 105' })).toBeVisible();
  await expect(page.getByText('The newest 100 of 105 messages.')).toBeAttached();
  // Changes before the first loaded message are not shown.
  await expect(page.getByText(/^Ticket created/)).toHaveCount(0);
  await pane(page).hover();
  await page.mouse.wheel(0, -100_000);
  await expect.poll(() => pane(page).evaluate((element) => element.scrollTop)).toBe(0);
  const oldest = message(page, 5);
  await expect(oldest).toBeInViewport();
  const top = async () => (await oldest.boundingBox())?.y ?? 0;
  await page.getByRole('button', { name: 'Show 5 earlier' }).focus();
  const before = await top();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(105);
  await expect(pane(page)).toBeFocused();
  // The line above the thread has gone.
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2);
  await expect(page.getByText(/^Ticket created/)).toBeAttached();

  // One's own message, such as from another tab, is no news.
  await site.call('POST', 'ticket_comments', { body: { ticket_id: id, body: 'On its way', visibility: 'public' } });
  await page.clock.runFor(POLL_MS);
  await expect(page.getByRole('article').filter({ hasText: 'On its way' })).toBeAttached();
  await expect(page.getByRole('button', { name: /new message/ })).toHaveCount(0);
  await writeElsewhere(site, id, 'Message 105');
  await page.clock.runFor(POLL_MS);
  const news = page.getByRole('button', { name: '1 new message' });
  await expect(news).toBeVisible();
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2);
  await checkA11y(page);
  await news.click();
  await expect(message(page, 105)).toBeInViewport();
  await expect(news).toHaveCount(0);
  // At its end the thread follows.
  await writeElsewhere(site, id, 'Message 106');
  await page.clock.runFor(POLL_MS);
  await expect(message(page, 106)).toBeInViewport();
});
