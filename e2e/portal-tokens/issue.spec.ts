import type { Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { issueLink, linksOf, openSession, revealOf, shownLink, test } from './portal-tokens-support.ts';

const NOT_FOUND = /Failed to load resource.*404/;

const formOf = (page: Page) => page.getByRole('dialog', { name: 'Issue portal link' });

async function openDialog(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('issue portal link');
  await page.getByRole('option', { name: /^Issue portal link(?! for)/ }).click();
  await expect(formOf(page)).toBeVisible();
}

/** Everything that outlives a dialog and can be read by a script of the page. */
async function tracesOf(page: Page): Promise<string> {
  const html = await page.content();
  const kept = await page.evaluate(async () => {
    const parts = [location.href, JSON.stringify(history.state)];
    for (const store of [localStorage, sessionStorage]) parts.push(JSON.stringify({ ...store }));
    for (const field of document.querySelectorAll('input, textarea')) parts.push((field as HTMLInputElement).value);
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(name)));
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => all.addEventListener('success', resolve));
        parts.push(JSON.stringify(all.result, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)));
      }
      database.close();
    }
    parts.push(JSON.stringify(performance.getEntriesByType('resource').map((entry) => entry.name)));
    return parts.join('\n');
  });
  return `${html}\n${kept}`;
}

test('PT-01: a link is issued for an address, said before what it opens, and asked for again with the same key', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(NOT_FOUND, /net::ERR_FAILED/);
  await signIn(page, service, { path: '/manage/portal-tokens' });
  await expect(page.getByRole('heading', { name: 'Issue a link' })).toBeVisible();
  await page.keyboard.press('n');
  const form = formOf(page);
  const email = form.getByRole('textbox', { name: 'Customer’s email' });
  await expect(email).toBeFocused();
  await form.getByRole('button', { name: 'Issue link' }).click();
  await expect(email).toHaveAccessibleDescription(/Customer’s email must be/);
  await email.fill('quill.first@issue.example');
  await expect(form).toContainText('The customer will see an empty page.');
  const days = form.getByRole('textbox', { name: 'Expires after' });
  await days.fill('366');
  await form.getByRole('button', { name: 'Issue link' }).click();
  await expect(days).toHaveAccessibleDescription(/Expires after must be an integer from 1 to 365/);
  await form.getByRole('radio', { name: '7', exact: true }).click();
  await expect(days).toHaveAccessibleDescription(/On \d+ \w+ \d{4}, \d\d:\d\d \S+\./);
  await checkA11y(page);

  // The answer is lost once: the second try has the first one's key, and there is one link.
  const keys: (string | undefined)[] = [];
  await page.route('**/v1/api.ashx?resource=portal_token', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await form.getByRole('button', { name: 'Issue link' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'not clear whether the link was issued' })).toBeVisible();
  await form.getByRole('button', { name: 'Issue link' }).dblclick();
  const link = await shownLink(page);
  expect(keys).toEqual([keys[0], keys[0]]);
  const [token, ...others] = await linksOf(service, 'quill.first@issue.example');
  expect(others).toEqual([]);
  expect(token).toMatchObject({ state: 'active', use_count: 0 });
  expect(await openSession(service, link.split('#t=')[1] ?? '')).toBe(200);
});

