import * as z from 'zod/mini';
import { bindHandle, makeAiCalls, makeConversations, makeCustomer } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const Calendar = z.object({ data: z.object({ is_now_within_hours: z.boolean() }) });
const HOUR_MS = 3_600_000;

test('HO-02, HO-04, HO-07, HO-09: each figure of tickets opens a list of its length and shows its change since yesterday; the page has the opening hours and the imports', async ({
  page,
  demoSite,
}) => {
  await signIn(page, demoSite, { path: '/health' });
  const main = page.getByRole('main');
  await expect(main).toContainText('Compared with 24 hours ago');
  const { data } = Calendar.parse((await demoSite.call('GET', 'business_calendar')).json);
  await expect(main).toContainText(data.is_now_within_hours ? 'Support is open until' : 'Support is closed until');

  const articles = page.getByRole('table', { name: 'Migration' }).getByRole('row', { name: /^Articles/ });
  await expect(articles).toContainText(/\d+\.\d\s%/);
  await expect(articles).toContainText(/\d+ \w+(?: \d{4})?/);

  const tickets = page.getByRole('region', { name: 'Tickets', exact: true });
  for (const label of ['Open', 'Snoozed', 'Waiting too long']) {
    const figure = tickets.getByRole('link', { name: new RegExp(`^${label}`) });
    await expect(figure, 'the change since yesterday').toContainText(/[+−]\d|no change/);
    const count = Number(/\d+/.exec(((await figure.textContent()) ?? '').slice(label.length))?.[0]);
    await figure.click();
    // With a row of headings, and of groups in the list by waiting.
    await expect(
      page
        .getByRole('status')
        .or(page.getByRole('heading', { level: 1 }))
        .first(),
    ).toBeVisible();
    await expect.poll(() => countRows(page), label).toBe(count);
    await page.goBack();
    await expect(main).toContainText('Compared with 24 hours ago');
  }
});

test('HO-02: those who wait for an agent, AI calls, AI errors and bound channels open lists of their length', async ({
  page,
  site,
  clock,
}) => {
  const { id } = await makeCustomer(site, 'Two Numbers');
  for (const external_user_id of ['+491701234567', '+491701234568'])
    await bindHandle(site, id, { channel: 'whatsapp', external_user_id });
  await bindHandle(site, id, { channel: 'sms', external_user_id: '+491701234567' });
  const call = { feature: 'bot', model: 'lumen', input_tokens: 1, output_tokens: 1, latency_ms: 5, status: 'ok' };
  await clock.as(new Date(clock.now().getTime() - 25 * HOUR_MS), () => makeAiCalls(site, [call, call]));
  await makeAiCalls(site, [call, call, call, { ...call, status: 'error' }]);
  const handoff = (session_id: string, status: string, days: number) => {
    // A second ago: the service, whose time was set by a message, may be some milliseconds behind.
    const created_utc = new Date(clock.now().getTime() - days * 24 * HOUR_MS - 1_000).toISOString();
    return { kind: 'handoff', session_id, reason: 'Refund', status, created_utc };
  };
  await makeConversations(site, [
    ...[handoff('a', 'waiting', 0), handoff('b', 'waiting', 29)],
    ...[handoff('c', 'waiting', 30), handoff('d', 'taken', 1)],
  ]);
  await signIn(page, site, { path: '/health' });
  const waiting = page.getByRole('link', { name: /^Waiting for an agent/ });
  await expect(waiting).toContainText('Waiting for an agent2');
  await waiting.click();
  await expect(page.getByRole('status').filter({ hasText: /^2 handoffs/ })).toBeVisible();
  await page.goBack();
  for (const [label, count] of [
    ['AI calls', '4'],
    ['AI errors', '1'],
  ]) {
    const figure = page.getByRole('link', { name: new RegExp(`^${label}`) });
    await expect(figure).toContainText(`${label}${count}`);
    await figure.click();
    await expect(page.getByText(`1 to ${count} of ${count} calls`)).toBeVisible();
    await expect(page.getByRole('group', { name: 'Filters of the calls' })).toContainText('Since');
    await page.goBack();
  }
  const figure = page.getByRole('link', { name: /^Bound channels/ });
  await expect(figure).toContainText('Bound channels3');
  await figure.click();
  await expect(page).toHaveURL(/\/health#channels$/);
  const table = page.getByRole('table', { name: 'Channels' });
  await expect(table).toBeInViewport();
  const bound = await table
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .locator('td:nth-of-type(1)')
    .allTextContents();
  expect(bound.reduce((sum, text) => sum + Number(text), 0)).toBe(3);
});

function countRows(page: Parameters<typeof signIn>[0]): Promise<number> {
  return page.evaluate(() => {
    const grid = document.querySelector('[role="grid"]');
    return Number(grid?.getAttribute('aria-rowcount') ?? 0);
  });
}

test(
  'HO-01, HO-05: a service with the API document alone has its rules, and no history',
  { tag: '@document' },
  async ({ page, site, clock, problems }) => {
    problems.allow(/500/);
    const made = new Date(clock.now().getTime() - 3 * HOUR_MS);
    const body = { subject: 'Chain jumps', channel: 'email', requester_email: 'maren@example.org' };
    await clock.as(made, () => site.call('POST', 'tickets', { body }));
    await intercept(page, '**/v1/api.ashx?resource=migrate_status*', (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    );
    await signIn(page, site, { path: '/health' });
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 2 }).first()).toContainText(/need.? attention\.$/);
    const channels = main.getByRole('region', { name: 'Channels' });
    await expect(channels.getByRole('alert')).toContainText('Channels could not be loaded');
    await page.unroute('**/v1/api.ashx?resource=migrate_status*');
    await channels.getByRole('button', { name: 'Retry' }).click();
    await expect(channels.getByRole('table')).toContainText('WhatsApp');
    await expect(main).toContainText('1 ticket has had no first reply');
    await expect(main).toContainText('Rule: more than 0 tickets without a first reply after 2h.');
    await expect(main).not.toContainText('Compared with');
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible();
    await checkA11y(page);
  },
);

test('HO-01: a phone has it all in one column', { tag: '@phone' }, async ({ page, site, clock }) => {
  await clock.as(new Date(clock.now().getTime() - 3 * HOUR_MS), () =>
    site.call('POST', 'tickets', { body: { subject: 'Chain jumps', requester_email: 'maren@example.org' } }),
  );
  await signIn(page, site, { path: '/health' });
  await expect(page.getByRole('link', { name: 'Open the 1' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await checkA11y(page);
});
