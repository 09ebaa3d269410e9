import type { Page } from '@playwright/test';
import { makeCustomer, makeTicket, makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { saved } from '#e2e/support/saved-file.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Entries' });
const entries = (page: Page, name: string | RegExp) => table(page).getByRole('button', { name });
const filters = (page: Page) => page.getByRole('group', { name: 'Filters' });

test('SET-13: from the AI caps to the entry of a budget change, and on to other changes of the same token', async ({
  page,
  site,
}) => {
  const finance = await site.issueToken({ label: 'Finance desk', scopes: ['ai_limits:write', 'tickets:write'] });
  const setBudget = (budget: number, token?: string) =>
    site.call('PATCH', 'ai_limits', {
      body: { monthly_budget_usd: budget },
      ...(token === undefined ? {} : { token }),
    });
  await setBudget(100);
  await site.call('POST', 'tickets', { token: finance.token, body: { subject: 'Invoice' } });
  await setBudget(250.5, finance.token);

  await signIn(page, site, { path: '/ai/usage' });
  await page.getByRole('region', { name: 'Caps' }).getByRole('link', { name: 'History' }).click();
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/audit\?type=ai_limits&object=\d+$/);
  const newest = table(page).locator('tr[data-row]').first();
  await expect(newest).toContainText('Finance desk');
  await expect(newest).toContainText('monthly budget $100.00 → $250.50');
  await expect(newest).toContainText('Done');
  await checkA11y(page);

  await entries(page, 'AI caps changed').first().click();
  const entry = page.getByRole('dialog', { name: 'AI caps changed' });
  await expect(entry.getByRole('row', { name: 'monthly budget $100.00 $250.50' })).toBeVisible();
  const [written] = await site.query`select request_id, network from audit_log where site_id = ${site.siteId}
    and action = 'ai_limits.update' and label = 'Finance desk'`;
  for (const text of [`Finance desk ${finance.token.slice(0, 14)}`, String(written?.['request_id']), '127.0.0.0/24'])
    await expect(entry).toContainText(text);
  await expect(entry.getByRole('button', { name: 'Copy request ID' })).toBeVisible();

  await entry.getByRole('link', { name: 'Other changes by Finance desk' }).click();
  await expect(page).toHaveURL(new RegExp(`audit\\?token=${finance.tokenId}$`));
  await expect(filters(page).getByLabel('By API token')).toHaveValue(String(finance.tokenId));
  await expect(table(page).locator('tr[data-row]')).toHaveCount(2);
  await expect(entries(page, 'Ticket created')).toBeVisible();
  await page.goBack();
  await expect(entry).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/entry=/);
  await expect(entries(page, 'AI caps changed').first()).toBeFocused();
});

test('SET-13: filters are in the URL, the file has the listed rows, and neither has personal text', async ({
  page,
  site,
  clock,
}) => {
  const canary = 'Canaria Vogel';
  await makeTicket(site, { subject: `Canary subject ${canary}`, requester_name: canary, initial_comment: canary });
  const customer = await makeCustomer(site, canary);
  await makeCustomer(site, 'Of another record');
  await site.call('PATCH', 'customer', { body: { id: customer.id, display_name: `${canary} the second` } });
  await makeTickets(site, 50);
  const [day, dayBefore] = [clock.date(), clock.date(1)];
  await clock.as(`${dayBefore}T12:00:00Z`, () => makeTicket(site));
  await signIn(page, site, { path: '/settings/audit' });
  await expect(page.locator('#main')).toContainText('for 400 days');

  await filters(page).getByLabel('Kind of record').selectOption({ label: 'Customer' });
  await expect(page).toHaveURL(/type=customer_identity/);
  await expect(table(page)).toContainText('display name');
  await entries(page, 'Customer changed').click();
  await expect(page.getByRole('dialog').getByRole('row', { name: /display name – Changed/ })).toBeVisible();
  await page.getByRole('dialog').getByRole('link', { name: 'Other changes of this record' }).click();
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible();
  await expect(filters(page).getByRole('button', { name: `Record ${customer.id}` })).toBeVisible();
  await filters(page).getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/settings\/audit$/);

  await filters(page).getByLabel('Action').selectOption({ label: 'Ticket created' });
  await expect(page.getByText('50 of 52', { exact: true })).toBeVisible();
  await filters(page).getByLabel('First day').fill(day);
  await expect(page.getByText('50 of 51', { exact: true })).toBeVisible();
  await filters(page).getByLabel('First day').fill(dayBefore);
  await filters(page).getByLabel('Last day').fill(dayBefore);
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
  await filters(page).getByLabel('First day').fill(day);
  await filters(page).getByLabel('Last day').fill(day);
  await filters(page).getByLabel('Outcome').selectOption('Done');
  await expect(page).toHaveURL(`/settings/audit?action=ticket.create&since=${day}&until=${day}&outcome=ok`);
  await expect(page.getByText('50 of 51', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByText('51 of 51', { exact: true })).toBeVisible();
  const shown = await table(page)
    .locator('tr[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.dataset['row']));
  const file = await saved(page, () => page.getByRole('button', { name: 'Download CSV' }).click());
  expect(file.name).toMatch(/audit-log-filtered-.*\.csv$/);
  expect(file.lines.slice(1).map((line) => line.split(',')[0])).toEqual(shown);
  expect(file.lines[1]).toContain('status:  -> open; priority:  -> normal');
  expect(file.text).not.toMatch(/canar/i);
  expect((await page.content()).match(/canar/i)).toBeNull();

  await filters(page).getByLabel('Outcome').selectOption('Failed');
  await expect(page.getByText('No entry matches', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download CSV' })).toHaveAccessibleDescription(/nothing to download/);
});