test('PT-02: a link is shown once, hides itself, and is nowhere when the dialog has closed', async ({
  page,
  context,
  service,
  problems,
}) => {
  problems.allow(NOT_FOUND);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await signIn(page, service, { path: '/inbox' });
  await openDialog(page);
  await formOf(page).getByRole('textbox', { name: 'Customer’s email' }).fill('quill.canary@issue.example');
  await page.keyboard.press('Enter');
  const link = await shownLink(page);
  const reveal = revealOf(page);
  const secret = link.split('#t=')[1] ?? '';
  expect(await tracesOf(page)).toContain(secret);
  await checkA11y(page);

  // Closing asks as long as nobody has it.
  await page.keyboard.press('Escape');
  await expect(reveal).toContainText('Close without copying?');
  await reveal.getByRole('button', { name: 'Back to the link' }).click();
  await reveal.getByRole('button', { name: 'Show the token only' }).click();
  await expect(reveal.getByRole('textbox', { name: 'Token' })).toHaveValue(secret);
  await reveal.getByRole('button', { name: 'Copy token' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await reveal.getByRole('button', { name: 'Show the whole link' }).click();

  // Two minutes without use, unless somebody says so.
  await page.clock.runFor(100_000);
  await expect(reveal.getByRole('timer')).toHaveText(/Hides itself in 0:(1|2)\d\./);
  await reveal.getByRole('button', { name: 'Keep showing' }).click();
  await page.clock.runFor(100_000);
  await expect(reveal).toBeVisible();
  await page.clock.runFor(25_000);
  const hidden = page.getByRole('dialog', { name: 'The link was hidden' });
  await expect(hidden).toBeVisible();
  expect(await tracesOf(page)).not.toContain(secret);
  await hidden.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Not in the log of calls either, opened as whoever looks for it would.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('show api calls');
  await page.keyboard.press('Enter');
  const call = page.getByRole('dialog').getByText('portal_token').first();
  await expect(call).toBeVisible();
  await call.click();
  const traces = await tracesOf(page);
  expect(traces).toContain('portal_token');
  expect(traces).not.toContain(secret);
  expect(traces).not.toContain('spt_');
});

test('PT-03: a link that was there already is told from a new one, with what that means', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(NOT_FOUND);
  const old = await issueLink(service, 'quill.again@issue.example', { days: 90, uses: 2 });
  await signIn(page, service, { path: '/inbox' });
  await openDialog(page);
  await formOf(page).getByRole('textbox', { name: 'Customer’s email' }).fill('Quill.Again@issue.example');
  await page.keyboard.press('Enter');
  expect(await shownLink(page)).toBe(old.token_url);
  await expect(revealOf(page)).toContainText(/This is that link again\. It has been opened 2 times/);
  await revealOf(page).getByRole('button', { name: 'Issue a new one instead' }).click();
  await expect(revealOf(page)).toContainText('Older links of this address keep working');
  expect(await shownLink(page)).not.toBe(old.token_url);
  expect(await openSession(service, old.token)).toBe(200);
  expect(await linksOf(service, 'quill.again@issue.example')).toHaveLength(2);
});

test('PT-09: a link is handed over as a QR code and as a text in the customer’s language', async ({
  page,
  context,
  service,
  problems,
}) => {
  problems.allow(NOT_FOUND);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, service, { path: '/inbox' });
  await openDialog(page);
  await formOf(page).getByRole('textbox', { name: 'Customer’s email' }).fill('quill.mail@issue.example');
  await page.keyboard.press('Enter');
  const link = await shownLink(page);
  const reveal = revealOf(page);
  await reveal.getByRole('button', { name: 'QR code' }).click();
  await expect(reveal.getByRole('img', { name: 'QR code of the portal link' })).toBeVisible();
  await reveal.getByRole('button', { name: 'Email text' }).click();
  await reveal.getByRole('combobox', { name: 'Language of the text' }).selectOption('Deutsch');
  await expect(reveal).toContainText('Bitte geben Sie ihn nicht weiter');
  await reveal.getByRole('button', { name: 'Copy text' }).click();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain(`ohne Passwort:\n${link}\n`);
  const mailto = await reveal.getByRole('link', { name: 'Open in a mail program' }).getAttribute('href');
  expect(mailto).toMatch(/^mailto:quill\.mail@issue\.example\?/);
  expect(new URL(mailto ?? '').searchParams.get('body')).toBe(text.replaceAll('\n', '\r\n'));
  await reveal.getByRole('combobox', { name: 'Language of the text' }).selectOption('العربية');
  await expect(reveal.locator('pre')).toHaveCSS('direction', 'rtl');
  await checkA11y(page);
});

test('PT-10: a link is issued from a ticket, for its requester; what they will see counts no use', async ({
  page,
  context,
  service,
}) => {
  const email = 'quill.ticket@issue.example';
  const body = { subject: 'Quillwort saddle', requester_email: email, requester_name: 'Quill Ticket' };
  const made = await service.call('POST', 'tickets', { body: { ...body, initial_comment: 'It creaks.' } });
  const { id } = (made.json as { data: { id: number } }).data;
  const note = { ticket_id: id, body: 'Internal words', visibility: 'internal' };
  await service.call('POST', 'ticket_comments', { body: note });
  await signIn(page, service, { path: `/tickets/${id}` });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Issue portal link' }).click();
  const form = page.getByRole('dialog', { name: 'Portal link for Quill Ticket' });
  await expect(form.getByRole('textbox', { name: 'Customer’s email' })).toHaveValue(email);
  await expect(form).toContainText('1 ticket will be shown.');

  await form.getByRole('button', { name: 'What will the customer see?' }).click();
  const preview = page.getByRole('dialog', { name: 'What the customer will see' });
  await expect(preview).toContainText('Your request is open.');
  await expect(preview).toContainText('It creaks.');
  await expect(preview).not.toContainText('Internal words');
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Issue link' }).click();
  await shownLink(page);
  expect((await linksOf(service, email))[0]).toMatchObject({ use_count: 0 });
  const [customer] = await Promise.all([
    context.waitForEvent('page'),
    revealOf(page)
      .getByRole('link', { name: /Open as the customer/ })
      .click(),
  ]);
  await expect(customer.getByRole('heading', { name: 'Your request is open.' })).toBeVisible();
  expect((await linksOf(service, email))[0]).toMatchObject({ use_count: 1 });
});
