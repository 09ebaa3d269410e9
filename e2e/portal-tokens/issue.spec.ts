import type { Page } from '@playwright/test';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { writeElsewhere } from '#e2e/ticket/ticket-support.ts';
import { emailOf, formOf, linksOf, NOT_FOUND, openSession, PAGE } from './portal-tokens-support.ts';
import { revealOf, secretOf, shownLink } from './portal-tokens-support.ts';

const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

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

test('PT-01, PT-09: a link is issued for an address, said before what it opens, asked for again with the same key, and handed over as a QR code and as a text in the customer’s language', async ({
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
  await reveal.getByRole('button', { name: 'Email text' }).click();
  const language = reveal.getByRole('combobox', { name: 'Language of the text' });
  await language.selectOption('Deutsch');
  await expect(reveal).toContainText('Bitte geben Sie ihn nicht weiter');
  await reveal.getByRole('button', { name: 'Copy text' }).click();
  await expect.poll(() => copied(page)).toContain(`ohne Passwort:\n${link}\n`);
  const text = (await copied(page)).replaceAll('\n', '\r\n');
  const mail = reveal.getByRole('link', { name: 'Open in your mail app' });
  await expect(mail).toHaveAttribute('href', /^mailto:quill\.first@issue\.example\?/);
  await expect.poll(async () => new URL((await mail.getAttribute('href')) ?? '').searchParams.get('body')).toBe(text);
  await language.selectOption('العربية');
  await expect(reveal.locator('pre')).toHaveCSS('direction', 'rtl');
  await checkA11y(page);
});

test('PT-02: a link is shown once, hides itself, and is nowhere when the dialog has closed', async ({
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

  // Closing asks as long as nobody has it.
  await page.keyboard.press('Escape');
  await expect(reveal).toContainText('Close without copying?');
  await reveal.getByRole('button', { name: 'Back to the link' }).click();
  await reveal.getByRole('button', { name: 'Show only the secret' }).click();
  await expect(reveal.getByRole('textbox', { name: 'Secret' })).toHaveValue(secret);
  await reveal.getByRole('button', { name: 'Copy secret' }).click();
  await expect.poll(() => copied(page)).toBe(secret);
  await reveal.getByRole('button', { name: 'Show the whole link' }).click();

  // Two minutes without use, unless somebody says so. Meanwhile no time goes by but this.
  await page.clock.pauseAt(new Date(clock.now().getTime() + 2_000));
  await page.clock.runFor(90_000);
  await expect(reveal.getByRole('timer')).toHaveText(/Hidden in 0:(1|2)\d\./);
  await reveal.getByRole('button', { name: 'Keep showing' }).click();
  await page.clock.runFor(100_000);
  await expect(reveal).toBeVisible();
  await page.clock.runFor(25_000);
  const hidden = page.getByRole('dialog', { name: 'The link was hidden' });
  await expect(hidden).toBeVisible();
  await expect.poll(() => tracesOf(page)).not.toContain(secret);
  await page.clock.resume();
  await hidden.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Not in the log of calls either, opened as whoever looks for it would.
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

test('PT-10: a link is issued from a ticket, for its requester; what they will see counts no use', async ({
  page,
  context,
  site,
}) => {
  const email = 'quill.ticket@issue.example';
  const { id } = await makeTicket(site, {
    ...{ requester_email: email, requester_name: 'Quill Ticket', initial_comment: 'At first it was quiet.' },
  });
  for (let n = 0; n < 178; n += 1) await writeElsewhere(site, id, 'Internal words', 'internal');
  for (let n = 1; n <= 21; n += 1) await writeElsewhere(site, id, `It clicks, ${n}.`);
  await writeElsewhere(site, id, 'It creaks.');
  await signIn(page, site, { path: `/tickets/${id}` });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Issue portal link' }).click();
  const form = page.getByRole('dialog', { name: 'Portal link for Quill Ticket' });
  await expect(emailOf(form)).toHaveValue(email);
  await expect(form).toContainText('1 ticket will be shown.');

  await form.getByRole('button', { name: 'What will the customer see?' }).click();
  const preview = page.getByRole('dialog', { name: 'What the customer will see' });
  await expect(preview).toContainText('Your request is open.');
  await expect(preview).toContainText('It creaks.');
  await expect(preview).not.toContainText('Internal words');
  // Of a request as long as this one the newest are read, and the page says so.
  await expect(preview).toContainText('Made from the newest 200 messages and notes of this request.');
  await expect(preview).not.toContainText('At first');
  // As the customer, who sees the newest messages first.
  await expect(preview).toContainText('It clicks, 3.');
  await expect(preview).not.toContainText('It clicks, 2.');
  await preview.getByRole('button', { name: 'Show older messages' }).click();
  await expect(preview).toContainText('It clicks, 1.');
  await checkA11y(page);
  await page.keyboard.press('Escape');
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
