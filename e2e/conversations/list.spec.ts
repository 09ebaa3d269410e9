import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { saved } from '#e2e/support/saved-file.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { makeFour, NOW, rows } from './conversations-support.ts';

test.beforeEach(({ clock }) => clock.set(NOW));

test('HT-07: conversations are found by what was said, outcome, reason, rating and cost, all of it in the address, ordered, opened by keys, and saved as a file', async ({
  page,
  site,
  clock,
}) => {
  await makeFour(site, clock);
  await signIn(page, site, { path: '/conversations' });
  await expect(rows(page)).toHaveCount(3);
  await expect(
    page.getByRole('status').filter({ hasText: '3 conversations, UTC days, 20 Oct to 18 Nov' }),
  ).toBeVisible();
  const late = rows(page).filter({ hasText: 'Where is my late parcel?' });
  await expect(late).toContainText('Maren Holm');
  await expect(late).toContainText('5 messages');
  await expect(late).toContainText('Handed over');
  await expect(late).toContainText('Asked for a person');
  await expect(late).toContainText('20m');
  await expect(late).toContainText('$0.25');
  await checkA11y(page);

  // Newest first, or the costliest.
  await expect(rows(page).first()).toContainText('My chain jumps');
  await page.getByRole('radio', { name: 'Costliest' }).click();
  await expect(rows(page).first()).toContainText('Where is my late parcel?');
  await expect(page).toHaveURL(/order=cost/);

  // By filters, as chips that can be removed.
  const filter = page.getByRole('button', { name: 'Filter', exact: true });
  await filter.click();
  await page.getByRole('menuitemradio', { name: 'Answered by AI' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('When do you open?');
  await expect(page).toHaveURL(/outcome=answered/);
  await page.getByRole('button', { name: 'Remove filter Outcome Answered by AI' }).click();
  await expect(rows(page)).toHaveCount(3);
  for (const [name, query] of [
    ['Asked for a person', /reason=Asked/],
    ['Low, 0 to 2', /low=1/],
    ['$0.10 or more', /cost=0\.10/],
  ] as const) {
    await filter.click();
    await page.getByRole('menuitemradio', { name }).click();
    await expect(page).toHaveURL(query);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Where is my late parcel?');
    await page.getByRole('button', { name: /^Remove filter/ }).click();
    await expect(rows(page)).toHaveCount(3);
  }
  await page.goto(`${site.url}/conversations?channel=whatsapp&review=none`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('My chain jumps');
  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(rows(page)).toHaveCount(3);

  // By words, then by keys to the session, where they are found again; Back returns.
  await page.keyboard.press('/');
  await page.keyboard.type('late PARCEL');
  await expect(rows(page)).toHaveCount(1);
  const file = await saved(page, () => page.getByRole('button', { name: 'Download CSV' }).click());
  expect(file.name).toMatch(/conversations-2026-11-18\.csv$/);
  expect(file.lines).toHaveLength(2);
  expect(file.lines[1]).toContain('late-parcel');
  await page.getByRole('searchbox', { name: 'Search what was said' }).press('Enter');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/conversations\/session\/late-parcel\?q=late/);
  await expect(page.locator('mark')).toHaveText('late parcel');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search what was said' }).fill('nothing of the kind');
  await expect(page.getByText('No conversations match')).toBeVisible();
  await page.getByRole('button', { name: 'Remove all filters' }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('j');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(rows(page).first()).toBeFocused();
});

test('a list that fails says why and loads again; days without conversations say so', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/ai_sessions/);
  await intercept(page, /resource=ai_sessions/, (route) => route.abort());
  await signIn(page, site, { path: '/conversations' });
  await expect(page.getByText('Conversations could not be loaded')).toBeVisible();
  await page.unroute(/resource=ai_sessions/);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No conversations in these days')).toBeVisible();
  await checkA11y(page);
});
