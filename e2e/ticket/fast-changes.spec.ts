import type { Page, Request } from '@playwright/test';
import { grid, row } from '#e2e/inbox/inbox-support.ts';
import { makeTicket, makeTickets } from '#e2e/support/builders.ts';
import { holdCalls } from '#e2e/support/hold-calls.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { button, detail, readTicket, statusesOf } from './ticket-support.ts';

const PATCH = /resource=ticket$/;
const UNDO = /resource=tickets_undo$/;

/** The bodies of the changes that the page sends, in their order. */
function sentChanges(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request: Request) => {
    if (PATCH.test(request.url()) && request.method() === 'PATCH')
      sent.push(/"(?:status|priority)":"\w+"/.exec(request.postData() ?? '')?.[0] ?? '');
    else if (UNDO.test(request.url())) sent.push('undo');
  });
  return sent;
}

test('IN-14: three keys and three times Ctrl Z, faster than the service answers: all is shown undone at once, and is', async ({
  page,
  site,
}) => {
  const made = await makeTickets(site, 4);
  await signIn(page, site, { path: '/inbox?group=none&order_by=created&dir=asc&status=all' });
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '4');
  await settled(page);
  await row(page, 0).focus();
  const release = await holdCalls(page, PATCH);
  for (const at of [0, 1, 2]) {
    await page.keyboard.press('e');
    await expect(row(page, at)).toContainText('Resolved');
  }
  for (const at of [2, 1, 0]) {
    await page.keyboard.press('Control+z');
    await expect(row(page, at)).not.toContainText('Resolved');
  }
  release();
  await expect(row(page, 0)).not.toContainText('Saving');
  await settled(page);
  await expect.poll(() => statusesOf(site, made)).toEqual(['open', 'open', 'open', 'open']);
});

test('IN-14: two verbs on one ticket are two calls and two steps of undo; what was not sent is never sent', async ({
  page,
  site,
}) => {
  const { id, number } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await expect(page.getByRole('article')).toHaveCount(1);
  await settled(page);
  const sent = sentChanges(page);
  await page.keyboard.press('p');
  await page.keyboard.press('e');
  await expect.poll(async () => (await readTicket(site, id)).status).toBe('resolved');
  await settled(page);
  expect(sent.splice(0)).toEqual(['"status":"pending"', '"status":"resolved"']);
  await page.keyboard.press('Control+z');
  await expect(button(page, 'Status: Pending')).toBeVisible();
  await expect.poll(async () => (await readTicket(site, id)).status).toBe('pending');
  await settled(page);
  expect(sent.splice(0)).toEqual(['undo']);

  const release = await holdCalls(page, PATCH);
  await page.keyboard.press('o');
  await expect.poll(() => sent.length).toBe(1);
  await page.keyboard.press('e');
  await expect(button(page, 'Status: Resolved')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(button(page, 'Status: Open')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(button(page, 'Status: Pending')).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByText(`#${number} resolved`, { exact: true })).toBeVisible();
  release();
  await expect.poll(async () => (await readTicket(site, id)).status).toBe('resolved');
  await settled(page);
  // The first E was taken back before its turn.
  expect(sent).toEqual(['"status":"open"', 'undo', '"status":"resolved"']);
});

test('IN-17: with a change that is refused fail those that were chosen upon it, others go on, and Retry sends each', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 500/);
  const { id, number } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await expect(page.getByRole('article')).toHaveCount(1);
  await settled(page);
  const answer = Promise.withResolvers<void>();
  let isRefused = true;
  await intercept(page, PATCH, async (route) => {
    if (!isRefused) return route.fallback();
    await answer.promise;
    isRefused = false;
    return route.fulfill({ status: 500, json: { ok: false, error: 'internal_error', message: 'It broke.' } });
  });
  const sent = sentChanges(page);
  await page.keyboard.press('p');
  await expect.poll(() => sent.length).toBe(1);
  await page.getByRole('button', { name: 'Priority: Normal' }).click();
  await page.getByRole('option', { name: 'Urgent' }).click();
  await page.keyboard.press('e');
  await expect(button(page, 'Status: Resolved')).toBeVisible();
  // The last one is offered, until it turns out that it cannot be saved.
  const offer = page.getByText(`#${number} resolved`, { exact: true });
  await expect(offer).toBeVisible();
  answer.resolve();
  await expect(detail(page).getByRole('alert').filter({ hasText: 'Not saved' })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await expect(button(page, 'Status: Open')).toBeVisible();
  await expect.poll(() => readTicket(site, id)).toMatchObject({ status: 'open', priority: 'urgent' });
  await settled(page);
  expect(sent.splice(0)).toEqual(['"status":"pending"', '"priority":"urgent"']);

  await detail(page).getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => readTicket(site, id)).toMatchObject({ status: 'resolved', priority: 'urgent' });
  await settled(page);
  expect(sent).toEqual(['"status":"pending"', '"status":"resolved"']);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await readTicket(site, id)).status).toBe('pending');
});

