import { saved } from '#e2e/support/saved-file.ts';
import { makeAiCalls, makeTicket, makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { Site } from '#e2e/support/service.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { HOSTILE, MIDDLE } from './ai-support.ts';

const PATH = '/ai/usage?tab=value';

test.beforeEach(({ clock }) => clock.set(MIDDLE));

/** Each item has to be stored. */
async function ingest(site: Site, items: readonly object[]): Promise<void> {
  const { json } = await site.call('POST', 'ingest', { body: { items } });
  expect(json).toMatchObject({ data: { stored: items.length, failed: 0 } });
}

const session = (session_id: string, created_utc: string) => {
  const messages = [{ role: 'visitor', text: 'Hello', created_utc }];
  return { kind: 'transcript', session_id, created_utc, ended_utc: created_utc, messages };
};

test('AI-18: cost is set against resolved tickets, sessions without handoff and CSAT points, counted from their rows', async ({
  page,
  clock,
  site,
}) => {
  // The 90 days begin with 21 August: what was a minute earlier counts nowhere.
  const [inside, outside] = ['2026-08-21T00:01:00Z', '2026-08-20T23:59:00Z'];
  const resolved = { status: 'resolved' };
  const [early] = await clock.as(outside, () => makeTickets(site, [resolved]));
  await clock.as(inside, () => makeTickets(site, [resolved, { status: 'closed' }]));
  const [late, open] = await makeTickets(site, [resolved, { status: 'open' }]);
  await makeAiCalls(site, [
    { created_utc: outside, cost_usd: 50 },
    { created_utc: inside, cost_usd: 6 },
    { cost_usd: 4 },
  ]);
  await ingest(site, [
    session('too-early', outside),
    ...['a', 'b', 'c', 'd'].map((id) => session(id, inside)),
    { kind: 'handoff', session_id: 'd', reason: 'wants a person', created_utc: inside },
    { kind: 'csat', ticket_id: early?.id, score: 1, created_utc: outside },
    { kind: 'csat', ticket_id: late?.id, score: 3, created_utc: inside },
    { kind: 'csat', ticket_id: open?.id, score: 4 },
  ]);

  await signIn(page, site, { path: `${PATH}&days=90` });
  const sheet = page.getByRole('table', { name: 'Value' });
  const row = (name: string) => sheet.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await expect(row('Resolved ticket')).toContainText('$10.00');
  await expect(row('Resolved ticket')).toContainText('3 resolved');
  await expect(row('AI session without handoff')).toContainText('3 without handoff of 4');
  await expect(row('CSAT point')).toContainText('7 points of 2 answers');
  for (const [name, exact] of [
    ['Resolved ticket', /^\$3\.333333333/],
    ['AI session without handoff', /^\$3\.333333333/],
    ['CSAT point', /^\$1\.428571428/],
  ] as const) {
    await expect(row(name).getByRole('cell').last().locator('span').first()).toHaveAttribute('title', exact);
  }
  await expect(row('Handoff avoided')).toContainText('no baseline');
  await expect(page.getByText('A comparison, not a cause')).toBeVisible();
  await checkA11y(page);

  // Each figure leads to the rows that it counts.
  await row('Resolved ticket').getByRole('link', { name: 'resolved tickets' }).click();
  await expect(page).toHaveURL(/\/inbox\?/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '3');
  await page.goBack();
  await row('AI session without handoff').getByRole('link', { name: 'conversations' }).click();
  await expect(page.getByText('of 4 conversations')).toBeVisible();
  const { lines } = await saved(page, () => page.getByRole('button', { name: 'Download CSV' }).click());
  expect(lines).toHaveLength(1 + 4);
  expect(lines[0]).toMatch(/^session_id,started_utc,/);
});

test('a list offers its file once its rows are there', async ({ page, site }) => {
  await makeAiCalls(site, [{ feature: 'bot', model: 'm-large', cost_usd: 1 }]);
  await signIn(page, site, { path: PATH });
  const spenders = page.getByRole('region', { name: 'Who spent it' });
  const download = spenders.getByRole('button', { name: /^Download/ });
  await expect(download).toBeEnabled();
  const answer = Promise.withResolvers<void>();
  await intercept(page, /group_by=model/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await spenders.getByRole('radio', { name: 'Models' }).click();
  await expect(download).toHaveAccessibleName(/The list hasn’t loaded yet\.$/);
  await expect(download).toBeDisabled();
  answer.resolve();
  const { lines } = await saved(page, () => download.click());
  expect(lines.map((text) => text.split(',')[0])).toEqual(['name', 'm-large']);
});

test('AI-21: stored tokens at other prices, and AI-22: the costliest add up to the total, with doors to what was said', async ({
  page,
  site,
}) => {
  const ticket = await makeTicket(site, { subject: 'Costly' });
  await ingest(site, [
    {
      kind: 'transcript',
      session_id: HOSTILE,
      ticket_id: ticket.id,
      created_utc: '2026-11-18T09:00:00Z',
      messages: [
        { role: 'visitor', text: HOSTILE, created_utc: '2026-11-18T09:00:00Z' },
        { role: 'ai', text: 'One moment', cost_usd: 0.12, tokens: 7, created_utc: '2026-11-18T09:01:00Z' },
        { role: 'agent', text: 'Here I am', author_name: 'Robin', created_utc: '2026-11-18T09:05:00Z' },
      ],
    },
    { kind: 'handoff', session_id: HOSTILE, reason: 'wants a person', created_utc: '2026-11-18T09:02:00Z' },
  ]);
  // 3,000,000 tokens in, 500,000 out; 4.50 + 0.21 + 1.20 = 5.91 USD in no conversation.
  const calls = [
    { feature: 'bot', model: 'm-large', input_tokens: 1_000_000, output_tokens: 200_000, cost_usd: 4.5 },
    { feature: 'bot', model: 'm-small', input_tokens: 1_000_000, output_tokens: 100_000, cost_usd: 0.21 },
    { feature: 'summary', model: 'm-large', input_tokens: 400_000, output_tokens: 20_000, cost_usd: 1.2 },
    { feature: 'tone', model: 'without-price', input_tokens: 600_000, output_tokens: 180_000, cost_usd: undefined },
    { feature: 'bot', model: 'm-large', cache_hit: true },
    // Twelve conversations of 12, 11 ... 1 cent: 0.78 USD, of which the last two are 0.03.
    ...Array.from({ length: 12 }, (_, index) => ({
      feature: 'intent',
      model: 'm-small',
      cost_usd: (12 - index) / 100,
      session_id: index === 0 ? HOSTILE : `chat-${index}`,
    })),
  ];
  const noTokens = { input_tokens: 0, output_tokens: 0 };
  await makeAiCalls(
    site,
    calls.map((call) => ({ ...noTokens, ...call })),
  );
  await signIn(page, site, { path: `${PATH}&reprice=window` });

  const prices = page.getByRole('region', { name: 'The same traffic at other prices' });
  const priceRow = (name: string) => prices.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await expect(priceRow('As paid')).toContainText('$6.69');
  await expect(prices).toContainText('without-price (1)');
  const input = prices.getByRole('textbox', { name: 'Input' });
  await input.fill('a dollar');
  await prices.getByRole('button', { name: 'Compare' }).click();
  await expect(input).toHaveAccessibleDescription('Enter 0 to 999,999, with at most six decimals.');
  await input.fill('0,15');
  await expect(input).toHaveAccessibleDescription('Write it like 1,500.50');
  await input.fill('$1.00');
  await expect(input).toHaveAccessibleDescription('$1.00 per million tokens');
  await prices.getByRole('textbox', { name: 'Output' }).fill('2');
  await page.keyboard.press('Enter');
  // 3 x 1 + 0.5 x 2 = 4; 4 - 6.69 = -2.69, which is 40.2 % of 6.69. The bot: 2 x 1 + 0.3 x 2.
  await expect(priceRow('Own price')).toContainText('$4.00');
  await expect(priceRow('Own price')).toContainText('−$2.69, −40.2\u00a0%');
  await expect(priceRow('Own price').getByRole('cell', { name: '$2.60' })).toBeVisible();
  await page.reload();
  await expect(priceRow('Own price')).toContainText('$4.00');

  const costliest = page.getByRole('region', { name: 'The costliest' });
  const line = (name: string) => costliest.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await expect(line('Everything else, 2 conversations')).toContainText('$0.03');
  await expect(line('In no conversation')).toContainText('$5.91');
  await expect(line('All calls')).toContainText('$6.69');
  const cents = await costliest.locator('tbody tr td:nth-child(2)').allTextContents();
  expect(cents.reduce((sum, text) => sum + Math.round(Number(text.replace('$', '')) * 100), 0)).toBe(669);
  // Its file has every conversation, and the calls of none: the sum is that of the screen.
  const groups = await saved(page, () => costliest.getByRole('button', { name: /^Download/ }).click());
  expect(groups.lines[0]).toBe('session_id,cost_usd,calls');
  expect(groups.lines).toHaveLength(1 + 12 + 1);
  const spent = (lines: readonly string[]) =>
    lines.slice(1).reduce((sum, text) => sum + Math.round(Number(text.split(',').at(-2)) * 100), 0);
  expect(spent(groups.lines)).toBe(669);
  await costliest.getByRole('link', { name: `Transcript of ${HOSTILE}` }).click();
  const transcript = page.getByRole('dialog', { name: `Transcript of ${HOSTILE}` });
  const said = transcript.getByRole('list', { name: 'What was said' }).getByRole('listitem');
  await expect(said).toHaveText([
    new RegExp(`^Visitor.*${HOSTILE.replaceAll(/[()]/g, '\\$&')}$`),
    /^AI.*7 tokens\$0\.12One moment$/,
    /^Handed off to people: wants a person/,
    /^AgentRobin.*Here I am$/,
  ]);
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await expect(transcript).toBeHidden();
  await costliest.getByRole('radio', { name: 'Tickets' }).click();
  await expect(costliest.getByRole('link', { name: `Open ticket No. ${ticket.number}` })).toHaveAttribute(
    'href',
    `/tickets/${ticket.id}`,
  );

  // Who spent it, by any column; its calls are the rows.
  const spenders = page.getByRole('region', { name: 'Who spent it' });
  await expect(spenders.getByRole('row', { name: /^Show the calls of End to end/ })).toContainText('$6.69');
  await spenders.getByRole('radio', { name: 'Models' }).click();
  const models = await saved(page, () => spenders.getByRole('button', { name: /^Download/ }).click());
  expect(models.lines.map((text) => text.split(',')[0])).toEqual(['name', 'm-large', 'm-small', 'without-price']);
  await spenders.getByRole('button', { name: 'No price' }).click();
  await expect(spenders.getByRole('columnheader', { name: 'No price' })).toHaveAttribute('aria-sort', 'descending');
  await expect(spenders.getByRole('rowheader').first()).toHaveText('without-price');
  // What is chosen stands in the address: another look and Back have it.
  await expect(page).toHaveURL(/costliest=ticket&spent_by=model&spent_sort=-unpriced/);
  await page.reload();
  await expect(costliest.getByRole('radio', { name: 'Tickets' })).toBeChecked();
  await expect(spenders.getByRole('rowheader').first()).toHaveText('without-price');
  await checkA11y(page);
  await spenders.getByRole('link', { name: 'Show the calls of m-small' }).click();
  await expect(page.getByText('1 to 13 of 13 calls')).toBeVisible();
  await expect(page.getByText('13 calls ran, for $0.99')).toBeVisible();
  await page.goBack();
  await expect(costliest.getByRole('radio', { name: 'Tickets' })).toBeChecked();
  await expect(spenders.getByRole('radio', { name: 'Models' })).toBeChecked();
  await expect(spenders.getByRole('columnheader', { name: 'No price' })).toHaveAttribute('aria-sort', 'descending');
});
