import type { Locator } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { makeTickets as makeInTurn } from '#e2e/support/builders.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { bar, heading, isDryRun, makeTickets, panel, passOn, selectAll, selectListed } from './bulk-support.ts';
import { grid, row } from './inbox-support.ts';

/** All of its text is in sight. */
async function expectWhole(element: Locator): Promise<void> {
  const hidden = () =>
    element.evaluate((node) => {
      const { right } = node.getBoundingClientRect();
      return Math.max(node.scrollWidth - node.clientWidth, right - innerWidth);
    });
  await expect.poll(hidden).toBeLessThanOrEqual(0);
}

test('beside the panel the table has a column for what became of each ticket, and the counts add up in words', async ({
  page,
  site,
  between,
}) => {
  const [first, , , last] = await makeInTurn(site, 4);
  await site.call('PATCH', 'ticket', { body: { id: first?.id, priority: 'urgent' } });
  await selectAll(page, { ...site, url: between.url }, { count: 4, path: '&layout=table' });
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(head('Created')).toBeVisible();
  between.tamper = (call, response) => {
    if (!isDryRun(call)) return false;
    between.tamper = null;
    const change = site.call('PATCH', 'ticket', { body: { id: last?.id, status: 'pending' } });
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
  await expectWhole(result.getByText('Changed by someone else'));
  await expect(head('Result')).toBeInViewport();
  await expect(head('Created')).toBeHidden();
  await checkA11y(page);

  await panel(page).getByRole('button', { name: 'Undo 2' }).click();
  await expect(heading(page)).toHaveText('All 2 are as before.');
  await expect(page.getByText('2 tickets set to urgent')).toBeHidden();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(head('Result')).toBeHidden();
  await expect(head('Created')).toBeVisible();
});

test('the focus goes back to a row after Select all, Clear, a verb of the bar and an export; a name of 54 letters is read whole in the menu of agents', async ({
  page,
  site,
  between,
}) => {
  const name = 'Maximiliane Oberhuber-Schlüsselfelder von Wittgenstein';
  between.tamper = ({ resource, answer: { status, headers, text } }, response) => {
    if (resource !== 'agents') return false;
    const { 'content-length': _length, ...kept } = headers;
    response.writeHead(status, kept).end(text.replaceAll('Robin Tester', name));
    return true;
  };
  // More than the first page has, and than are in sight.
  const ids = await makeTickets(site, 'Cassette skips', 27);
  await site.call('PATCH', 'ticket', { body: { id: ids.at(-1), assignee_agent_id: site.agentId } });
  await signIn(page, { ...site, url: between.url }, { path: '/inbox?status=all&limit=25' });
  await selectListed(page, 27, { loaded: 25 });
  const isOnRow = () => expect(grid(page).locator('[data-row]:focus')).toBeVisible();
  await bar(page).getByRole('button', { name: 'Clear' }).click();
  await expect(bar(page)).toBeHidden();
  await isOnRow();
  await page.keyboard.press('Control+a');
  await bar(page).getByRole('button', { name: 'Select all 27' }).click();
  await expect(bar(page)).toContainText('All 27 matching tickets selected');
  await isOnRow();

  await page.keyboard.press('a');
  const option = page.getByRole('option', { name: new RegExp(`^${name}`) });
  await expect(option).toContainText('1 open');
  await expect(option).toContainText('on some of them');
  const label = option.getByText(name);
  await expectWhole(label);
  await expectWhole(option.getByText('1 open'));
  // Two or three lines of words, no column of letters.
  await expect.poll(async () => (await label.boundingBox())?.width ?? 0).toBeGreaterThan(140);
  await page.keyboard.press('Escape');
  await expect(option).toBeHidden();
  await isOnRow();

  await bar(page).getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('option', { name: 'Low' }).click();
  await expect(heading(page)).toHaveText('All 27 now have low priority.');
  await isOnRow();
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('menuitem', { name: 'Download CSV…' }).click();
  await expect(page.getByRole('dialog', { name: 'Download CSV' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await isOnRow();
});
