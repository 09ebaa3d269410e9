import { makeCustomer, makeTicket } from '#e2e/support/builders.ts';
import { mergeByCall } from '#e2e/customers/merge-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { saved } from '#e2e/support/saved-file.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { issueLink, NOT_FOUND, openSession, PAGE, rowOf } from './portal-links-support.ts';

test('PT-05, PT-07, PT-12, GX-18: links are found by state, address, end and use; each count is the number of its rows; the file has the list', async ({
  page,
  site,
  clock,
}) => {
  const soon = await issueLink(site, 'sorrel.soon@inventory.example', { days: 3 });
  await issueLink(site, 'sorrel.many@inventory.example', { uses: 10 });
  await issueLink(site, 'sorrel.fresh@inventory.example', { days: 365 });
  await issueLink(site, '+sum.sorrel@inventory.example');
  await issueLink(site, 'tansy@inventory.example', { days: 3 });
  await makeTicket(site, { requester_email: 'sorrel.many@inventory.example' });
  const rows = page.getByRole('row').filter({ hasText: '@inventory.example' });
  await signIn(page, site, { path: `${PAGE}?q=sorrel` });
  await expect(rows).toHaveCount(4);
  await expect(page.getByRole('heading', { name: '4 active links' })).toBeVisible();
  await expect(page.getByText('4 of 4')).toBeVisible();
  await checkA11y(page);

  await expect(page.getByText('1 link expires within 7 days.')).toBeVisible();
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect(page).toHaveURL(/show=expiring/);
  await expect(rows).toHaveCount(1);
  await expect(rowOf(page, 'sorrel.soon')).toContainText(/\d+ \w+(?: \d{4})?, \d\d:\d\d \S+\s*in 2d/);
  await page.goBack();
  await expect(rows).toHaveCount(4);

  const chip = (name: RegExp) => page.getByRole('group', { name: 'Which links' }).getByRole('button', { name });
  await chip(/^Active, opened 10 times or more 1$/).click();
  await expect(rows).toHaveText([/sorrel\.many.*10 times\s*last \d.*by End to end/s]);
  await chip(/^Active, never opened 3$/).click();
  await expect(rows).toHaveCount(3);
  await expect(rows).toHaveText([/sum/, /fresh/, /soon/]);

  // The file has these rows in this order, guarded against formulas, and no secret.
  const file = await saved(page, () => page.getByRole('button', { name: 'Download CSV' }).click());
  expect(file.name).toMatch(/portal-links-filtered-.*\.csv$/);
  expect(file.lines).toHaveLength(4);
  expect(file.lines[3]).toContain('sorrel.soon');
  expect(file.lines[1]).toMatch(/^\d+,'\+sum\.sorrel@inventory\.example,active,/);
  expect(file.text).not.toContain(soon.token);
  expect(file.text).not.toMatch(/spt_|#t=/);

  await page.getByRole('searchbox', { name: 'Search by email' }).fill('sorrel missing');
  await expect(page.getByText('No links match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(5);

  // Customers who are blocked or were merged are marked, and an address alone is a filter that can be taken away.
  const blocked = await makeCustomer(site, 'Sorrel Soon', { email: 'sorrel.soon@inventory.example' });
  await site.call('PATCH', 'customer', { body: { id: blocked.id, blocked: true } });
  const merged = await makeCustomer(site, 'Tansy', { email: 'tansy@inventory.example' });
  await mergeByCall(site, merged.id, (await makeCustomer(site, 'Tansy Field')).id);
  await page.goto(`${site.url}${PAGE}?email=tansy@inventory.example`);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Merged');
  await page.getByRole('button', { name: /^Remove filter/ }).click();
  await expect(rows).toHaveCount(5);
  await expect(rowOf(page, 'sorrel.soon')).toContainText('Does not open until you unblock the customer');

  // One that has ended, and one that was revoked.
  await clock.as(clock.date(9), () => issueLink(site, 'umber@inventory.example', { days: 2 }));
  const { id } = await issueLink(site, 'violet@inventory.example');
  expect((await site.call('DELETE', 'portal_token', { query: { id: String(id) } })).status).toBe(200);
  await page.goto(`${site.url}${PAGE}`);
  await expect(rows).toHaveCount(7);
  await chip(/^Expired 1$/).click();
  await expect(rows).toHaveText([/^umber@.*Expired/]);
  await chip(/^Revoked 1$/).click();
  await expect(rows).toHaveText([/^violet@.*Revoked/]);
  await chip(/^Active 5$/).click();
  await expect(rows).toHaveCount(5);
  await rowOf(page, 'sorrel.many')
    .getByRole('link', { name: /Open customer/ })
    .click();
  await expect(page).toHaveURL(/\/customers\/\d+/);
});

test('PT-04, PT-06: one link, then all links of an address are revoked after a question that says what stops', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(NOT_FOUND);
  const [email, other] = ['yarrow.a@yarrow.example', 'yarrow.c@yarrow.example'];
  const links = [await issueLink(site, email), await issueLink(site, email), await issueLink(site, email)];
  const kept = await issueLink(site, other);
  await signIn(page, site, { path: PAGE });
  const dialog = page.getByRole('dialog');
  const button = rowOf(page, email)
    .first()
    .getByRole('button', { name: `Actions for the link of ${email}` });
  const revoke = page.getByRole('menuitem', { name: 'Revoke this link' });
  await button.click();
  await revoke.click();
  await expect(dialog).toContainText('The link stops working at once. This cannot be undone.');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await revoke.click();
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Revoked' })).toHaveCount(1);
  expect(await openSession(site, links[2]?.token ?? '')).toBe(404);

  await rowOf(page, email)
    .first()
    .getByRole('button', { name: /Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Revoke all links of this address' }).click();
  await expect(dialog).toContainText(`2 active links of ${email} stop working at once.`);
  expect(await openSession(site, links[0]?.token ?? '')).toBe(200);
  await dialog.getByRole('button', { name: 'Revoke 2 links' }).click();
  await expect(page.getByText('2 links revoked')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Revoked' })).toHaveCount(3);
  for (const { token } of links) expect(await openSession(site, token)).toBe(404);
  expect(await openSession(site, kept.token)).toBe(200);
});
