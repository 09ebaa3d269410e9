import type { Page } from '@playwright/test';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { reply } from '#e2e/ticket/ticket-support.ts';
import { makeCustomer, makeTicket } from './merge-support.ts';

const kept = (page: Page) => page.getByText(/^Draft kept in this browser, \d\d:\d\d$/);

/** What this browser stores of drafts, in any tab. */
function draftTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('support-console:drafts');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
    await new Promise((resolve) => reading.addEventListener('success', resolve));
    opening.result.close();
    return reading.result.map((value: { text: string }) => value.text);
  });
}

/** What this tab keeps of notes, and of all else. */
const noteTexts = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

test('what was begun to write to or about a person who was erased is forgotten, here and where the ticket is found gone', async ({
  page,
  service,
  problems,
}) => {
  test.slow();
  problems.allow(/Failed to load resource.*404/);
  const erased = await makeCustomer(service, { display_name: 'Goneia Falk', email: 'goneia@falk.test' });
  const elsewhere = await makeCustomer(service, { display_name: 'Awaya Falk', email: 'awaya@falk.test' });
  const first = await makeTicket(service, 'Goneia asks', 'goneia@falk.test');
  const second = await makeTicket(service, 'Awaya asks', 'awaya@falk.test');
  const third = await makeTicket(service, 'Stayia asks', 'stayia@falk.test');
  await signIn(page, service, { path: `/tickets/${first.id}` });
  for (const [{ id }, text] of [
    [first, 'Dear Goneia'],
    [second, 'Dear Awaya'],
    [third, 'Dear Stayia'],
  ] as const) {
    await page.goto(`${service.url}/tickets/${id}`);
    await reply(page).fill(text);
    await expect(kept(page)).toBeVisible();
  }
  expect([...(await draftTexts(page))].sort()).toEqual(['Dear Awaya', 'Dear Goneia', 'Dear Stayia']);

  await page.goto(`${service.url}/customers/${erased}`);
  await page.getByRole('textbox', { name: 'New note' }).fill('Goneia rides to work');
  await expect.poll(() => noteTexts(page)).toContain('Goneia rides to work');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Erase this person’s data' }).click();
  const erasing = page.getByRole('dialog', { name: 'Erase data of Goneia Falk' });
  await erasing.getByRole('textbox').fill('goneia@falk.test');
  await erasing.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByRole('dialog', { name: 'Data erased' })).toBeVisible();
  await expect.poll(async () => [...(await draftTexts(page))].sort()).toEqual(['Dear Awaya', 'Dear Stayia']);
  await expect.poll(() => noteTexts(page)).not.toContain('Goneia');

  // Erased by somebody else: it is found out when the ticket is opened.
  const { status } = await service.call('POST', 'customer_erase', {
    body: { identity_id: elsewhere, confirm_email: 'awaya@falk.test' },
  });
  expect(status).toBe(200);
  await page.goto(`${service.url}/tickets/${second.id}`);
  await expect(page.getByRole('button', { name: 'Back to inbox' })).toBeVisible();
  await expect.poll(() => draftTexts(page)).toEqual(['Dear Stayia']);
  await page.goto(`${service.url}/tickets/${third.id}`);
  await expect(reply(page)).toHaveValue('Dear Stayia');
});
