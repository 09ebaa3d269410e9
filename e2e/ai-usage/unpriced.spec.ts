import { makeAiCalls } from '#e2e/support/builders.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { hero, MIDDLE, region } from './ai-support.ts';

test('AI-25: calls without a price are counted and their models named, each with the way to its calls', async ({
  page,
  clock,
  site,
}) => {
  await clock.set(MIDDLE);
  const none = { model: 'preview', cost_usd: undefined, output_tokens: 0 };
  await makeAiCalls(site, [
    { cost_usd: 10 },
    { ...none, created_utc: '2026-11-17T13:00:00Z' },
    { ...none, feature: 'tone', created_utc: '2026-11-10T13:00:00Z' },
    { ...none, model: 'old', created_utc: '2026-10-31T23:59:59Z' },
  ]);
  await signIn(page, site, { path: '/ai/usage' });
  await expect(hero(page)).toContainText('$10.00 in November');
  const facts = region(page, 'About these figures');
  await expect(facts).toContainText('2 calls this month are in no cost, as their models have no price. preview (2)');
  await expect(facts).not.toContainText('old');
  await facts.getByRole('link', { name: 'preview (2)' }).click();
  await expect(page.getByText('1 to 2 of 2 calls')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'No price' })).toHaveCount(2);
});
