import { settled } from '#e2e/support/settled.ts';
import { expect, test } from './embed-test.ts';
import { SANDBOX, type HostedFrame } from './host-page.ts';

/** The last height that a frame has reported; 0 before the first. */
async function lastHeight(hosted: HostedFrame): Promise<number> {
  return Number((await hosted.said('height')).at(-1)?.['height'] ?? 0);
}

test('EM-05: a frame reports a height that follows its content, leaves nothing to scroll, and settles', async ({
  host,
  demoSite,
}) => {
  const { page } = host;
  await host.open();
  const src = `${demoSite.url}/embed/csat`;
  const hosted = await host.add({
    src,
    sandbox: SANDBOX,
    grows: true,
    height: 200,
    answer: { token: demoSite.token },
  });
  await expect(hosted.heading).toContainText('CSAT');
  await expect.poll(() => lastHeight(hosted)).toBeGreaterThan(600);
  /** Pixels of the page that would have to be scrolled to. */
  const overflow = () =>
    hosted.inside
      .locator('.pane')
      .evaluateAll((panes) => Math.max(...panes.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)));
  // The page shows them last.
  const notes = hosted.inside.getByRole('list', { name: 'Notes on the trend' });
  await expect(notes.getByRole('listitem')).toHaveCount(2);
  await settled(page);
  await expect.poll(overflow).toBe(0);
  const calm = await lastHeight(hosted);

  await hosted.inside.getByRole('button', { name: 'View as table' }).first().click();
  await expect.poll(() => lastHeight(hosted)).toBeGreaterThan(calm);
  await settled(page);
  await expect.poll(overflow).toBe(0);
  await hosted.inside.getByRole('button', { name: 'View as chart' }).first().click();
  await expect.poll(() => lastHeight(hosted)).toBe(calm);
  await hosted.inside.getByRole('link', { name: 'Follow-up' }).click();
  await expect.poll(() => lastHeight(hosted)).toBeLessThan(calm);
  await settled(page);
  await hosted.inside.getByRole('link', { name: 'Overview' }).click();
  await expect.poll(() => lastHeight(hosted)).toBe(calm);
  await settled(page);
  expect((await hosted.said('height')).length).toBeLessThan(15);
});

test('EM-03, EM-05: links inside stay inside and are reported to the host, which can navigate too; other links open a tab', async ({
  host,
  demoSite,
  context,
}) => {
  const { page } = host;
  await host.open();
  const hosted = await host.add({
    ...{ src: `${demoSite.url}/embed/csat?page=answers&days=7`, sandbox: SANDBOX },
    answer: { token: demoSite.token },
  });
  const { inside } = hosted;
  const told = async () => (await hosted.said('navigated')).at(-1)?.['path'];
  const address = async () => (await hosted.frame()).url().replace(demoSite.url, '');
  await expect(hosted.heading).toContainText('CSAT');
  const answers = inside.getByRole('grid', { name: 'Answers' });
  await answers.getByRole('link', { name: /#\d+/ }).first().click();
  await expect.poll(told).toMatch(/^\/embed\/inbox\?ticket=\d+$/);
  await expect(inside.getByRole('article').first()).toBeVisible();
  await (await hosted.frame()).evaluate(() => history.back());
  await expect(answers).toBeVisible();

  await inside.getByRole('link', { name: 'Overview' }).click();
  await expect.poll(told).toBe('/embed/csat?days=7');
  await expect.poll(address).toBe('/embed/csat?days=7');
  await inside.getByRole('radio', { name: '90 d' }).click();
  await expect.poll(told).toBe('/embed/csat?days=90');
  await hosted.post({ type: 'navigate', path: '/embed/csat?page=follow-up&days=90' });
  await expect(inside.getByRole('radiogroup', { name: 'State' })).toBeVisible();
  await expect.poll(told).toBe('/embed/csat?page=follow-up&days=90');
  await (await hosted.frame()).evaluate(() => history.back());
  await expect.poll(told).toBe('/embed/csat?days=90');
  await expect.poll(() => page.url()).toBe(host.address);
  await hosted.post({ type: 'navigate', path: '/embed/ai-usage?days=7' });
  await expect(hosted.heading).toContainText('AI usage');
  await expect.poll(told).toBe('/embed/ai-usage?days=7');
  await expect(inside.getByRole('navigation', { name: 'Main' })).toHaveCount(0);

  // The frame refuses other pages.
  await hosted.post({ type: 'navigate', path: '/embed/settings' });
  await expect.poll(async () => (await hosted.said('error')).at(-1)).toMatchObject({ code: 'not_embeddable' });
  await expect.poll(address).toBe('/embed/ai-usage?days=7');

  const open = inside.getByRole('link', { name: 'Open in console' });
  await expect(open).toHaveAttribute('target', '_blank');
  await expect(open).toHaveAttribute('rel', /noopener/);
  await expect(open).toHaveAttribute('href', /\/ai\/usage\?days=7$/);

  await hosted.post({ type: 'navigate', path: '/embed/health' });
  const outside = context.waitForEvent('page');
  await inside.getByRole('link', { name: 'Failed deliveries' }).click();
  const log = await outside;
  await expect.poll(() => log.evaluate(() => window.opener)).toBeNull();
  await expect(log).toHaveURL(/webhooks/);
  await log.close();
  await expect.poll(address).toBe('/embed/health');
});
