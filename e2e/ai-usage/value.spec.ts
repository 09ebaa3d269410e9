import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { DAYS, HOSTILE, ingest, ingestCalls, listAll } from './ai-rows.ts';

const PATH = '/ai/usage?tab=value';
const IN_2024 = `${PATH}&from=${DAYS.from}&to=${DAYS.to}`;
const DAY_MS = 86_400_000;
const usd = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' });

test('AI-18: cost is set against resolved tickets, sessions without handoff and CSAT points, counted from their rows', async ({
  page,
  service,
}) => {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const [from, to] = [today - 89 * DAY_MS, today + DAY_MS];
  const [fromDay, toDay] = [from, to].map((ms) => new Date(ms).toISOString().slice(0, 10));
  const isInside = (utc: string | null) => utc !== null && Date.parse(utc) >= from && Date.parse(utc) < to;
  const calls = await listAll(
    service,
    'ai_reports',
    { report: 'calls', from: fromDay ?? '', to: toDay ?? '' },
    z.object({ cost_usd: z.number() }),
  );
  const cost = calls.reduce((sum, call) => sum + call.cost_usd, 0);
  const sessions = await listAll(
    service,
    'ai_sessions',
    {},
    z.object({ started_utc: z.string(), outcome: z.string() }),
  );
  const begun = sessions.filter((session) => isInside(session.started_utc));
  const without = begun.filter(({ outcome }) => outcome !== 'handed_off').length;
  const Csat = z.object({ data: z.object({ recent: z.array(z.object({ score: z.number() })) }) });
  const csat = Csat.parse((await service.call('GET', 'csat', { query: { days: '90', limit: '200' } })).json);
  const points = csat.data.recent.reduce((sum, { score }) => sum + score, 0);
  const Tickets = z.object({
    items: z.array(z.object({ resolved_utc: z.nullable(z.string()) })),
    total_count: z.number(),
  });
  let resolved = 0;
  for (let skip = 0, total = 1; skip < total; skip += 200) {
    const query = { status: 'resolved,closed', limit: '200', skip: String(skip) };
    const list = Tickets.parse((await service.call('GET', 'tickets', { query })).json);
    total = list.total_count;
    resolved += list.items.filter(({ resolved_utc: utc }) => isInside(utc)).length;
  }

  await signIn(page, service, { path: `${PATH}&days=90` });
  const sheet = page.getByRole('table', { name: 'Value' });
  const row = (name: string) => sheet.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await expect(row('Resolved ticket')).toContainText(usd.format(cost));
  await expect(row('Resolved ticket')).toContainText(`${resolved} resolved`);
  await expect(row('AI session without handoff')).toContainText(`${without} without handoff of ${begun.length}`);
  await expect(row('CSAT point')).toContainText(`${points} points of ${csat.data.recent.length} answers`);
  for (const [name, count] of [
    ['Resolved ticket', resolved],
    ['AI session without handoff', without],
    ['CSAT point', points],
  ] as const) {
    const title = await row(name).getByRole('cell').last().locator('span').first().getAttribute('title');
    expect(Number(title?.replace('$', ''))).toBeCloseTo(cost / count, 9);
  }
  await expect(row('Handoff avoided')).toContainText('no baseline');
  await expect(page.getByText('A comparison, not a cause')).toBeVisible();
  await checkA11y(page);

  // Each figure leads to the rows that it counts.
  await row('Resolved ticket').getByRole('link', { name: 'resolved tickets' }).click();
  await expect(page).toHaveURL(/\/inbox\?/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(resolved));
  await page.goBack();
  await row('AI session without handoff').getByRole('link', { name: 'conversations' }).click();
  await expect(page.getByText(`of ${begun.length} conversations`)).toBeVisible();
});

