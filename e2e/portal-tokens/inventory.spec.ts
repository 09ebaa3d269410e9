import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { closeWithoutCopying, issueLink, linksOf, NOT_FOUND, openSession, PAGE } from './portal-tokens-support.ts';
import { rowOf, secretOf, shownLink } from './portal-tokens-support.ts';

test('PT-05, PT-12: what expires soon is said with its date and zone; links are found by state, address, age and use, each count is the number of its rows', async ({
  page,
  site,
}) => {
  await issueLink(site, 'sorrel.soon@inventory.example', { days: 3 });
  await issueLink(site, 'sorrel.many@inventory.example', { uses: 10 });
  await issueLink(site, 'sorrel.fresh@inventory.example', { days: 365 });
  await issueLink(site, 'tansy@inventory.example', { days: 3 });
  await makeTicket(site, { requester_email: 'sorrel.many@inventory.example' });
  const rows = page.getByRole('row').filter({ hasText: '@inventory.example' });
  await signIn(page, site, { path: `${PAGE}?q=sorrel` });
  await expect(rows).toHaveCount(3);
  await expect(page.getByText('3 of 3')).toBeVisible();
  await checkA11y(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('1 link expires within 7 days.')).toBeVisible();
  await page.getByRole('button', { name: 'Show them' }).click();
  await expect(page).toHaveURL(/show=expiring/);
  await expect(rowOf(page, 'sorrel.soon')).toContainText(/\d+ \w+(?: \d{4})?, \d\d:\d\d \S+\s*in 2d/);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0);
  await checkA11y(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goBack();

  await expect(rows).toHaveCount(3);
  const chip = (name: RegExp) => page.getByRole('group', { name: 'Which links' }).getByRole('button', { name });
  for (const [name, email] of [
    [/^Expires in 7 days 1$/, 'sorrel.soon'],
    [/^Active, opened 10 times or more 1$/, 'sorrel.many'],
  ] as const) {
    await chip(name).click();
    await expect(page.getByText('1 of 1')).toBeVisible();
    await expect(rowOf(page, email)).toBeVisible();
  }
  await expect(rowOf(page, 'sorrel.many')).toContainText(/10 times\s*last \d/);
  await expect(rowOf(page, 'sorrel.many')).toContainText('by End to end');
  await expect(page).toHaveURL(/show=many/);
  await page.goBack();
  await expect(rowOf(page, 'sorrel.soon')).toContainText(/UTC\s*in 2d/);
  await chip(/^Active, never opened 2$/).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Expires soonest');
  await expect(rows).toHaveText([/soon/, /fresh/]);
  await page.reload();
  await expect(rows).toHaveText([/soon/, /fresh/]);
  await page.getByRole('searchbox', { name: 'Search by email' }).fill('sorrel nobody');
  await expect(page.getByText('No links match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rowOf(page, 'sorrel.soon')).toBeVisible();
  // A link leads to its customer.
  await rowOf(page, 'sorrel.many')
    .getByRole('link', { name: /Open customer/ })
    .click();
  await expect(page).toHaveURL(/\/customers\/\d+/);
});

test('PT-04: one link is revoked in its row, and an id that is none of this site is said to be', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(NOT_FOUND);
  const email = 'tansy.one@revoke.example';
  const link = await issueLink(site, email);
  await signIn(page, site, { path: PAGE });
  const row = rowOf(page, email);
  await row.getByRole('button', { name: `Revoke ${email}` }).click();
  await expect(row).toContainText('The link stops working at once. This cannot be undone.');
  await expect(row.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: `Revoke ${email}` })).toBeFocused();
  expect(await openSession(site, link.token)).toBe(200);
  await page.keyboard.press('Enter');
  await row.getByRole('button', { name: 'Revoke', exact: true }).dblclick();
  await expect(row).toContainText('Revoked');
  expect(await openSession(site, link.token)).toBe(404);

  const other = await issueLink(site, email);
  await page.getByRole('button', { name: 'Revoke…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke links' });
  await dialog.getByRole('textbox', { name: 'Link ID' }).fill('7741774177');
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Revoke link' }).click();
  await expect(dialog.getByRole('alert')).toContainText('There is no link 7741774177 on this site.');
  await dialog.getByRole('textbox', { name: 'Link ID' }).fill(String(other.id));
  await dialog.getByRole('button', { name: 'Revoke link' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await openSession(site, other.token)).toBe(404);
});

