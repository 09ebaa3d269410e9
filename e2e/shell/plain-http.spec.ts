import type { Page } from '@playwright/test';
import { makeTickets, panel, pressAndConfirm, selectAll, storedTickets } from '#e2e/inbox/bulk-support.ts';
import { openByName } from '#e2e/support/named-address.ts';
import type { TestService } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test as base } from '#e2e/support/test.ts';
import { countNamed, createButton, drawer, openForm, uniqueSubject } from '#e2e/ticket/new-ticket-support.ts';
import { answersOf, button, makeTicket, reply } from '#e2e/ticket/ticket-support.ts';

interface Desk {
  readonly page: Page;
  /** The service at the address that the page has it at. */
  readonly service: TestService;
}

/** The dashboard on plain http with a host name, where browsers leave out what they have on secure origins alone. */
const test = base.extend<{ desk: Desk }>({
  desk: async ({ browser, service, problems }, use) => {
    problems.allow(/Cross-Origin-Opener-Policy|Origin-Agent-Cluster/);
    const { url, context, close } = await openByName(browser, service.url);
    try {
      await problems.watch(context);
      const page = await context.newPage();
      await use({ page, service: { ...service, url } });
    } finally {
      await close();
    }
  },
});

const hasNothing = (page: Page): Promise<boolean> =>
  page.evaluate(() => !isSecureContext && !('randomUUID' in crypto) && !('clipboard' in navigator));

test('on plain http with a host name a reply goes out, and what is copied can be pasted', async ({
  desk: { page, service },
}) => {
  const { id } = await makeTicket(service);
  await signIn(page, service, { path: `/inbox?ticket=${id}` });
  expect(await hasNothing(page)).toBe(true);
  await button(page, 'Copy link').click();
  await expect(page.getByRole('status').filter({ hasText: /^Copied$/ })).toBeAttached();
  await reply(page).fill('See ');
  await reply(page).press('End');
  await page.keyboard.press('Control+v');
  await expect(reply(page)).toHaveValue(`See ${service.url}/tickets/${id}`);
  await button(page, 'Send reply').click();
  await expect(page.getByRole('article')).toHaveCount(2);
  expect(await answersOf(service, id)).toEqual([`See ${service.url}/tickets/${id}`]);
});

test('on plain http with a host name a ticket is made', async ({ desk: { page, service } }) => {
  const subject = uniqueSubject('By name');
  await signIn(page, service, { path: '/inbox' });
  await openForm(page);
  await drawer(page).getByLabel('Subject').fill(subject);
  await createButton(page).click();
  await expect(page.getByRole('heading', { name: subject }).first()).toBeVisible();
  expect(await countNamed(service, subject)).toBe(1);
});

test('on plain http with a host name many tickets are changed at once', async ({ desk: { page, service } }) => {
  const words = 'Spoke tension slack';
  await makeTickets(service, words, 60);
  await selectAll(page, service, words, { count: 60 });
  await pressAndConfirm(page, 'e', 'Resolve 60 tickets');
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('All 60 are now resolved.');
  expect((await storedTickets(service, words)).map(({ status }) => status)).toEqual(Array(60).fill('resolved'));
});
