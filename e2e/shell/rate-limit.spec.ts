import type { Locator, Page } from '@playwright/test';
import { countStored, makeTickets, panel, pressAndConfirm, selectListed } from '#e2e/inbox/bulk-support.ts';
import { grid } from '#e2e/inbox/inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { TestService } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const meter = (page: Page): Locator => page.getByRole('meter', { name: 'API calls left this minute' });

async function tokenWithLimit(service: TestService, limit: number): Promise<string> {
  const answer = await service.admin(
    ...['token', 'create', '--site-id', String(service.siteId), '--label', 'Few calls', '--scopes', '*'],
    ...['--rate-limit', String(limit)],
  );
  return String(answer['token']);
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Velo Works/ }).click();
  await expect(meter(page)).toBeVisible();
}

const left = async (page: Page): Promise<number> => Number(await meter(page).getAttribute('aria-valuenow'));

test('the meter tells what the service tells, also of calls that others make', async ({ page, ownService }) => {
  const token = await tokenWithLimit(ownService, 80);
  // Answers overtake each other: of those that came together the least is the latest.
  let told = -1;
  let toldAt = 0;
  page.on('response', (response) => {
    const now = /r=(\d+)/.exec(response.headers()['ratelimit'] ?? '')?.[1];
    if (now === undefined) return;
    told = Date.now() - toldAt < 2_000 ? Math.min(told, Number(now)) : Number(now);
    toldAt = Date.now();
  });
  await signIn(page, ownService, { token, path: '/inbox' });
  await expect(grid(page).getByRole('row').first()).toBeVisible();
  await openMenu(page);
  await expect.poll(async () => (await left(page)) - told).toBe(0);
  // Idle work of the page may still make a call.
  await expect.poll(() => page.getByText(`${told} of 80 calls left this minute`).count()).toBe(1);
  await expect(meter(page)).toHaveAttribute('aria-valuemax', '80');
  await checkA11y(page);

  // Another program with the same token: the next answer here shows it. Where a minute begins in between, once more.
  await page.keyboard.press('Escape');
  await expect(async () => {
    const before = told;
    for (let call = 0; call < 5; call += 1) await ownService.call('GET', 'whoami', { token });
    await page.keyboard.press('r');
    await expect.poll(() => told, { timeout: 3_000 }).toBeLessThan(before - 4);
  }).toPass();
  await openMenu(page);
  await expect.poll(async () => (await left(page)) - told).toBe(0);
  await page.close();
});

test('open tabs share one allowance', async ({ page, context, ownService }) => {
  const token = await tokenWithLimit(ownService, 200);
  await signIn(page, ownService, { token, path: '/inbox' });
  const other = await context.newPage();
  await other.goto(`${ownService.url}/inbox`);
  await expect(grid(other).getByRole('row').first()).toBeVisible();
  await page.bringToFront();
  await openMenu(page);
  const before = await left(page);
  // This tab may make a call of its own meanwhile, beside its first sight, but not as many.
  let ownCalls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/v1/')) ownCalls += 1;
  });
  for (let time = 0; time < 6; time += 1) {
    const answered = other.waitForResponse(/resource=tickets/);
    await other.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'r', code: 'KeyR' })));
    await answered;
  }
  await expect.poll(() => left(page)).toBeLessThanOrEqual(before - 6);
  expect(ownCalls).toBeLessThan(6);
  await context.close();
});

test('where answers do not tell, calls are counted against the limit that whoami names', async ({
  page,
  ownService,
}) => {
  const token = await tokenWithLimit(ownService, 500);
  await page.route(/\/v1\/api\.ashx/, async (route) => {
    const answer = await route.fetch();
    const { ratelimit: _left, 'ratelimit-policy': _policy, ...headers } = answer.headers();
    await route.fulfill({ response: answer, headers });
  });
  await signIn(page, ownService, { token, path: '/inbox' });
  await expect(grid(page).getByRole('row').first()).toBeVisible();
  await openMenu(page);
  await expect(meter(page)).toHaveAttribute('aria-valuemax', '500');
  const before = await left(page);
  expect(before).toBeLessThan(500);
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await openMenu(page);
  await expect.poll(() => left(page)).toBeLessThan(before);
  await page.close();
});

test('a used-up allowance is said with the wait, and ends by itself', async ({ page, ownService, problems }) => {
  problems.allow(/429/, /ERR_INTERNET_DISCONNECTED/);
  const token = await tokenWithLimit(ownService, 60);
  // From the start: a clock that comes later begins at 0 again, and the minute would be over later.
  await page.clock.install();
  await signIn(page, ownService, { token, path: '/inbox' });
  await expect(grid(page).getByRole('row').first()).toBeVisible();
  let status = 200;
  while (status === 200) ({ status } = await ownService.call('GET', 'whoami', { token }));
  expect(status).toBe(429);
  await page.keyboard.press('r');
  await openMenu(page);
  await expect(meter(page)).toHaveAttribute('aria-valuenow', '0');
  await expect(meter(page)).toHaveAttribute('aria-valuetext', '0 of 60 calls left this minute');
  // The service's own minute is not over: no answer of it may say so.
  await page.context().setOffline(true);
  await page.clock.fastForward(61_000);
  // Calls that try whether the service is back count from the new minute.
  await expect.poll(() => left(page)).toBeGreaterThan(30);
  await page.close();
});

test(
  'GX-09: a job leaves a part of the allowance to people, whose own calls go first',
  { tag: '@document' },
  async ({ page, ownService }) => {
    // Without bulk changes each ticket is a call of its own.
    const words = 'Hub needs grease';
    const count = 240;
    await makeTickets(ownService, words, count);
    const token = await tokenWithLimit(ownService, 240);
    let sent = 0;
    let refused = 0;
    page.on('request', (request) => (sent += request.method() === 'PATCH' ? 1 : 0));
    page.on('response', (response) => (refused += response.status() === 429 ? 1 : 0));
    await signIn(page, ownService, { token, path: `/inbox?status=all&q=${encodeURIComponent(words)}` });
    await selectListed(page, count);
    await pressAndConfirm(page, 'p', 'Set 240 tickets to pending');
    await expect(panel(page)).toContainText(
      'At most 180 of this token’s 240 calls a minute. Your own clicks go first.',
    );
    await expect.poll(() => sent, { timeout: 20_000 }).toBeGreaterThanOrEqual(150);
    const listed = page.waitForResponse(/resource=tickets&/);
    await page.keyboard.press('r');
    expect((await listed).status()).toBe(200);
    await panel(page).getByRole('button', { name: 'Stop' }).click();
    await expect(panel(page)).toContainText(/Stopped\. \d+ were left as they were\./);
    const changed = await countStored(ownService, words, ({ status }) => status === 'pending');
    expect(changed).toBe(sent);
    expect(sent).toBeLessThanOrEqual(180);
    expect(refused).toBe(0);
    await expect(panel(page)).toContainText(`Stopped. ${count - sent} were left as they were.`);
    await page.close();
  },
);
