import type { Locator, Page } from '@playwright/test';
import { countStored, makeTickets, panel, pressAndConfirm, selectListed } from '#e2e/inbox/bulk-support.ts';
import { grid } from '#e2e/inbox/inbox-support.ts';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const meter = (page: Page): Locator => page.getByRole('meter', { name: 'API calls left this minute' });
const left = async (page: Page): Promise<number> => Number(await meter(page).getAttribute('aria-valuenow'));

async function tokenWithLimit(site: OwnSite, rateLimitPerMin: number): Promise<string> {
  return (await site.issueToken({ label: 'Few calls', rateLimitPerMin })).token;
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Velo Works/ }).click();
  await expect(meter(page)).toBeVisible();
}

test('the meter tells what the service tells, also of calls that others make', async ({ page, site }) => {
  await makeTicket(site);
  const token = await tokenWithLimit(site, 200);
  // Answers overtake each other: the least is the latest.
  let told = 200;
  page.on('response', (response) => {
    const now = /r=(\d+)/.exec(response.headers()['ratelimit'] ?? '')?.[1];
    if (now !== undefined) told = Math.min(told, Number(now));
  });
  await signIn(page, site, { token, path: '/inbox' });
  await expect(grid(page).getByRole('row').first()).toBeVisible();
  await openMenu(page);
  await expect.poll(async () => (await left(page)) - told).toBe(0);
  // Idle work of the page may still make a call.
  await expect.poll(() => page.getByText(`${told} of 200 calls left this minute`).count()).toBe(1);
  await expect(meter(page)).toHaveAttribute('aria-valuemax', '200');
  await checkA11y(page);

  // Another program with the same token: the next answer here shows it.
  await page.keyboard.press('Escape');
  const before = told;
  for (let call = 0; call < 5; call += 1) await site.call('GET', 'whoami', { token });
  await page.keyboard.press('r');
  await expect.poll(() => told).toBeLessThan(before - 5);
  await openMenu(page);
  await expect.poll(async () => (await left(page)) - told).toBe(0);
});

test('where answers do not tell, calls are counted against the limit that whoami names', async ({ page, site }) => {
  await makeTicket(site);
  const token = await tokenWithLimit(site, 500);
  await intercept(page, /\/v1\/api\.ashx/, async (route) => {
    const answer = await route.fetch();
    const { ratelimit: _left, 'ratelimit-policy': _policy, ...headers } = answer.headers();
    await route.fulfill({ response: answer, headers });
  });
  await signIn(page, site, { token, path: '/inbox' });
  await expect(grid(page).getByRole('row').first()).toBeVisible();
  await openMenu(page);
  await expect(meter(page)).toHaveAttribute('aria-valuemax', '500');
  await expect.poll(() => left(page)).toBeLessThan(500);
  const before = await left(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await openMenu(page);
  await expect.poll(() => left(page)).toBeLessThan(before);
});

test('a used-up allowance is said with the wait, and ends by itself', async ({ page, site, clock, problems }) => {
  problems.allow(/429/, /ERR_INTERNET_DISCONNECTED/);
  await makeTicket(site);
  const token = await tokenWithLimit(site, 60);
  // From the start: a clock that comes later begins at 0 again, and the minute would be over later.
  await clock.holdTimers(page);
  await signIn(page, site, { token, path: '/inbox' });
  await expect(grid(page).getByRole('row').first()).toBeVisible();
  let status = 200;
  while (status === 200) ({ status } = await site.call('GET', 'whoami', { token }));
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
});

test(
  'GX-09: a job leaves a part of the allowance to people, whose own calls go first',
  { tag: '@document' },
  async ({ page, site }) => {
    // Without bulk changes each ticket is a call of its own.
    const count = 120;
    await makeTickets(site, 'Hub needs grease', count);
    const token = await tokenWithLimit(site, 120);
    let sent = 0;
    let refused = 0;
    page.on('request', (request) => (sent += request.method() === 'PATCH' ? 1 : 0));
    page.on('response', (response) => (refused += response.status() === 429 ? 1 : 0));
    await signIn(page, site, { token, path: '/inbox?status=all' });
    await selectListed(page, count);
    await pressAndConfirm(page, 'p', 'Set 120 tickets to pending');
    await expect(panel(page)).toContainText(
      'At most 90 of your API token’s 120 calls a minute. Your own clicks go first.',
    );
    await expect.poll(() => sent).toBeGreaterThanOrEqual(60);
    const listed = page.waitForResponse(/resource=tickets&/);
    await page.keyboard.press('r');
    expect((await listed).status()).toBe(200);
    await panel(page).getByRole('button', { name: 'Stop' }).click();
    await expect(panel(page)).toContainText(/Stopped\. \d+ were left as they were\./);
    expect(await countStored(site, ({ status }) => status === 'pending')).toBe(sent);
    expect(sent).toBeLessThanOrEqual(90);
    expect(refused).toBe(0);
    await expect(panel(page)).toContainText(`Stopped. ${count - sent} were left as they were.`);
  },
);
