import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { makeTicket, test } from './ticket-support.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Customer', exact: true });
const Found = z.object({ data: z.object({ identity: z.object({ id: z.number() }) }) });

test('IN-18: visits of the customer stand beside the ticket, whose name opens the customer', async ({
  page,
  service,
}) => {
  const word = `visit${crypto.randomUUID().slice(0, 8)}`;
  const email = `${word}@example.org`;
  const { id } = await makeTicket(service, { requester_name: `Vera ${word}`, requester_email: email });
  await signIn(page, service, { path: `/tickets/${id}` });
  await expect(panel(page)).toContainText('Last visitNo visits');
  await service.call('POST', 'visitors', { body: { visitor_key: word, email } });
  for (const event of ['Viewed pricing', 'Added to basket', 'Viewed pricing']) {
    await service.call('POST', 'track', { body: { visitor_key: word, event } });
  }
  await page.reload();
  await expect(panel(page)).toContainText(/Last visitToday, \d\d:\d\d UTC3 eventsViewed pricing, Added to basket/);
  await checkA11y(page);
  await panel(page)
    .getByRole('link', { name: `Vera ${word}` })
    .click();
  await expect(page).toHaveURL(/\/customers\/\d+/);
  await expect(page.getByRole('heading', { name: `Vera ${word}` })).toBeVisible();
});

test('IN-18: a blocked customer is marked in the panel, above the ticket and in the list, in words', async ({
  page,
  service,
}) => {
  const word = `shut${crypto.randomUUID().slice(0, 8)}`;
  const email = `${word}@example.org`;
  const { id } = await makeTicket(service, { subject: `About ${word}`, requester_email: email });
  const { data } = Found.parse((await service.call('GET', 'customer', { query: { email } })).json);
  await service.call('PATCH', 'customer', { body: { id: data.identity.id, blocked: true } });
  await signIn(page, service, { path: `/inbox?q=${word}&ticket=${id}` });
  await expect(page.getByRole('grid', { name: 'Tickets' }).locator('[data-row="0"]')).toContainText('Blocked');
  await expect(page.getByText('Customer blocked')).toBeVisible();
  await expect(panel(page)).toContainText('StateBlocked');
});