test('GX-11: what waits for a connection is sent change by change', async ({ page, site, problems }) => {
  problems.allow(/ERR_CONNECTION_FAILED/);
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await expect(page.getByRole('article')).toHaveCount(1);
  await settled(page);
  await intercept(page, PATCH, (route) => route.abort('connectionfailed'));
  await page.keyboard.press('p');
  await page.keyboard.press('e');
  await expect(detail(page)).toContainText('Waiting to be sent');
  await expect(page.getByRole('status').filter({ hasText: '2 changes waiting to be sent.' })).toBeVisible();
  const sent = sentChanges(page);
  await page.unrouteAll();
  await expect.poll(async () => (await readTicket(site, id)).status, { timeout: 20_000 }).toBe('resolved');
  expect(sent).toEqual(['"status":"pending"', '"status":"resolved"']);
});

test('GX-11: a reload right after a change asks, and staying saves it', async ({ page, site }) => {
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await expect(page.getByRole('article')).toHaveCount(1);
  await settled(page);
  const release = await holdCalls(page, PATCH);
  await page.keyboard.press('p');
  await page.keyboard.press('e');
  const asked = page.waitForEvent('dialog');
  const reload = page.evaluate(() => location.reload());
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await reload;
  release();
  await expect.poll(async () => (await readTicket(site, id)).status).toBe('resolved');
});

test('too many changes at once: what the service asks to send later goes later by itself, in its order', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of (?:429|503)/);
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await expect(page.getByRole('article')).toHaveCount(1);
  for (const [status, code] of [
    [503, 'overloaded'],
    [429, 'rate_limited'],
  ] as const)
    await intercept(
      page,
      PATCH,
      (route) =>
        route.fulfill({
          status,
          headers: { 'retry-after': '1' },
          json: { ok: false, error: { code, message: 'later' } },
        }),
      { times: 1 },
    );
  await page.keyboard.press('p');
  await page.keyboard.press('e');
  await expect(detail(page)).toContainText('Resolved');
  await expect.poll(async () => (await readTicket(site, id)).status).toBe('resolved');
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
});

test('IN-14: an undo whose answer was lost counts, and what is chosen again meanwhile is saved behind it', async ({
  page,
  site,
  clock,
  problems,
}) => {
  problems.allow(/net::ERR_/, /status of 409/);
  await clock.holdTimers(page);
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await expect(page.getByRole('article')).toHaveCount(1);
  await intercept(
    page,
    UNDO,
    async (route) => {
      await route.fetch();
      return route.abort('connectionreset');
    },
    { times: 1 },
  );
  const status = async () => (await readTicket(site, id)).status;
  await page.keyboard.press('p');
  await expect.poll(status).toBe('pending');
  await page.keyboard.press('Control+z');
  await expect.poll(status).toBe('open');
  await page.keyboard.press('p');
  await expect(detail(page)).toContainText('Waiting to be sent');
  await clock.leap(page, 6_000);
  await expect.poll(status).toBe('pending');
});

test('a tag that was just added is ticked, and the same keys take it off again', async ({ page, site }) => {
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await expect(page.getByRole('article')).toHaveCount(1);
  await settled(page);
  const sent = page.waitForRequest((request) => request.postData()?.includes('"tags":null') === true);
  for (const _turn of ['on', 'off']) {
    await page.keyboard.press('t');
    await page.keyboard.type('rotor');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
  }
  await sent;
  await expect.poll(async () => (await readTicket(site, id)).tags).toBeNull();
});
