import type { Page } from '@playwright/test';
import { makeCustomer, makeTicket } from '#e2e/support/builders.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { heading, reply } from '#e2e/ticket/ticket-support.ts';
import { follow } from './detail-support.ts';

const kept = (page: Page) => page.getByText(/^Draft saved in this browser, \d\d:\d\d$/);

/** The texts of all stored drafts. */
function draftTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    Object.entries<string>({ ...localStorage })
      .filter(([key]) => key.includes(' draft '))
      .map(([, value]) => /"text":"([^"]*)"/.exec(value)?.[1] ?? '')
      .sort(),
  );
}

const noteTexts = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

test('drafts to and notes about an erased person are forgotten, here and where the ticket turns out to be gone', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/Failed to load resource.*404/);
  const erased = await makeCustomer(site, 'Goneia Falk');
  const elsewhere = await makeCustomer(site, 'Awaya Falk');
  const first = await makeTicket(site, { subject: 'Goneia asks', requester_email: erased.email });
  const second = await makeTicket(site, { subject: 'Awaya asks', requester_email: elsewhere.email });
  const third = await makeTicket(site, { subject: 'Stayia asks', requester_email: 'stayia@example.org' });
  await signIn(page, site, { path: '/customers' });
  for (const [{ id }, name] of [
    [first, 'Goneia'],
    [second, 'Awaya'],
    [third, 'Stayia'],
  ] as const) {
    await follow(page, `/tickets/${id}`);
    await expect(heading(page, `${name} asks`)).toBeVisible();
    await reply(page).fill(`Dear ${name}`);
    await expect(kept(page)).toBeVisible();
  }
  await expect.poll(() => draftTexts(page)).toEqual(['Dear Awaya', 'Dear Goneia', 'Dear Stayia']);

  await follow(page, `/customers/${erased.id}`);
  await page.getByRole('textbox', { name: 'New note' }).fill('Goneia rides to work');
  await expect.poll(() => noteTexts(page)).toContain('Goneia rides to work');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Erase this person’s data' }).click();
  const erasing = page.getByRole('dialog', { name: 'Erase data of Goneia Falk' });
  await erasing.getByRole('textbox').fill(erased.email ?? '');
  await erasing.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByRole('dialog', { name: 'Data erased' })).toBeVisible();
  await expect.poll(() => draftTexts(page)).toEqual(['Dear Awaya', 'Dear Stayia']);
  await expect.poll(() => noteTexts(page)).not.toContain('Goneia');

  // Erased by someone else: opening the ticket shows it.
  const body = { identity_id: elsewhere.id, confirm_email: elsewhere.email };
  expect((await site.call('POST', 'customer_erase', { body })).status).toBe(200);
  await page.goto(`${site.url}/tickets/${second.id}`);
  await expect(page.getByRole('button', { name: 'Back to inbox' })).toBeVisible();
  await expect.poll(() => draftTexts(page)).toEqual(['Dear Stayia']);
  await follow(page, `/tickets/${third.id}`);
  await expect(reply(page)).toHaveValue('Dear Stayia');
});
