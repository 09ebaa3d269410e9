import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { OwnSite, TestService } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { features, hero, limitsOf, region, totalOf } from './ai-support.ts';

/** The command takes nothing that is in the future by the machine's clock. */
const PAST_MIDDLE = '2025-11-18T10:00:00Z';

/** Without the extension `ingest` an operator's command alone brings AI calls. */
async function importCalls(service: TestService, { siteId }: OwnSite, calls: readonly object[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ai-calls-'));
  const file = join(folder, 'calls.ndjson');
  const call = { model: 'lumen-large-2', input_tokens: 100, output_tokens: 10, latency_ms: 700, status: 'ok' };
  await writeFile(file, calls.map((fields) => `${JSON.stringify({ ...call, ...fields })}\n`).join(''));
  const done = await service.admin('import', '--site-id', String(siteId), '--kind', 'ai_calls', '--file', file);
  expect(done).toMatchObject({ failed_rows: 0 });
  await rm(folder, { recursive: true });
}

test(
  'AI-05, AI-06, AI-20: without the extensions the page uses two resources and says what it cannot know; caps are set',
  { tag: '@document' },
  async ({ page, clock, ownService }) => {
    await clock.set(PAST_MIDDLE);
    await ownService.setClock(clock.now());
    const site = await ownService.makeSite();
    await importCalls(ownService, site, [
      { created_utc: '2025-11-18T09:00:00Z', feature: 'bot', cost_usd: 1.5 },
      { created_utc: '2025-11-17T09:00:00Z', feature: 'bot', cost_usd: 2.5 },
      { created_utc: '2025-11-16T09:00:00Z', feature: 'bot', cost_usd: 1, status: 'error' },
      { created_utc: '2025-11-02T12:00:00Z', feature: 'tone', model: 'nobody-knows' },
      { created_utc: '2025-11-01T00:00:00Z', feature: 'tone', model: 'nobody-knows' },
      { created_utc: '2025-10-31T23:59:59Z', feature: 'tone', model: 'nobody-knows' },
      { created_utc: '2025-10-20T00:00:00Z', feature: 'intent', cost_usd: 10 },
    ]);
    await signIn(page, site, { path: '/ai/usage' });
    await expect(hero(page)).toContainText('$5.00 in November');
    const facts = region(page, 'About these figures');
    await facts.getByText('Billing cycle').click();
    await expect(facts).toContainText('1 Nov to 1 Dec: 2 AI replies, 330 bot tokens');
    await expect(facts).toContainText('2 calls this month are in no cost, as their models have no price.');
    await expect(totalOf(features(page)).getByRole('cell').nth(0)).toHaveText('$15.00');
    await expect(page.getByText(/Calls, models, API tokens, .* need the extension “ai_reports”/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Other dates' })).toBeHidden();
    // Without a list of calls no day leads to one.
    await page.keyboard.press('t');
    await expect(page.getByRole('table').first().getByRole('link')).toHaveCount(0);
    await checkA11y(page);

    const caps = region(page, 'Caps');
    await expect(caps.getByRole('group', { name: 'Monthly budget' })).toContainText('No cap');
    await caps.getByRole('button', { name: 'Edit caps' }).click();
    await caps.getByRole('textbox', { name: 'Monthly budget' }).fill('0');
    await caps.getByRole('button', { name: 'Save caps' }).click();
    await expect(region(page, 'Cap alerts')).toContainText('The monthly budget is used up');
    expect((await limitsOf(site))[0]).toBe(0);
    await expect(page.getByRole('link', { name: 'Calls', exact: true })).toHaveCount(0);
  },
);
