import * as z from 'zod/mini';
import { bindHandle, makeAiCalls, makeCustomer } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const Deliveries = z.object({ data: z.object({ items: z.array(z.object({ replay_of: z.nullable(z.number()) })) }) });
const Calendar = z.object({ data: z.object({ is_now_within_hours: z.boolean() }) });
const HOUR_MS = 3_600_000;

test('HO-02, HO-04, HO-07: each figure of tickets opens as many, with its change since yesterday, and the hours are those of the calendar', async ({
  page,
  demoSite,
}) => {
  await signIn(page, demoSite, { path: '/health' });
  const main = page.getByRole('main');
  await expect(main).toContainText('Compared with 24 hours ago');
  const { data } = Calendar.parse((await demoSite.call('GET', 'business_calendar')).json);
  await expect(main).toContainText(data.is_now_within_hours ? 'Support is open until' : 'Support is closed until');
  await expect(main.getByRole('img', { name: 'Open, hour by hour over the last 48 hours' })).toBeVisible();

  const tickets = page.getByRole('region', { name: 'Tickets', exact: true });
  for (const label of ['Open', 'Pending', 'Unassigned', 'Snoozed', 'Waiting too long']) {
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

test('HO-02: AI calls and errors of 24 hours open as many calls', async ({ page, site, clock }) => {
  const call = { feature: 'bot', model: 'lumen', input_tokens: 1, output_tokens: 1, latency_ms: 5, status: 'ok' };
  await clock.as(new Date(clock.now().getTime() - 25 * HOUR_MS), () => makeAiCalls(site, [call, call]));
  await makeAiCalls(site, [call, call, call, { ...call, status: 'error' }]);
  await signIn(page, site, { path: '/health' });
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
});

test('HO-02: bound channels lead to the table of channels, whose rows add up to the figure', async ({ page, site }) => {
  const { id } = await makeCustomer(site, 'Two Numbers');
  for (const external_user_id of ['+491701234567', '+491701234568'])
    await bindHandle(site, id, { channel: 'whatsapp', external_user_id });
  await bindHandle(site, id, { channel: 'sms', external_user_id: '+491701234567' });
  await signIn(page, site, { path: '/health' });
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

test('HO-08: a channel that is silent where messages usually come needs attention by day, and not at night', async ({
  page,
  site,
  clock,
}) => {
  // Messages came each hour from 8:30 to 20:30, for four weeks and more.
  await clock.set('2026-11-19T03:00:00Z');
  const { id } = await makeCustomer(site, 'Maren Lindqvist');
  await bindHandle(site, id, { channel: 'whatsapp', external_user_id: '+491701234567' });
  const today = Date.parse('2026-11-18T00:00:00Z');
  const hours = Array.from({ length: 13 }, (_, hour) => 8 + hour);
  const messages = Array.from({ length: 30 }, (_, day) => day).flatMap((daysAgo) =>
    hours.map((hour) => ({
      kind: 'message',
      channel: 'whatsapp',
      direction: 'in',
      external_user_id: '+491701234567',
      created_utc: new Date(today - daysAgo * 24 * HOUR_MS + hour * HOUR_MS + 30 * 60_000).toISOString(),
    })),
  );
  expect((await site.call('POST', 'ingest', { body: { items: messages } })).json).toMatchObject({
    data: { failed: 0 },
  });
  await signIn(page, site, { path: '/health' });
  const main = page.getByRole('main');
  const line = main.getByText(/No message by WhatsApp for/);
  // Nothing has come for six hours, as in every night.
  await expect(main).toContainText('WhatsApp');
  await expect(line).toHaveCount(0);
  // By noon a handful would have come. The session of the night has ended.
  await page.goto('about:blank');
  await clock.set('2026-11-19T12:40:00Z');
  await signIn(page, site, { path: '/health' });
  await expect(line.first()).toContainText('No message by WhatsApp for 16h');
  await expect(main).toContainText('silent for more than 60 min at hours when messages usually come');
});

test('HO-10: a delivery that failed is sent again, and the log has it', async ({ page, demoCopy: site }) => {
  await signIn(page, site, { path: '/settings/webhooks/log?state=succeeded,failed' });
  const resend = page.getByRole('button', { name: /^Resend delivery \d+$/ }).first();
  const id = /\d+$/.exec((await resend.getAttribute('aria-label')) ?? '')?.[0];
  await resend.click();
  await expect(page.getByText(/^Queued as delivery \d+/).first()).toBeVisible();
  const replays = async () =>
    Deliveries.parse((await site.call('GET', 'webhook_deliveries', { query: { limit: '5' } })).json).data.items.filter(
      ({ replay_of: of }) => String(of) === id,
    );
  expect(await replays()).toHaveLength(1);
});

test('HO-03: a hidden page asks nothing, and one that is seen again asks at once', async ({ page, site, clock }) => {
  await clock.holdTimers(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('resource=health_overview')) calls.push(request.url());
  });
  await signIn(page, site, { path: '/health' });
  await expect(page.getByText(/updates every 30 s/).first()).toBeVisible();
  const before = calls.length;
  await clock.leap(page, 31_000);
  await expect.poll(() => calls.length).toBeGreaterThan(before);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const hidden = calls.length;
  for (let minute = 0; minute < 5; minute += 1) await clock.leap(page, 60_000);
  expect(calls).toHaveLength(hidden);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await clock.leap(page, 100);
  await expect.poll(() => calls.length).toBeGreaterThan(hidden);
});

test('HO-13: on a wall the last figures stay through a day without a network, with their age, and refresh by themselves after it', async ({
  page,
  site,
  clock,
  context,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/);
  await clock.holdTimers(page);
  await page.goto(`${site.url}/health?wall=1`);
  await page.getByRole('textbox', { name: 'API token' }).fill(site.tokens.readOnly);
  await page.getByRole('button', { name: /^Open / }).click();
  await expect(page.getByText(/updates every 30 s/).first()).toBeVisible();
  await context.setOffline(true);
  for (let hour = 0; hour < 24; hour += 1) await clock.leap(page, HOUR_MS);
  await expect(page.getByText(/As of .*, 1d old/).first()).toBeVisible();
  await context.setOffline(false);
  await expect
    .poll(async () => {
      await clock.leap(page, 60_000);
      return page.getByText(/updates every 30 s/).count();
    })
    .toBeGreaterThan(0);
});

test(
  'HO-01, HO-05: a service with the API document alone is judged by what it answers, without a history',
  { tag: '@document' },
  async ({ page, site, clock }) => {
    const made = new Date(clock.now().getTime() - 3 * HOUR_MS);
    const body = { subject: 'Chain jumps', channel: 'email', requester_email: 'maren@example.org' };
    await clock.as(made, () => site.call('POST', 'tickets', { body }));
    await signIn(page, site, { path: '/health' });
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 2 }).first()).toContainText('1 ticket');
    await expect(main).toContainText('Rule: more than 0 tickets without a first reply after 2h.');
    await expect(main).not.toContainText('Compared with');
    await expect(page.getByRole('button', { name: 'Change the rules' })).toHaveCount(0);
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
