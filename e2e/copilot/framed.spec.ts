import { HostPage } from '#e2e/embed/host-page.ts';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect } from '#e2e/support/test.ts';
import { answersOf } from '#e2e/ticket/ticket-support.ts';
import { KEY, saveReply, test } from './copilot-support.ts';

const EMPTY = {
  serviceUrl: '',
  files: { 'index.html': '<!doctype html><html lang="en"><title>Portal</title><body></body></html>' },
  headers: { 'content-security-policy': '' },
};

test('CP-01, CP-10: in a frame that allows changes a draft is made and sent; links to other pages open beside the frame', async ({
  page,
  site,
  portalHost,
  provider: _none,
}) => {
  await saveReply(site, 'Refund', 'Within 14 days.');
  await site.call('PATCH', 'ai_limits', { body: { monthly_budget_usd: 0.001, action: 'soft' } });
  const { id } = await makeTicket(site, { subject: 'Chain jumps' });
  const host = await new HostPage(page, `${portalHost.add(EMPTY)}index.html`).open();
  const src = `${site.url}/embed/inbox?ticket=${id}`;
  const hosted = await host.add({ src, answer: { token: site.tokens.all, edit: true }, width: 1_400 });
  const { inside } = hosted;
  const copilot = inside.getByRole('region', { name: 'Copilot', exact: true });
  await copilot.getByRole('button', { name: 'Draft a reply' }).click();
  await copilot.getByRole('textbox', { name: 'Key of your AI provider' }).fill(KEY);
  await page.keyboard.press('Enter');
  await expect(copilot.getByRole('link', { name: 'See the caps' })).toHaveAttribute('href', '/embed/ai-usage');
  await copilot.getByRole('button', { name: 'Draft reply' }).click();
  await copilot.getByRole('button', { name: 'Insert', exact: true }).click();
  const reply = inside.getByRole('textbox', { name: 'Public reply' });
  await expect(reply).toHaveValue('Hello Maren, we look into it.');
  await checkA11y(page, { frame: await hosted.frame() });

  await page.keyboard.type(' /');
  const other = page.context().waitForEvent('page');
  await inside.getByRole('link', { name: 'Manage saved replies' }).click();
  await expect.poll(async () => (await other).url()).toContain('/settings/saved-replies');
  await (await other).close();
  await reply.fill('Hello. ');
  await page.keyboard.type('/ref');
  await page.keyboard.press('Enter');
  await expect(reply).toHaveValue('Hello. Within 14 days.');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => answersOf(site, id)).toEqual(['Hello. Within 14 days.']);
});

test('CP-01: in a frame that allows no changes there is no copilot', async ({
  page,
  site,
  portalHost,
  provider: _none,
}) => {
  const { id } = await makeTicket(site, { subject: 'Chain jumps' });
  const host = await new HostPage(page, `${portalHost.add(EMPTY)}index.html`).open();
  const src = `${site.url}/embed/inbox?ticket=${id}`;
  const { inside } = await host.add({ src, answer: { token: site.tokens.all }, width: 1_400 });
  await expect(inside.getByRole('heading', { name: 'Chain jumps' })).toBeVisible();
  await expect(inside.getByRole('region', { name: 'Copilot' })).toHaveCount(0);
});