test('PT-06: the links of an address are shown before they are revoked; a link is replaced without a gap; selected ones are revoked together', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(NOT_FOUND);
  await issueLink(site, 'yarrow.a@yarrow.example');
  await issueLink(site, 'yarrow.a@yarrow.example');
  const kept = await issueLink(site, 'yarrow.c@yarrow.example');
  await signIn(page, site, { path: PAGE });
  await page.getByRole('button', { name: 'Revoke…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke links' });
  await dialog.getByRole('radio', { name: 'An address' }).click();
  await dialog.getByRole('textbox', { name: 'Email' }).fill('yarrow.a@yarrow.example');
  await dialog.getByRole('button', { name: 'Review links' }).click();
  await expect(dialog).toContainText('2 active links stop working at once.');
  const listed = dialog.getByRole('region', { name: 'Links to revoke' }).getByRole('listitem');
  await expect(listed).toHaveCount(2);
  await expect(listed).toContainText(['Active', 'Active']);
  expect((await linksOf(site, 'yarrow.a@yarrow.example'))[0]?.state).toBe('active');
  await dialog.getByRole('button', { name: 'Revoke 2 links' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Revoked' })).toHaveCount(2);
  expect(await openSession(site, kept.token)).toBe(200);

  // The old link works until the dialog after the new one revokes it.
  await rowOf(page, 'yarrow.c@')
    .getByRole('button', { name: /Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Replace with a new link' }).click();
  const form = page.getByRole('dialog', { name: 'Replace a portal link' });
  await expect(form).toContainText('you decide next whether to revoke it');
  await form.getByRole('button', { name: 'Issue link' }).click();
  const fresh = await shownLink(page);
  expect(await openSession(site, kept.token)).toBe(200);
  await closeWithoutCopying(page);
  const decide = page.getByRole('dialog', { name: 'Revoke the old link?' });
  await expect(decide.getByRole('button', { name: 'Keep both' })).toBeFocused();
  await checkA11y(page);
  await decide.getByRole('button', { name: 'Revoke old link' }).click();
  await expect(decide).toHaveCount(0);
  expect(await openSession(site, kept.token)).toBe(404);
  expect(await openSession(site, secretOf(fresh))).toBe(200);

  // By keyboard: two rows chosen, and revoked in one go.
  const one = await issueLink(site, 'yarrow.d@yarrow.example');
  await page.reload();
  await expect(rowOf(page, 'yarrow.d@')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByText('2 links selected')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke selected' }).click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Revoke 2 links' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await openSession(site, one.token)).toBe(404);
});

test('PT-06: a link issued after its address was looked up stays active and is shown', async ({ page, site }) => {
  const email = 'sorrel@sorrel.example';
  const first = await issueLink(site, email);
  const second = await issueLink(site, email);
  await signIn(page, site, { path: PAGE });
  const dialog = page.getByRole('dialog', { name: 'Revoke links' });
  await rowOf(page, email)
    .first()
    .getByRole('button', { name: /Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Revoke all links of this address' }).click();
  await dialog.getByRole('button', { name: 'Review links' }).click();
  await expect(dialog).toContainText('2 active links stop working at once.');
  const late = await issueLink(site, email);
  await dialog.getByRole('button', { name: 'Revoke 2 links' }).click();
  const said = page.getByRole('status').filter({ hasText: 'links revoked' });
  await expect(said).toContainText('2 links revoked. 1 link was issued in the meantime and stays active.');
  await expect(dialog).toHaveCount(0);
  await checkA11y(page);
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect(rowOf(page, email)).toHaveCount(1);
  await expect(rowOf(page, email)).toContainText('Active');
  for (const [{ token }, status] of [
    [first, 404],
    [second, 404],
    [late, 200],
  ] as const)
    expect(await openSession(site, token)).toBe(status);
});

test('PT-07: each count of the site leads to its rows, and the trend says its window; a token that may not issue links is told why it can do no more', async ({
  page,
  site,
  clock,
}) => {
  await clock.as(clock.date(40), () => issueLink(site, 'expired@counts.example', { days: 7 }));
  const { id } = await issueLink(site, 'revoked@counts.example');
  await site.call('DELETE', 'portal_token', { query: { id: String(id) } });
  for (const name of ['fennel', 'dill', 'sage']) await issueLink(site, `${name}@counts.example`);
  await signIn(page, site, { token: site.tokens.readOnly, path: PAGE });
  await expect(rowOf(page, 'sage@')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Issue link' })).toHaveAccessibleDescription(/portal_tokens:write/);
  await expect(page.getByRole('button', { name: 'Revoke sage@' })).toHaveAccessibleDescription(/portal_tokens:write/);

  const strip = page.getByRole('region', { name: 'All links of this site' });
  for (const [label, show, count] of [
    ['Active', 'active', 3],
    ['Expired', 'expired', 1],
    ['Revoked', 'revoked', 1],
  ] as const) {
    const figure = strip
      .locator('div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .getByRole('link');
    await expect(figure).toHaveText(String(count));
    await figure.click();
    await expect(page).toHaveURL(new RegExp(`show=${show}`));
    await expect(page.getByText(new RegExp(`of ${count}$`))).toBeVisible();
    await expect(rowOf(page, '@counts.example')).toHaveCount(count);
  }
  await expect(strip).toContainText(', 1 in the previous 30.');
  await strip.getByRole('link', { name: /^4 links issued in the last 30 days/ }).click();
  await expect(page.getByText(/of 4$/)).toBeVisible();
});
