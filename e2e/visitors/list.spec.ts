import { follow, panel as customerPanel } from '#e2e/customers/detail-support.ts';
import { refuse } from '#e2e/inbox/bulk-support.ts';
import { makeCustomer, makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { openPalette } from '#e2e/support/open-palette.ts';
import { saved } from '#e2e/support/saved-file.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { widthTooMuch } from '#e2e/ticket/ticket-support.ts';
import { fact, ingest, makeVisitor, PAGE, rowOf, track } from './visitors-support.ts';

test('VE-01: visitors are found by search and segment; each leads to its page and to its segment; the file has the list', async ({
  page,
  site,
}) => {
  const rule = { kind: 'segment', min_count: 2, within_days: 30 };
  await ingest(site, [
    { ...rule, name: 'Shoppers', event: 'Viewed cart' },
    { ...rule, name: 'Guests', event: 'Left' },
  ]);
  await makeVisitor(site, 'v_amara', { email: 'amara@example.org', display_name: 'Amara Sørensen' });
  await makeVisitor(site, 'v_none');
  for (const event of ['Viewed cart', 'Viewed cart', 'Signed up']) await track(site, 'v_shop', event);
  await signIn(page, site, { path: '/customers' });
  await page.getByRole('link', { name: 'Visitors', exact: true }).click();
  await expect(page).toHaveURL(/\/customers\/visitors$/);
  const rows = rowOf(page, /./);
  await expect(rows).toHaveText([/v_shop.*Not linked.*Shoppers.*3/, /v_none.*Not linked.*None.*0/, /Amara.*v_amara/]);
  await expect(page.getByText('3 of 3, newest first')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Visitors', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: 'All customers' })).not.toHaveAttribute('aria-current');
  await checkA11y(page);

  await page.keyboard.press('/');
  await page.keyboard.type('sørensen');
  await expect(page).toHaveURL(/\?q=/);
  await expect(rows).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Amara').getByRole('link', { name: 'Amara Sørensen' })).toBeFocused();
  const searchBox = page.getByRole('searchbox', { name: 'Key, name, email or phone' });
  await searchBox.fill('nothing like it');
  await expect(page.getByText('No visitors match', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(3);

  // All segments, not only those of the rows.
  const segment = page.getByRole('combobox', { name: 'Segment' });
  await expect(segment.getByRole('option')).toHaveText(['Any', 'Guests', 'Shoppers']);
  await segment.selectOption('Shoppers');
  await expect(page).toHaveURL(/segment=Shoppers/);
  await expect(rows).toHaveText([/v_shop/]);
  const file = await saved(page, () => page.getByRole('button', { name: 'Download CSV' }).click());
  expect(file.name).toMatch(/visitors-filtered-.*\.csv$/);
  expect(file.lines).toEqual([
    'id,visitor_key,display_name,email,phone,customer_identity_id,segments,event_count,first_seen_utc,last_seen_utc,attributes',
    expect.stringMatching(/^\d+,v_shop,,,,,Shoppers,3,\S+Z,\S+Z,\{\}$/),
  ]);
  await page.goBack();
  await expect(rows).toHaveCount(3);

  // The segment of a visitor is the way to the others who are in it.
  await rowOf(page, 'v_shop').getByRole('link', { name: 'v_shop' }).click();
  await expect(page).toHaveURL(/\/customers\/visitors\/v_shop$/);
  await fact(page, 'Segments').getByRole('link', { name: 'Shoppers' }).click();
  await expect(page).toHaveURL(/\/customers\/visitors\?segment=Shoppers$/);
  await expect(rows).toHaveText([/v_shop/]);
});

test('VE-01: a site without visitors says who makes them; a failed list is tried again; the palette leads there', async ({
  page,
  site,
  between,
  problems,
}) => {
  problems.allow(/status of 400/);
  between.tamper = ({ resource }, response) =>
    resource === 'visitors' && refuse(response, 400, 'bad_request', { 'x-svc-request-id': 'req-4711' });
  await signIn(page, { ...site, url: between.url }, { path: '/customers' });
  await openPalette(page);
  await page.getByRole('combobox').fill('visitor_key');
  await page.getByRole('option', { name: 'Visitors', exact: false }).first().click();
  await expect(page.getByText('Visitors could not be loaded')).toBeVisible();
  await expect(page.getByText('req-4711')).toBeVisible();
  between.tamper = null;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No visitors yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download CSV' })).toHaveAccessibleDescription(
    'No visitors match, so there is nothing to download.',
  );
  await checkA11y(page);
});

test('VE-04: a visitor is linked with the customer, and each leads to the other; a ticket leads to the last visit', async ({
  page,
  site,
}) => {
  const customer = await makeCustomer(site, 'Vera Lind');
  const email = customer.email ?? '';
  for (const n of [1, 2, 3, 4, 5, 6]) await makeVisitor(site, `v_${n}`, { email });
  await makeVisitor(site, 'v_other');
  const { id } = await makeTicket(site, { requester_email: email });
  await signIn(page, site, { path: `/customers/${customer.id}` });
  await customerPanel(page, 'Visitors').getByRole('link', { name: 'v_6' }).click();
  await expect(page).toHaveURL(/\/customers\/visitors\/v_6$/);
  await fact(page, 'Customer').getByRole('link', { name: 'Vera Lind' }).click();
  await expect(page).toHaveURL(new RegExp(`/customers/${customer.id}$`));
  await customerPanel(page, 'Visitors').getByRole('link', { name: 'Show all visitors' }).click();
  const rows = rowOf(page, /./);
  await expect(rows).toHaveCount(6);
  await rows
    .first()
    .getByRole('link', { name: `Customer ${customer.id}` })
    .click();
  await expect(page).toHaveURL(new RegExp(`/customers/${customer.id}$`));
  await page.goBack();
  await page.getByRole('button', { name: /^Remove filter/ }).click();
  await expect(rows).toHaveCount(7);

  await follow(page, `/inbox?ticket=${id}`);
  await fact(page, 'Last visit').getByRole('link').click();
  await expect(page).toHaveURL(/\/customers\/visitors\/v_\d$/);
});

test(
  'VE-01, VE-04: a service of the API document alone has the list and the page, without conversations; the customer opens by email',
  { tag: '@document' },
  async ({ page, site }) => {
    await makeTicket(site, { requester_name: 'Doc Holm', requester_email: 'doc@example.org' });
    await makeVisitor(site, 'v_doc', { email: 'doc@example.org', attributes: { plan: 'pro' } });
    await signIn(page, site, { path: PAGE });
    await rowOf(page, 'v_doc').getByRole('link', { name: 'doc@example.org' }).click();
    await expect(fact(page, 'Key')).toHaveText('v_doc');
    await expect(page.getByRole('region', { name: 'Events' })).toContainText('No events were tracked.');
    await expect(page.getByRole('region', { name: 'Conversations' })).toHaveCount(0);
    await checkA11y(page);
    await fact(page, 'Customer').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 2, name: 'Doc Holm' })).toBeVisible();
  },
);

test('VE-01: on a phone the list and the page fit, and lead back', { tag: '@phone' }, async ({ page, site }) => {
  const key = `🚲 ${'x'.repeat(190)}`;
  await makeVisitor(site, key, { display_name: 'مارين '.repeat(16).trim(), attributes: { [key.slice(0, 90)]: key } });
  await signIn(page, site, { path: PAGE });
  await expect(rowOf(page, 'مارين')).toBeVisible();
  await expect.poll(() => widthTooMuch(page)).toBeLessThanOrEqual(0);
  await checkA11y(page);
  await rowOf(page, 'مارين').getByRole('link').first().tap();
  await expect(fact(page, 'Key')).toHaveText(key);
  await expect.poll(() => widthTooMuch(page)).toBeLessThanOrEqual(0);
  await checkA11y(page);
  await page.getByRole('link', { name: 'Back to visitors' }).tap();
  await expect(rowOf(page, 'مارين')).toBeVisible();
});
