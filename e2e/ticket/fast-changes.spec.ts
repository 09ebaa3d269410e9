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

test('IN-14: three keys and three times Ctrl Z, faster than the service answers, are drawn at once and saved', async ({
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

test('IN-14: two verbs on one ticket are two calls and two steps of undo; one undone before its turn is never sent', async ({
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
  // The first E was undone before its turn.
  expect(sent).toEqual(['"status":"open"', 'undo', '"status":"resolved"']);
});

test('IN-15: a refused change fails with the later ones of its field, others are saved, and Retry sends each', async ({
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

test('what the service asks to send later is sent later, in order, without a word', async ({
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

test('the keys that add a tag remove it when pressed again', async ({ page, site }) => {
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