test('AI-21: stored tokens at other prices, and AI-22: the costliest add up to the total, with doors to what was said', async ({
  page,
  ownService: service,
}) => {
  test.slow();
  const { json } = await service.call('POST', 'tickets', { body: { subject: 'Costly' } });
  const ticket = z.object({ data: z.object({ id: z.number(), ticket_number: z.number() }) }).parse(json).data;
  await ingest(service, [
    {
      kind: 'transcript',
      session_id: HOSTILE,
      ticket_id: ticket.id,
      created_utc: '2024-02-29T11:00:00Z',
      messages: [
        { role: 'visitor', text: HOSTILE, created_utc: '2024-02-29T11:00:00Z' },
        { role: 'ai', text: 'One moment', cost_usd: 0.12, tokens: 7, created_utc: '2024-02-29T11:01:00Z' },
        { role: 'agent', text: 'Here I am', author_name: 'Robin', created_utc: '2024-02-29T11:05:00Z' },
      ],
    },
    { kind: 'handoff', session_id: HOSTILE, reason: 'wants a person', created_utc: '2024-02-29T11:02:00Z' },
  ]);
  // 3,000,000 tokens in, 500,000 out; 4.50 + 0.21 + 1.20 = 5.91 USD in no conversation.
  await ingestCalls(service, [
    { feature: 'bot', model: 'm-large', input_tokens: 1_000_000, output_tokens: 200_000, cost_usd: 4.5 },
    { feature: 'bot', model: 'm-small', input_tokens: 1_000_000, output_tokens: 100_000, cost_usd: 0.21 },
    { feature: 'summary', model: 'm-large', input_tokens: 400_000, output_tokens: 20_000, cost_usd: 1.2 },
    { feature: 'tone', model: 'without-price', input_tokens: 600_000, output_tokens: 180_000 },
    { feature: 'bot', model: 'm-large', cache_hit: true, cost_usd: 0 },
    // Twelve conversations of 12, 11 ... 1 cent: 0.78 USD, of which the last two are 0.03.
    ...Array.from({ length: 12 }, (_, index) => ({
      feature: 'intent',
      model: 'm-small',
      cost_usd: (12 - index) / 100,
      session_id: index === 0 ? HOSTILE : `chat-${index}`,
    })),
  ]);
  await signIn(page, service, { path: `${IN_2024}&reprice=window` });

  const prices = page.getByRole('region', { name: 'The same traffic at other prices' });
  const priceRow = (name: string) => prices.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await expect(priceRow('As paid')).toContainText('$6.69');
  await expect(prices).toContainText('without-price (1)');
  const input = prices.getByRole('textbox', { name: 'Input' });
  await input.fill('a dollar');
  await prices.getByRole('button', { name: 'Compare' }).click();
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await input.fill('1');
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
  await expect(costliest.getByRole('link', { name: `Open ticket No. ${ticket.ticket_number}` })).toHaveAttribute(
    'href',
    `/tickets/${ticket.id}`,
  );

  // Who spent it, by any column; its calls are the rows.
  const spenders = page.getByRole('region', { name: 'Who spent it' });
  await expect(spenders.getByRole('row', { name: /^Show the calls of End to end/ })).toContainText('$6.69');
  await spenders.getByRole('radio', { name: 'Models' }).click();
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
  await expect(page.getByText('13 calls that ran, together $0.99')).toBeVisible();
  await page.goBack();
  await expect(costliest.getByRole('radio', { name: 'Tickets' })).toBeChecked();
  await expect(spenders.getByRole('radio', { name: 'Models' })).toBeChecked();
  await expect(spenders.getByRole('columnheader', { name: 'No price' })).toHaveAttribute('aria-sort', 'descending');
});

test('AI-18: a month is one page to print, and the same figures as files that run nothing', async ({
  page,
  ownService: service,
}) => {
  await ingestCalls(service, [
    { feature: 'bot', model: HOSTILE, input_tokens: 10, output_tokens: 5, cost_usd: 0.1 },
    { feature: 'tone', model: 'm', input_tokens: 3, output_tokens: 2, cost_usd: 0.2, status: 'error' },
    { feature: 'tone', model: 'm', cost_usd: 9, created_utc: '2024-03-01T00:00:00Z' },
  ]);
  await signIn(page, service, { path: '/ai/month?month=2024-13' });
  await expect(page.getByText('Ignored an unknown month: month=2024-13')).toBeVisible();
  await page.goto(`${service.url}/ai/month?month=2024-02`);
  const sheet = page.getByRole('article', { name: /AI in February 2024/ });
  const days = sheet.getByRole('table', { name: 'By day' });
  await expect(days.getByRole('row')).toHaveCount(31);
  await expect(days.getByRole('row', { name: /^29 Feb/ })).toContainText('$0.30');
  await expect(sheet.getByRole('table', { name: 'By feature' })).toContainText('Month$0.30');
  await expect(sheet.getByRole('table', { name: 'By model' })).toContainText(HOSTILE);
  await expect(sheet).toContainText(/Request ids: \S+/);
  await checkA11y(page);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as HTML' }).click(),
  ]);
  const html = await readFile(await file.path(), 'utf8');
  expect(html).toContain('&lt;img src=x onerror=');
  expect(html).not.toMatch(/<(?:img|script)/i);
  expect(html).toContain('$0.30');
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  expect(await readFile(await csv.path(), 'utf8')).toContain('By day,2024-02-29,Cost,0.3\r\n');

  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test(
  'AI-18: a service without the extension says what it cannot know, and shows what it can',
  { tag: '@document' },
  async ({ page, service }) => {
    await signIn(page, service, { path: PATH });
    await expect(page.getByRole('table', { name: 'Value' })).toContainText('it needs “ticket_filters”');
    await expect(page.getByRole('table', { name: 'Value' })).toContainText(/\d+ points of \d+ answers/);
    await expect(page.getByText('Who spent it needs the extension “ai_reports”')).toBeVisible();
    await checkA11y(page);
    await page.getByRole('link', { name: 'Calls', exact: true }).click();
    await expect(page.getByText('Not provided by this service')).toBeVisible();
  },
);
