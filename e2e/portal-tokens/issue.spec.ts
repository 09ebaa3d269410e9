import type { Page } from '@playwright/test';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { tracesOf } from '#e2e/support/traces.ts';
import { emailOf, formOf, linksOf, NOT_FOUND, openSession, PAGE } from './portal-tokens-support.ts';
import { revealOf, secretOf, shownLink } from './portal-tokens-support.ts';

const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

test('PT-01, PT-09: a link is issued for an address, said before what it opens, asked for again with the same key, and handed over as a QR code', async ({
  page,
  context,
  site,
  problems,
}) => {
  problems.allow(NOT_FOUND, /net::ERR_FAILED/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const address = 'quill.first@issue.example';
  await signIn(page, site, { path: PAGE });
  await expect(page.getByRole('heading', { name: 'Issue a link' })).toBeVisible();
  await page.keyboard.press('n');
  const form = formOf(page);
  const email = emailOf(form);
  await expect(email).toBeFocused();
  await form.getByRole('button', { name: 'Issue link' }).click();
  await expect(email).toHaveAccessibleDescription(/Customer’s email must be/);
  await email.fill(address);
  await expect(form).toContainText('The customer will see an empty page.');
  const days = form.getByRole('textbox', { name: 'Expires after' });
  await days.fill('31');
  await form.getByRole('button', { name: 'Issue link' }).click();
  await expect(days).toHaveAccessibleDescription(/Enter 1 to 30 days\./);
  await expect(days).toHaveAccessibleDescription(/For a longer link, up to 365 days, call the API/);
  await expect(form.getByRole('radio', { name: '90', exact: true })).toHaveCount(0);
  await form.getByRole('radio', { name: '7', exact: true }).click();
  await expect(days).toHaveAccessibleDescription(/On \d+ \w+(?: \d{4})?, \d\d:\d\d \S+\./);
  await checkA11y(page);

  // The answer is lost once: the second try has the first one's key, and there is one link.
  const keys: (string | undefined)[] = [];
  await intercept(page, '**/v1/api.ashx?resource=portal_token', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await form.getByRole('button', { name: 'Issue link' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'confirm that the link was issued' })).toBeVisible();
  await form.getByRole('button', { name: 'Issue link' }).dblclick();
  const link = await shownLink(page);
  await settled(page);
  expect(keys).toEqual([keys[0], keys[0]]);
  const [token, ...others] = await linksOf(site, address);
  expect(others).toEqual([]);
  expect(token).toMatchObject({ state: 'active', use_count: 0 });
  expect(await openSession(site, secretOf(link))).toBe(200);

  const reveal = revealOf(page);
  await reveal.getByRole('button', { name: 'QR code' }).click();
  await expect(reveal.getByRole('img', { name: 'QR code of the portal link' })).toBeVisible();
  await checkA11y(page);
});

test('PT-02: a link is shown until its dialog is closed, and is nowhere afterwards', async ({
  page,
  context,
  site,
  clock,
  problems,
}) => {
  problems.allow(NOT_FOUND);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await clock.holdTimers(page);
  await signIn(page, site, { path: '/inbox' });
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('issue portal link');
  await page.getByRole('option', { name: /^Issue portal link(?! for)/ }).click();
  await emailOf(formOf(page)).fill('quill.canary@issue.example');
  await page.keyboard.press('Enter');
  const secret = secretOf(await shownLink(page));
  const reveal = revealOf(page);
  await expect.poll(() => tracesOf(page)).toContain(secret);
  await checkA11y(page);

  // Closing asks while the link is not copied.
  await page.keyboard.press('Escape');
  await expect(reveal).toContainText('Close without copying?');
  await reveal.getByRole('button', { name: 'Go back' }).click();
  await reveal.getByRole('button', { name: 'Show only the secret' }).click();
  await expect(reveal.getByRole('textbox', { name: 'Secret' })).toHaveValue(secret);
  await reveal.getByRole('button', { name: 'Copy secret' }).click();
  await expect.poll(() => copied(page)).toBe(secret);
  await reveal.getByRole('button', { name: 'Show the whole link' }).click();

  // No timer hides it.
  await page.clock.pauseAt(new Date(clock.now().getTime() + 2_000));
  await page.clock.runFor(5 * 60_000);
  await page.clock.resume();
  await expect(reveal.getByRole('textbox', { name: 'Portal link' })).toHaveValue(/#t=spt_/);
  await reveal.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => tracesOf(page)).not.toContain(secret);

  // Not in the log of calls either.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('show api calls');
  await page.keyboard.press('Enter');
  const call = page.getByRole('dialog').getByText('portal_token').first();
  await call.click();
  await settled(page);
  const traces = await tracesOf(page);
  expect(traces).toContain('portal_token');
  expect(traces).not.toContain(secret);
  expect(traces).not.toContain('spt_');
});

test('PT-10: a link is issued from a ticket, prefilled with its requester', async ({ page, context, site }) => {
  const email = 'quill.ticket@issue.example';
  const { id } = await makeTicket(site, { requester_email: email, requester_name: 'Quill Ticket' });
  await signIn(page, site, { path: `/tickets/${id}` });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Issue portal link' }).click();
  const form = page.getByRole('dialog', { name: 'Portal link for Quill Ticket' });
  await expect(emailOf(form)).toHaveValue(email);
  await expect(form).toContainText('1 ticket will be shown.');
  await form.getByRole('button', { name: 'Issue link' }).click();
  await shownLink(page);
  expect((await linksOf(site, email))[0]).toMatchObject({ use_count: 0 });
  const opened = context.waitForEvent('page');
  await revealOf(page)
    .getByRole('link', { name: /Open as the customer/ })
    .click();
  const customer = await opened;
  await expect(customer.getByRole('heading', { name: 'Your request is open.' })).toBeVisible();
  expect((await linksOf(site, email))[0]).toMatchObject({ use_count: 1 });
});
