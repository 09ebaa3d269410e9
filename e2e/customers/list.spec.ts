import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { makeCustomer, test } from './detail-support.ts';
import { expectOpen, grid, listCustomers, ownWord, row, saved } from './list-support.ts';

const WHOLE = new Intl.NumberFormat('en-GB');

test('ID-01: the list by tickets, by last visit and by name, all of it by scrolling, and as a file', async ({
  page,
  ownService: service,
}) => {
  test.slow();
  await Promise.all(
    Array.from({ length: 130 }, (_, at) =>
      service.call('POST', 'customer', {
        body: { display_name: `Zz ${String(at).padStart(3, '0')}`, phone: `+4917${70_000_000 + at}` },
      }),
    ),
  );
  await makeCustomer(service, '=1+1 Formula');
  const { total_count: total } = await listCustomers(service, { limit: '1' });
  await signIn(page, service, { path: '/customers' });
  await expect(page.getByText(WHOLE.format(total), { exact: true })).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(total));
  const first = async (order: string) => (await listCustomers(service, { order_by: order, limit: '3' })).items;
  const namesOf = (items: Awaited<ReturnType<typeof first>>) => items.map((one) => one.display_name ?? one.email ?? '');
  for (const [label, order] of [
    ['Recent', 'recent'],
    ['Name', 'name'],
    ['Tickets', 'tickets'],
  ] as const) {
    await page.getByRole('radio', { name: label }).click();
    for (const [at, name] of namesOf(await first(order)).entries()) {
      await expect(grid(page).locator(`[data-row="${at}"]`)).toContainText(name);
    }
    if (order !== 'tickets') await expect(page).toHaveURL(new RegExp(`order=${order}`));
  }
  await checkA11y(page);

  // By name the last ones stand on another page of the service.
  await page.getByRole('radio', { name: 'Name' }).click();
  await grid(page).locator('[data-row="0"]').focus();
  await page.keyboard.press('End');
  const { items } = await listCustomers(service, { order_by: 'name', limit: '1', skip: String(total - 1) });
  await expect(grid(page).locator(`[data-row="${total - 1}"]`)).toContainText(namesOf(items)[0] ?? '');
  await expect(grid(page).locator(`[data-row="${total - 1}"]`)).toBeFocused();

  // The whole list, in this order, with the columns of the API.
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export CSV' });
  await checkA11y(page);
  const { name, lines } = await saved(page, () => dialog.getByRole('button', { name: /^Export \d/ }).click());
  expect(name).toMatch(/^(velo-works|\d+)-customers-\d{4}-\d\d-\d\d\.csv$/);
  expect(lines[0]).toBe('id,email,phone,display_name,ticket_count,first_seen_utc,last_seen_utc');
  expect(lines).toHaveLength(total + 1);
  expect(lines.find((line) => line.includes('Formula'))).toContain(",'=1+1 Formula,");
  expect(lines.some((line) => line.includes(',+4917'))).toBe(true);
  await expect(dialog).toContainText(`${WHOLE.format(total)} rows exported`);
});

test('ID-01: a customer opens beside the list by J, K, Enter and a click, and the list stays where it is', async ({
  page,
  service,
}) => {
  const word = ownWord();
  const made = [];
  for (const letter of ['A', 'B', 'C']) made.push(await makeCustomer(service, `${letter} ${word}`));
  const [a, b, c] = made;
  if (a === undefined || b === undefined || c === undefined) return;
  await signIn(page, service, { path: `/customers?order=name&q=${word}` });
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
  await page.keyboard.press('j');
  await expectOpen(page, a);
  await expect(row(page, `A ${word}`)).toBeFocused();
  await page.keyboard.press('j');
  await expectOpen(page, b);
  await expect(row(page, `B ${word}`)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('k');
  await expectOpen(page, a);
  await row(page, `C ${word}`).click();
  await expectOpen(page, c);
  await expect(page).toHaveURL(new RegExp(`order=name&q=${word}`));
  // Enter goes into the page, Esc back to its row.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Customer', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row(page, `C ${word}`)).toBeFocused();
  await page.goBack();
  await expectOpen(page, a);
  await page.reload();
  await expectOpen(page, a);
  await expect(row(page, `A ${word}`)).toHaveAttribute('aria-current', 'true');
});

test(
  'ID-01: on a phone the list or the page, and back to the same row',
  { tag: '@phone' },
  async ({ page, service }) => {
    const word = ownWord();
    const customer = await makeCustomer(service, `Pocket ${word}`);
    await signIn(page, service, { path: `/customers?q=${word}` });
    await checkA11y(page);
    await row(page, word).tap();
    await expectOpen(page, customer);
    await expect(page.getByRole('region', { name: 'Customer', exact: true })).toBeFocused();
    await page.goBack();
    await expect(row(page, word)).toBeFocused();
  },
);

test('a list that cannot be loaded says why and is loaded by Retry; one that cannot be refreshed stays', async ({
  page,
  service,
  between,
  problems,
}) => {
  problems.allow(/status of 500/);
  const word = ownWord();
  await makeCustomer(service, `Broken ${word}`);
  const broken: typeof between.tamper = ({ resource }, response) => {
    if (resource !== 'customer_identities') return false;
    response
      .writeHead(500, { 'content-type': 'application/json', 'x-svc-request-id': 'req-cust-1' })
      .end('{"ok":false,"error":{"code":"internal_error","message":"broken"}}');
    return true;
  };
  between.tamper = broken;
  await signIn(page, { ...service, url: between.url }, { path: `/customers?q=${word}` });
  const failure = page.getByRole('alert').filter({ hasText: 'req-cust-1' });
  await expect(failure).toBeVisible({ timeout: 20_000 });
  between.tamper = null;
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(row(page, word)).toBeVisible();
  between.tamper = broken;
  await page.keyboard.press('r');
  await expect(page.getByRole('status').filter({ hasText: 'Retry' })).toBeVisible({ timeout: 20_000 });
  await expect(row(page, word)).toBeVisible();
});
