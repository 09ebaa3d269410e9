import { makeAiCalls } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { expect, test } from './embed-test.ts';
import { recordCalls } from './host-page.ts';

const READS = /^GET (?!whoami)/;

/** The calls for data, each once. */
function readsOf(calls: readonly string[]): readonly string[] {
  return [...new Set(calls.filter((call) => READS.test(call)))].toSorted();
}

test('EM-06: the spend against its budget, and the trend of the scores, are shown alone with their days, and ask for nothing else', async ({
  host,
  page,
  site,
  demoSite,
}) => {
  await site.call('PATCH', 'ai_limits', { body: { monthly_budget_usd: 600, action: 'hard' } });
  await makeAiCalls(site, [{ cost_usd: 460.82 }]);
  await host.open();
  const calls = recordCalls(page);
  const widget = await host.add({
    src: `${site.url}/embed/ai-usage?only=gauge&edit=1`,
    width: 360,
    height: 420,
    answer: { token: site.tokens.readOnly },
  });
  const { inside } = widget;
  await expect(inside.getByRole('region', { name: 'Spend this month' })).toContainText(/\$460\.82 of \$600 in/);
  await expect(inside.getByText(/^UTC days, 1 \w+ to/)).toBeVisible();
  await expect(inside.getByRole('meter', { name: 'Monthly budget' })).toBeVisible();
  await expect(inside.getByRole('group', { name: 'Daily tokens' })).toContainText('No cap');
  await settled(page);
  expect(readsOf(calls)).toEqual(['GET ai_limits', 'GET ai_usage']);

  await expect(inside.getByRole('heading', { level: 2 })).toHaveText([/\$460\.82/, 'Caps']);
  await expect(inside.getByRole('navigation')).toHaveCount(0);
  await expect(inside.getByRole('radio')).toHaveCount(0);
  await expect(inside.getByRole('table')).toHaveCount(0);
  // A read-only frame has no form, even if the address asks for it.
  await expect(inside.getByRole('button', { name: 'Edit caps' })).toHaveCount(0);
  await expect(inside.getByRole('form')).toHaveCount(0);
  await expect(inside.getByText('you are trying')).toHaveCount(0);
  await expect(inside.getByRole('link', { name: 'Open in console' })).toBeVisible();
  await checkA11y(page, { frame: await widget.frame() });
  await widget.remove();

  calls.length = 0;
  const trend = await host.add({
    src: `${demoSite.url}/embed/csat?only=trend&days=7`,
    width: 560,
    height: 520,
    answer: { token: demoSite.token },
  });
  const head = trend.inside.getByRole('region', { name: 'Satisfaction' });
  await expect(head).toContainText(/of 5 from \d+ answers?, \d+ \w+ to \d+ \w+, \S+\. .* in the 7 days before/);
  await expect(trend.inside.getByRole('application', { name: /of the answers of each day/ })).toBeVisible();
  // The notes of the trend come last.
  await expect.poll(() => calls).toContain('GET chart_notes');
  await settled(page);
  expect(readsOf(calls)).toEqual(['GET chart_notes', 'GET csat_reports']);
  expect(calls.filter((call) => call === 'GET csat_reports')).toHaveLength(2);

  await expect(trend.inside.getByRole('heading', { level: 2 })).toHaveCount(2);
  await expect(trend.inside.getByRole('navigation')).toHaveCount(0);
  await expect(trend.inside.getByRole('radio')).toHaveCount(0);
  await expect(trend.inside.getByRole('link')).toHaveText(['Open in console']);
  await checkA11y(page, { frame: await trend.frame() });
});
