import type { Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import type { TestService } from '#e2e/support/service.ts';
import { expect } from '#e2e/support/test.ts';
import { makeTicket, test, writeElsewhere } from './ticket-support.ts';

const POLL_MS = 31_000;

async function makeLongTicket(service: TestService, messages: number) {
  const made = await makeTicket(service);
  for (let n = 1; n <= messages; n += 1) {
    await service.call('POST', 'ticket_comments', {
      token: service.tokens.agent,
      body: { ticket_id: made.id, body: `Message ${n}\n${'More of it. '.repeat((n * 7) % 60)}` },
    });
  }
  return made;
}

const message = (page: Page, n: number) => page.getByRole('article').filter({ hasText: new RegExp(`Message ${n}\\b`) });
const pane = (page: Page) => page.locator('.pane').filter({ has: page.getByRole('article') });

/** Shifts of the layout since the page began. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value = 0, hadRecentInput = false } = entry as { value?: number; hadRecentInput?: boolean };
        if (!hadRecentInput) Object.assign(globalThis, { shifts: Number(Reflect.get(globalThis, 'shifts')) + value });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
const shifts = (page: Page) => page.evaluate(() => Number(Reflect.get(globalThis, 'shifts')));

test('a thread opens at the newest message, later at the first unread one, and nothing moves', async ({
  page,
  service,
}) => {
  test.slow();
  await countShifts(page);
  const { id } = await makeLongTicket(service, 200);
  await signIn(page, service, { path: `/tickets/${id}` });
  await expect(message(page, 200)).toBeInViewport();
  await expect(page.getByText(/^New since/)).toHaveCount(0);
  await expect.poll(() => pane(page).evaluate((e) => e.scrollHeight - e.clientHeight - e.scrollTop)).toBeLessThan(2);
  expect(await shifts(page)).toBeLessThan(0.01);

  // Kept in this browser, and nothing of the text.
  const stored = () =>
    page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const open = indexedDB.open('support-console:seen');
          open.addEventListener('success', () => {
            const { result } = open;
            const all = result.transaction('seen').objectStore('seen').getAll();
            all.addEventListener('success', () => {
              result.close();
              resolve(JSON.stringify(all.result));
            });
          });
        }),
    );
  await expect.poll(stored).toContain(String(id));
  expect(await stored()).not.toContain('Message');

  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (let n = 201; n <= 230; n += 1) await writeElsewhere(service, id, `Message ${n}\n${'Long. '.repeat(90)}`);
  await page.goto(`/tickets/${id}`);
  await expect(page.getByText(/^New since \d\d:\d\d$/)).toBeInViewport();
  await expect(message(page, 201)).toBeInViewport();
  await expect(message(page, 230)).not.toBeInViewport();
  expect(await shifts(page)).toBeLessThan(0.01);
  await checkA11y(page);
});

test('a new message moves nothing under the eye: a button leads to it; Back leads to where one was', async ({
  page,
  service,
}) => {
  await page.clock.install();
  const { id } = await makeLongTicket(service, 40);
  await signIn(page, service, { path: `/tickets/${id}` });
  await expect(message(page, 40)).toBeInViewport();
  // At once: a smooth one would still be on its way.
  await pane(page).evaluate((element) => element.scrollBy({ top: -1_500, behavior: 'instant' }));
  const first = message(page, 25);
  await first.scrollIntoViewIfNeeded();
  await page.clock.runFor(500);
  const before = await first.boundingBox();
  await writeElsewhere(service, id, 'Message 41');
  await page.clock.runFor(POLL_MS);
  const news = page.getByRole('button', { name: '1 new message' });
  await expect(news).toBeVisible();
  expect((await first.boundingBox())?.y).toBe(before?.y);
  await checkA11y(page);

  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(page).toHaveURL(/\/inbox/);
  await page.goBack();
  await expect(first).toBeInViewport();
  await expect.poll(async () => Math.abs(((await first.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);

  await writeElsewhere(service, id, 'Message 42');
  await page.clock.runFor(POLL_MS);
  await page.getByRole('button', { name: /new message/ }).click();
  await expect(message(page, 42)).toBeInViewport();
  await expect(page.getByText(/^New since/)).toBeVisible();
  await expect(page.getByRole('button', { name: /new message/ })).toHaveCount(0);
});

test('five changes of the status are one line that opens; who assigns themselves took it', async ({
  page,
  service,
}) => {
  const { id } = await makeTicket(service);
  const token = service.tokens.agent;
  for (const status of ['pending', 'open', 'pending', 'open', 'resolved'])
    await service.call('PATCH', 'ticket', { token, body: { id, status } });
  await signIn(page, service, { path: `/tickets/${id}`, token });
  const line = page.getByRole('listitem').filter({ hasText: 'Robin set status to Resolved' });
  await expect(line).toHaveCount(1);
  const fold = line.getByRole('button', { name: '5 changes' });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(line.getByText('Pending').first()).toBeHidden();
  await fold.click();
  await expect(line.getByRole('listitem')).toHaveText([/Pending/, /Open/, /Pending/, /Open/, /Resolved/]);
  await checkA11y(page);
  await service.call('PATCH', 'ticket', { token, body: { id, assignee_agent_id: service.agentId } });
  await page.reload();
  await expect(page.getByText(/Robin set status to Resolved, took it/)).toBeVisible();
});

test('lines of text are no longer than 680 px on a very wide screen', async ({ page, service }) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  const { id } = await makeTicket(service, { initial_comment: 'Words after words. '.repeat(200) });
  await signIn(page, service, { path: `/tickets/${id}` });
  const box = await page.getByRole('article').boundingBox();
  expect(box?.width).toBeLessThanOrEqual(680);
});
