import type { Locator, Page } from '@playwright/test';
import { runAdmin } from '#tools/service/start-service.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { startTamperingProxy } from '#e2e/support/tampering-proxy.ts';
import { expect, test } from '#e2e/support/test.ts';
import { isDryRun, makeTickets, panel, passOn, selectAll, selectListed } from './bulk-support.ts';
import { grid, row } from './inbox-support.ts';

const heading = (page: Page): Locator => panel(page).getByRole('heading', { level: 2 });

/** Whether all of its text is in sight. */
function isWhole(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { right } = node.getBoundingClientRect();
    return node.scrollWidth <= node.clientWidth && right <= innerWidth;
  });
}

test('beside the panel the table has a column for what became of each ticket, and the counts add up in words', async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const proxy = await startTamperingProxy(service.url);
  try {
    const words = 'Quill stem rusted';
    const ids = await makeTickets(service, words, 4);
    await service.call('PATCH', 'ticket', { body: { id: ids[0], priority: 'urgent' } });
    await selectAll(page, { ...service, url: proxy.url }, words, { count: 4, path: '&layout=table' });
    const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
    await expect(head('Created')).toBeVisible();
    proxy.tamper = (call, response) => {
      if (!isDryRun(call)) return false;
      proxy.tamper = null;
      const change = service.call('PATCH', 'ticket', { body: { id: ids[3], status: 'pending' } });
      void change.then(() => passOn(call, response));
      return true;
    };
    await page.keyboard.press('Shift+P');
    await page.getByRole('option', { name: 'Urgent' }).click();
    await expect(heading(page)).toHaveText('3 of 4 now have urgent priority.');
    await expect(panel(page).getByRole('progressbar')).toHaveAttribute(
      'aria-valuetext',
      '2 changed, 1 already urgent, 1 failed, 0 to do',
    );
    await expect(page.getByText('2 tickets set to urgent, 1 already urgent, 1 failed')).toBeVisible();
    // The newest ticket stands first.
    await expect(row(page, 0)).toBeFocused();
    const result = row(page, 0).getByRole('gridcell').last();
    await expect(result).toHaveText(/^Changed by someone else/);
    expect(await isWhole(result.getByText('Changed by someone else'))).toBe(true);
    await expect(head('Result')).toBeInViewport();
    await expect(head('Created')).toBeHidden();
    await checkA11y(page);

    await panel(page).getByRole('button', { name: 'Undo 2' }).click();
    await expect(heading(page)).toHaveText('All 2 are as before.');
    await expect(page.getByText('2 tickets set to urgent')).toBeHidden();
    await panel(page).getByRole('button', { name: 'Close' }).click();
    await expect(head('Result')).toBeHidden();
    await expect(head('Created')).toBeVisible();
  } finally {
    await proxy.close();
  }
});

test('after a reload in mid-bulk the rows that wait say so and show their old values', async ({ page, service }) => {
  const words = 'Bidon cage snapped';
  await makeTickets(service, words, 3);
  await selectAll(page, service, words, { count: 3 });
  await page.route(/resource=tickets_bulk/, async (route) => {
    // The change never leaves this browser; the look before it does.
    if (route.request().postData()?.includes('"dry_run":true') === true) await route.continue();
  });
  await page.keyboard.press('e');
  await expect(grid(page).getByText('Saving')).toHaveCount(3);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(panel(page)).toContainText('Paused when the page reloaded or closed.');
  await expect(grid(page).getByText('Waiting')).toHaveCount(3);
  await expect(grid(page).getByRole('img', { name: 'Open', exact: true, includeHidden: true })).toHaveCount(3);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await panel(page).getByRole('button', { name: 'Resume' }).click();
  await expect(heading(page)).toHaveText('All 3 are now resolved.');
});

test('the focus goes back to a row after Select all, Clear, a verb of the bar and an export', async ({
  page,
  service,
}) => {
  const words = 'Cassette skips';
  await makeTickets(service, words, 27);
  await signIn(page, service, { path: `/inbox?status=all&limit=25&q=${encodeURIComponent(words)}` });
  await selectListed(page, 27);
  const bar = page.getByRole('toolbar', { name: 'Change the selected tickets' });
  const isOnRow = () => expect(grid(page).locator('[data-row]:focus')).toBeVisible();
  await bar.getByRole('button', { name: 'Clear' }).click();
  await expect(bar).toBeHidden();
  await isOnRow();
  await page.keyboard.press('Control+a');
  await bar.getByRole('button', { name: 'Select all 27' }).click();
  await expect(bar).toContainText('All 27 matching tickets selected');
  await isOnRow();
  await bar.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('option', { name: 'Low' }).click();
  await expect(heading(page)).toHaveText('All 27 now have low priority.');
  await isOnRow();
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('menuitem', { name: 'Export CSV…' }).click();
  await expect(page.getByRole('dialog', { name: /export/i })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await isOnRow();
});

test('a name of 54 letters is read whole in the menu of agents, beside its count and its mark', async ({
  page,
  ownService,
}) => {
  // A service of its own, started twice.
  test.slow();
  const name = 'Maximiliane Oberhuber-Schlüsselfelder von Wittgenstein';
  await ownService.stop();
  const { agent_id: id } = await runAdmin(ownService.dataDir, [
    ...['agent', 'create', '--site-id', String(ownService.siteId)],
    ...['--name', name],
  ]);
  await ownService.start();
  const words = 'Pedal spindle bent';
  const ids = await makeTickets(ownService, words, 3);
  await ownService.call('PATCH', 'ticket', { body: { id: ids[0], assignee_agent_id: id } });
  await selectAll(page, ownService, words, { count: 3 });
  await page.keyboard.press('a');
  const option = page.getByRole('option', { name: new RegExp(`^${name}`) });
  await expect(option).toContainText('1 open');
  await expect(option).toContainText('on some of them');
  const label = option.getByText(name);
  expect(await isWhole(label)).toBe(true);
  // Two or three lines of words, no column of letters.
  expect((await label.boundingBox())?.width ?? 0).toBeGreaterThan(140);
  expect(await isWhole(option.getByText('1 open'))).toBe(true);
});
