import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { bindHandle, makeCustomer, makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { reply } from '#e2e/ticket/ticket-support.ts';
import { follow } from './detail-support.ts';
import { whoIs } from './merge-support.ts';

/** The unsent texts that the browser keeps. */
const draftsOf = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

const ask = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('all that is held of one person is saved as a file and erased, counted first, and typed by hand; drafts to them are forgotten', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/Failed to load resource.*404/);
  const requester_email = 'vanishia@holm.test';
  const { id } = await makeCustomer(site, 'Vanishia Holm', { email: requester_email });
  const webhook = { url: 'https://example.org/', events: ['ticket.created'], include_pii: true };
  expect((await site.call('POST', 'webhook_subscriptions', { body: webhook })).status).toBe(200);
  const { id: ticket, number } = await makeTicket(site, { requester_email });
  await makeTicket(site, { requester_email });
  await bindHandle(site, id, { channel: 'sms', external_user_id: '+4915188802201' });

  await signIn(page, site, { path: `/tickets/${ticket}` });
  await reply(page).fill('Dear Vanishia');
  await expect.poll(() => draftsOf(page)).toContain('Dear Vanishia');
  await follow(page, `/customers/${id}`);
  await page.getByRole('textbox', { name: 'New note' }).fill('Rides to work');
  await expect.poll(() => draftsOf(page)).toContain('Rides to work');
  await ask(page, 'Export this person’s data');
  const saving = page.getByRole('dialog', { name: 'Export data of Vanishia Holm' });
  await expect(saving).toContainText('2 tickets');
  await expect(saving).toContainText('1 channel');
  await expect(saving).toContainText('The file holds personal data.');
  const download = page.waitForEvent('download');
  await saving.getByRole('button', { name: 'Download JSON' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^customer-${id}-\\d{4}-\\d\\d-\\d\\d\\.json$`));
  const text = await readFile(await file.path(), 'utf8');
  const saved: { identity: { email: string }; tickets: { ticket_number: number }[] } = JSON.parse(text);
  expect(saved.identity.email).toBe('vanishia@holm.test');
  expect(saved.tickets.map(({ ticket_number: one }) => one)).toContain(number);
  await expect(saving).toBeHidden();

  const erasing = page.getByRole('dialog', { name: 'Erase data of Vanishia Holm' });
  // A colleague was faster.
  await intercept(page, '**/v1/api.ashx?resource=customer_erase*', (route) =>
    route.fulfill({ status: 404, json: { success: false, error: { code: 'not_found', message: 'No such customer' } } }),
  );
  await ask(page, 'Erase this person’s data');
  await expect(erasing.getByRole('form').getByText('This customer no longer exists.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.unroute('**/v1/api.ashx?resource=customer_erase*');

  await ask(page, 'Erase this person’s data');
  await expect(erasing.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(erasing).toContainText('2 tickets');
  await expect(erasing).toContainText('2 webhook messages');
  await expect(erasing).toContainText('It cannot be undone.');
  await expect(erasing).toContainText('audit log entries');
  const erase = erasing.getByRole('button', { name: 'Erase for good' });
  await expect(erase).toHaveAttribute('aria-disabled', 'true');
  const field = erasing.getByRole('textbox');
  await field.fill('somebody.else@holm.test');
  await expect(erasing).toContainText('This is not the customer’s email.');
  await field.press('Enter');
  expect(await whoIs(site, id)).toEqual({ id, tickets: 2 });
  await checkA11y(page);
  await field.fill(' VANISHIA@holm.test ');
  await erase.dblclick();
  await expect(page.getByText(/^All data of this person is erased: 2 tickets/)).toBeVisible();
  await expect(page).toHaveURL(/\/customers(\?|$)/);
  expect(await whoIs(site, id)).toBeNull();
  await expect(page.getByText('Vanishia Holm')).toHaveCount(0);
  await expect.poll(() => draftsOf(page)).not.toMatch(/Dear Vanishia|Rides to work/);
  await page.goBack();
  await expect(page.getByText(`There is no customer ${id} on this site`)).toBeVisible();
  await expect(page.getByText('vanishia@holm.test')).toHaveCount(0);
});
