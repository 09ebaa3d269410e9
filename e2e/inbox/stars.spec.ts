import type { Page } from '@playwright/test';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

async function starsOf(site: OwnSite): Promise<readonly string[]> {
  const { json } = await site.call('GET', 'preferences');
  const { values } = (json as { data: { values: Readonly<Record<string, unknown>> } }).data;
  return Object.keys(values).toSorted();
}

const rowOf = (page: Page, subject: string) => page.getByRole('row').filter({ hasText: subject });
const folder = (page: Page) =>
  page.getByRole('navigation', { name: 'Primary' }).getByRole('link', { name: /^Starred/ });

test('IN-26: a star that is set and taken away at once is gone, however slow the first call is', async ({
  page,
  site,
}) => {
  await makeTicket(site, { subject: 'Star and back' });
  const first = Promise.withResolvers<void>();
  const bodies: string[] = [];
  await signIn(page, site, { path: '/inbox?status=all&order_by=created' });
  await intercept(page, /resource=preferences/, async (route) => {
    const body = route.request().postData();
    if (body !== null) bodies.push(body);
    if (bodies.length === 1 && body !== null) await first.promise;
    await route.continue();
  });
  await rowOf(page, 'Star and back').click();
  await page.keyboard.press('Shift+S');
  await page.keyboard.press('Shift+S');
  await expect.poll(() => bodies.length).toBe(1);
  await expect(folder(page)).toHaveCount(0);
  first.resolve();
  await expect.poll(() => bodies.length).toBe(2);
  await settled(page);
  await expect.poll(() => starsOf(site)).toEqual([]);
});

test('IN-26: a ticket is starred in its row, by key and in its head, and found again under Starred', async ({
  page,
  site,
}) => {
  const { number: one } = await makeTicket(site, { subject: 'Star in the row' });
  const { number: two } = await makeTicket(site, { subject: 'Star by key', status: 'closed' });
  const { number: three } = await makeTicket(site, { subject: 'Star in the head' });
  await signIn(page, site, { path: '/inbox?status=all&order_by=created' });
  await rowOf(page, 'Star in the row').hover();
  await rowOf(page, 'Star in the row')
    .getByRole('button', { name: `Star #${one}` })
    .click();
  await expect(rowOf(page, 'Star in the row').getByRole('button', { name: `Star #${one}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // The row was not opened by it.
  await settled(page);
  await expect(page).not.toHaveURL(/ticket=/);
  await rowOf(page, 'Star by key').click();
  await page.keyboard.press('Shift+S');
  await expect(folder(page)).toContainText('2');
  await rowOf(page, 'Star in the head').click();
  await page
    .getByRole('region', { name: 'Ticket', exact: true })
    .getByRole('button', { name: `Star #${three}` })
    .click();
  await expect(folder(page)).toContainText('3');
  await expect.poll(() => starsOf(site)).toEqual([`star:${one}`, `star:${two}`, `star:${three}`].toSorted());

  await folder(page).click();
  await expect(folder(page)).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('row')).toHaveCount(3);
  await checkA11y(page);
  await rowOf(page, 'Star by key').hover();
  await rowOf(page, 'Star by key')
    .getByRole('button', { name: `Star #${two}` })
    .click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(folder(page)).toHaveAttribute('aria-current', 'page');

  await page.reload();
  await expect(folder(page)).toContainText('2');
});

test('IN-26: stars of two tabs both stay, and of one that is not saved a message says so', async ({
  page,
  context,
  site,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  const { number: one } = await makeTicket(site, { subject: 'First tab' });
  const { number: two } = await makeTicket(site, { subject: 'Second tab' });
  await signIn(page, site, { path: '/inbox?status=all&order_by=created' });
  const other = await context.newPage();
  await signIn(other, site, { path: '/inbox?status=all&order_by=created' });
  for (const [tab, subject, number] of [
    [page, 'First tab', one],
    [other, 'Second tab', two],
  ] as const) {
    await rowOf(tab, subject).hover();
    await rowOf(tab, subject)
      .getByRole('button', { name: `Star #${number}` })
      .click();
  }
  await expect.poll(() => starsOf(site)).toEqual([`star:${one}`, `star:${two}`].toSorted());
  await other.close();
  await intercept(page, /resource=preferences/, (route) => route.abort());
  await rowOf(page, 'First tab')
    .getByRole('button', { name: `Star #${one}` })
    .click();
  await expect(page.getByText(`Could not change the star of #${one}`)).toBeVisible();
  await expect(rowOf(page, 'First tab').getByRole('button', { name: `Star #${one}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('IN-26: the star of a ticket at its own address, on a phone @phone @desktop', async ({ page, site }) => {
  const { id, number } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  const star = page.getByRole('button', { name: `Star #${number}` });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => starsOf(site)).toEqual([`star:${number}`]);
  await page.keyboard.press('Shift+S');
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => starsOf(site)).toEqual([]);
});

test('IN-26: a service without preferences leaves stars to the browser @document', async ({ page, demoSite }) => {
  await signIn(page, demoSite, { path: '/inbox' });
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox') })
    .first();
  await row.hover();
  await row.getByRole('button', { name: /^Star #/ }).click();
  await expect(row.getByRole('button', { name: /^Star #/ })).toHaveAttribute('aria-pressed', 'true');
  // Without sessions a token is forgotten with the page.
  await signIn(page, demoSite, { path: '/inbox' });
  await expect(row.getByRole('button', { name: /^Star #/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('This service can’t list starred tickets.')).toBeAttached();
});
