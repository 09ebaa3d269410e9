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
