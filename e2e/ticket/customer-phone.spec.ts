import type { Page } from '@playwright/test';
import { expectTotal } from '#e2e/inbox/inbox-support.ts';
import { makeTicket, makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { button } from './ticket-support.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Customer', exact: true });
const others = (page: Page) => panel(page).getByRole('listitem');
const BARE = { requester_email: null, requester_name: 'Maren' };

test('a ticket without an email belongs to no customer, and shows the tickets of its phone however it is written', async ({
  page,
  site,
}) => {
  const [asked] = await makeTickets(site, [
    { ...BARE, requester_phone: '+49 171 555 01 17' },
    { ...BARE, requester_phone: '+49 171 999 00 01', subject: 'Nobody else has the phone' },
    { ...BARE, subject: 'Neither email nor phone' },
    { ...BARE, requester_phone: '0049 (171) 555-0117', subject: 'By brackets' },
    { ...BARE, requester_phone: '+49 171 555 01 18', subject: 'Another phone' },
  ]);
  // A customer of that phone without any ticket: no "0 in total" may come of it.
  await site.call('POST', 'bind_channel', {
    body: { channel: 'whatsapp', external_user_id: '491715550117', phone: '+491715550117' },
  });
  await signIn(page, site, { path: `/inbox?order_by=created&dir=asc&ticket=${asked?.id}` });
  await expect(panel(page)).toContainText('This ticket has no email, so it isn’t linked to a customer.');
  await expect(panel(page).getByRole('heading', { name: 'Other tickets with this phone' })).toBeVisible();
  await expect(others(page)).toHaveText([/By brackets/]);
  await expect(panel(page)).not.toContainText('in total');
  await checkA11y(page);
  await button(page, 'Next ticket').click();
  await expect(panel(page)).toContainText('No other ticket has this phone.');
  await button(page, 'Next ticket').click();
  await expect(panel(page)).toContainText('This ticket has no email or phone, so it isn’t linked to a customer.');
  await button(page, 'Next ticket').click();
  await panel(page).getByRole('link', { name: 'All 2 with this phone' }).click();
  await expect(page).toHaveURL(/status=all/);
  await expectTotal(page, 2);
});

test(
  'a service that has only the document: what its search finds, and how far that goes',
  { tag: '@document' },
  async ({ page, site }) => {
    await makeTickets(site, [
      { ...BARE, requester_phone: '+49 171 555 2217', subject: 'Written alike' },
      { ...BARE, requester_phone: '+49 171 5552 217', subject: 'Written otherwise' },
      { ...BARE, requester_phone: '+49 30 171', subject: 'Mentions +49 171 555 2217' },
    ]);
    const { id } = await makeTicket(site, { ...BARE, requester_phone: '+49 171 555 2217' });
    await signIn(page, site, { path: `/tickets/${id}` });
    await expect(others(page)).toHaveText([/Written otherwise/, /Written alike/]);
    await expect(panel(page)).toContainText('Other spellings of this number may not be found.');
  },
);
