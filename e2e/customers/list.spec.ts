import { makeCustomer } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { fact } from './detail-support.ts';
import { expectOpen, grid, listCustomers, row } from './list-support.ts';
import { saved } from '#e2e/support/saved-file.ts';

const WHOLE = new Intl.NumberFormat('en-GB');

test('ID-01: the list by tickets, by last visit and by name, all of it by scrolling, and as a file', async ({
  page,
  demoSite,
}) => {
  const { total_count: total } = await listCustomers(demoSite, { limit: '1' });
  expect(total, 'more than come at once').toBeGreaterThan(100);
  const line = (at: number) => grid(page).locator(`[data-row="${at}"]`);
  const names = async (query: Readonly<Record<string, string>>) =>
    (await listCustomers(demoSite, query)).items.map((one) => one.display_name ?? one.email ?? '');
  await signIn(page, demoSite, { path: '/customers' });
  await expect(page.getByText(`${WHOLE.format(total)} customers`, { exact: true })).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(total));
  for (const [label, order] of [
    ['Recent', 'recent'],
    ['Tickets', 'tickets'],
    ['Name', 'name'],
  ] as const) {
    await page.getByRole('radio', { name: label }).click();
    for (const [at, name] of (await names({ order_by: order, limit: '3' })).entries())
      await expect(line(at)).toContainText(name);
    if (order !== 'recent') await expect(page).toHaveURL(new RegExp(`order=${order}`));
  }

  // By name, the last ones are on a later page of the service.
  await line(0).focus();
  await page.keyboard.press('End');
  const [last = ''] = await names({ order_by: 'name', limit: '1', skip: String(total - 1) });
  await expect(line(total - 1)).toContainText(last);
  await expect(line(total - 1)).toBeFocused();

  // The whole list, in this order, with the columns of the API.
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download CSV' });
  await checkA11y(page);
  const { name, lines } = await saved(page, () => dialog.getByRole('button', { name: /^Download \d/ }).click());
  expect(name).toMatch(/^(velo-works|\d+)-customers-\d{4}-\d\d-\d\d\.csv$/);
  expect(lines[0]).toBe('id,email,phone,display_name,ticket_count,first_seen_utc,last_seen_utc');
  expect(lines).toHaveLength(total + 1);
  expect(lines.at(-1)).toContain(last);
  await expect(dialog).toContainText(`${WHOLE.format(total)} rows downloaded`);
});

test('ID-01: a customer opens beside the list by J, K, Enter and a click, and the list stays where it is', async ({
  page,
  site,
}) => {
  const a = await makeCustomer(site, 'A Holm', { phone: '+4915155501884' });
  const b = await makeCustomer(site, '=B Holm', { email: 'b.holm@example.org' });
  const c = await makeCustomer(site, 'C Holm');
  await signIn(page, site, { path: '/customers?order=name&q=holm' });
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
  // By the marks of the names "=B" is the first, and where there is room the first one is shown.
  await expectOpen(page, b);
  await page.keyboard.press('j');
  await expectOpen(page, a);
  await expect(row(page, 'A Holm')).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('k');
  await expectOpen(page, b);
  await row(page, 'C Holm').click();
  await expectOpen(page, c);
  // A customer without a ticket has no last visit: the service answers the time of creation.
  await expect(row(page, 'C Holm').getByTitle(/^No tickets yet\. First seen /)).toHaveText('–');
  await expect(fact(page, 'Last seen')).toHaveText('No tickets yet');
  await expect(page).toHaveURL(/order=name&q=holm/);
  // Enter goes into the page, Esc back to its row.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Customer', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row(page, 'C Holm')).toBeFocused();
  await page.goBack();
  await expectOpen(page, b);
  await expect(row(page, '=B Holm')).toHaveAttribute('aria-current', 'true');

  // In the file no name is a formula, and a phone keeps its plus.
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const exporting = page.getByRole('dialog', { name: 'Download CSV' });
  const { lines } = await saved(page, () => exporting.getByRole('button', { name: /^Download \d/ }).click());
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain(",'=B Holm,");
  expect(lines[2]).toContain(',+4915155501884,A Holm,');
});
