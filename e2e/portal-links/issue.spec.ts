import type { Page } from '@playwright/test';
import { follow } from '#e2e/customers/detail-support.ts';
import { makeCustomer, makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { tracesOf } from '#e2e/support/traces.ts';
import {
  closeWithoutCopying,
  emailOf,
  formOf,
  issueLink,
  linksOf,
  NOT_FOUND,
  openSession,
  PAGE,
  revealOf,
  secretOf,
  shownLink,
} from './portal-links-support.ts';

const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

test('PT-01, PT-02, PT-09: a lost answer is retried with its key; the link is shown once, as text and QR code, and leaves no trace', async ({
  page,
  context,
  site,
  clock,
  problems,
}) => {
  problems.allow(NOT_FOUND, /net::ERR_FAILED/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const address = 'quill.first@issue.example';
  const locked = await makeCustomer(site, 'Lou Locked');
  await site.call('PATCH', 'customer', { body: { id: locked.id, blocked: true } });
  await clock.holdTimers(page);
  await signIn(page, site, { path: PAGE });
  await expect(page.getByRole('button', { name: 'Issue link' })).toBeVisible();
  await page.keyboard.press('n');
  const form = formOf(page);
  const email = emailOf(form);
  await expect(email).toBeFocused();
  await form.getByRole('button', { name: 'Issue link' }).click();
  await expect(email).toHaveAccessibleDescription(/Enter an email address\./);
  await email.fill(locked.email ?? '');
  await page.clock.runFor(500);
  await expect(form).toContainText('This customer is blocked. The link won’t open until you unblock them.');
  await email.fill(address);
  await page.clock.runFor(500);
  await expect(form).not.toContainText('This customer is blocked.');
  await expect(form).toContainText('The customer will see an empty page.');
  const days = form.getByRole('textbox', { name: 'Expires after' });
  await days.fill('31');
  await form.getByRole('button', { name: 'Issue link' }).click();
  await expect(days).toHaveAccessibleDescription(/Enter 1 to 30 days\./);
  await expect(days).toHaveAccessibleDescription(/For a longer link, up to 365 days, call the API/);
  await form.getByRole('radio', { name: '7', exact: true }).click();
  await expect(days).toHaveAccessibleDescription(/On \d+ \w+(?: \d{4})?, \d\d:\d\d \S+\./);
  await checkA11y(page);

  // The first answer is lost: the retry has the same key, and there is one link.
  const keys: (string | undefined)[] = [];
  await intercept(page, '**/v1/api.ashx?resource=portal_token', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await form.getByRole('button', { name: 'Issue link' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'The link may have been issued.' })).toBeVisible();
  await form.getByRole('button', { name: 'Issue link' }).dblclick();
  const secret = secretOf(await shownLink(page));
  expect(keys).toEqual([keys[0], keys[0]]);
  const [link, ...others] = await linksOf(site, address);
  expect(others).toEqual([]);
  expect(link).toMatchObject({ state: 'active', use_count: 0 });
  expect(await openSession(site, secret)).toBe(200);

  const reveal = revealOf(page);
  await reveal.getByRole('button', { name: 'QR code' }).click();
  await expect(reveal.getByRole('img', { name: 'QR code of the portal link' })).toBeVisible();
  await checkA11y(page);
  // No timer hides the link, and closing asks until it is copied.
  await page.clock.pauseAt(new Date(clock.now().getTime() + 2_000));
  await page.clock.runFor(5 * 60_000);
  await page.clock.resume();
  await page.keyboard.press('Escape');
  await expect(reveal).toContainText('Close without copying?');
  await reveal.getByRole('button', { name: 'Go back' }).click();
  await reveal.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => copied(page)).toContain(secret);
  await expect.poll(() => tracesOf(page)).toContain(secret);
  await reveal.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => tracesOf(page)).not.toContain(secret);

  // The log of API calls doesn't show it either.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('show api calls');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('portal_token').first().click();
  await settled(page);
  const traces = await tracesOf(page);
  expect(traces).toContain('portal_token');
  expect(traces).not.toContain('spt_');
});

test('PT-03, PT-10: a reused link says so and can be replaced by a new one, also if the service no longer shows it; a link is issued from a ticket', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(NOT_FOUND);
  const email = 'mallow@again.example';
  const requester = { requester_email: 'quill.ticket@issue.example', requester_name: 'Quill Ticket' };
  const ticket = await makeTicket(site, requester);
  const old = await issueLink(site, email, { days: 20, uses: 2 });
  const issue = async () => {
    await page.keyboard.press('n');
    await emailOf(formOf(page)).fill(email);
    await page.keyboard.press('Enter');
  };
  await signIn(page, site, { path: PAGE });
  await expect(page.getByRole('button', { name: 'Issue link' })).toBeVisible();
  // Their links don't open while they are blocked.
  const { id } = await makeCustomer(site, 'Mallow Again', { email });
  const block = (blocked: boolean) => site.call('PATCH', 'customer', { body: { id, blocked } });
  expect((await block(true)).status).toBe(200);
  await page.keyboard.press('n');
  await emailOf(formOf(page)).fill(email);
  await expect(formOf(page)).toContainText('This customer is blocked. The link won’t open until you unblock them.');
  await page.keyboard.press('Escape');
  expect((await block(false)).status).toBe(200);
  await issue();
  expect(await shownLink(page)).toBe(old.token_url);
  await expect(revealOf(page)).toContainText(/This is the same one\. It was opened 2 times/);
  await revealOf(page).getByRole('button', { name: 'Issue a new one instead' }).click();
  await expect(revealOf(page)).not.toContainText('This is the same one');
  expect(await shownLink(page)).not.toBe(old.token_url);
  expect(await openSession(site, old.token)).toBe(200);
  await closeWithoutCopying(page);

  await intercept(page, '**/v1/api.ashx?resource=portal_token', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { data: Record<string, unknown> };
    const { token: _token, token_url: _url, reused: _reused, ...data } = json.data;
    await route.fulfill({ response, json: { ...json, data } });
  });
  await issue();
  const lost = page.getByRole('dialog', { name: /^This address has an active link until \d/ });
  await expect(lost).toContainText('This service can’t show it again.');
  await expect(lost.getByRole('textbox', { name: 'Portal link' })).toHaveCount(0);
  await page.unroute('**/v1/api.ashx?resource=portal_token');
  await lost.getByRole('button', { name: 'Issue a new one instead' }).click();
  expect(await shownLink(page)).not.toBe(old.token_url);
  expect((await linksOf(site, email)).map(({ state }) => state)).toEqual(['active', 'active', 'active']);

  // From a ticket, for its requester.
  await closeWithoutCopying(page);
  await follow(page, `/tickets/${ticket.id}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Issue portal link' }).click();
  const form = page.getByRole('dialog', { name: 'Portal link for Quill Ticket' });
  await expect(emailOf(form)).toHaveValue('quill.ticket@issue.example');
  await expect(form).toContainText('1 ticket will be shown.');
  await form.getByRole('button', { name: 'Issue link' }).click();
  await shownLink(page);
  expect(await linksOf(site, 'quill.ticket@issue.example')).toHaveLength(1);
});
