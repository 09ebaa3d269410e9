import { checkA11y } from '#e2e/support/check-a11y.ts';
import { makeTickets as makeInTurn } from '#e2e/support/builders.ts';
import { expect, test } from '#e2e/support/test.ts';
import { bar, countStored, heading, makeTickets, panel, refuse, selectAll } from './bulk-support.ts';
import { grid, row } from './inbox-support.ts';

test(
  'a service without bulk changes: the question has the number; one call a ticket, a 429 is waited for, old values are written back',
  { tag: '@document' },
  async ({ page, site, between, problems }) => {
    problems.allow(/status of 429/);
    await makeTickets(site, 'Dropout cracked', 51);
    await selectAll(page, { ...site, url: between.url }, { count: 51, loaded: 100, path: '&limit=100' });
    await page.keyboard.press('Shift+E');
    const dialog = page.getByRole('dialog', { name: 'Close 51 tickets' });
    await expect(dialog).toContainText('51 tickets will be closed. Undo puts the old values back.');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await countStored(site, ({ status }) => status === 'open')).toBe(51);

    // Few enough for no question.
    await page.keyboard.press('Escape');
    await expect(bar(page)).toBeHidden();
    await grid(page).locator('[data-row]').first().focus();
    await page.keyboard.press('Home');
    await expect(row(page, 0)).toBeFocused();
    await page.keyboard.press('x');
    for (let n = 1; n < 12; n += 1) await page.keyboard.press('Shift+J');
    await expect(bar(page)).toContainText('12 selected');
    // Opened a moment after the key, it would take the place of the panel.
    await expect(row(page, 11)).toHaveAttribute('aria-current', 'true');
    let refused = 0;
    between.tamper = (call, response) => {
      if (call.resource !== 'ticket' || call.query.get('id') !== null || refused > 0) return false;
      refused += 1;
      return refuse(response, 429, 'rate_limited', { 'retry-after': '1' });
    };
    await page.keyboard.press('e');
    await expect(heading(page)).toHaveText('All 12 are now resolved.');
    expect(refused).toBe(1);
    await expect(panel(page)).toContainText('Status was open.');
    await expect(panel(page)).toContainText('with new resolved times');
    expect(await countStored(site, ({ status }) => status === 'resolved')).toBe(12);
    await panel(page).getByRole('button', { name: 'Undo 12' }).click();
    await expect(heading(page)).toHaveText('All 12 are as before.');
    expect(await countStored(site, ({ status }) => status === 'open')).toBe(51);
  },
);

test(
  'on a phone the job is a sheet over the list, half the height or all of it',
  { tag: '@phone' },
  async ({ page, site }) => {
    await makeInTurn(site, 3);
    await selectAll(page, site, { count: 3 });
    await bar(page).getByRole('button', { name: 'Priority' }).tap();
    await page.getByRole('option', { name: 'High' }).tap();
    await expect(heading(page)).toHaveText('All 3 now have high priority.');
    const height = async () => (await panel(page).boundingBox())?.height ?? 0;
    const { height: screen } = page.viewportSize() ?? { height: 0 };
    await expect.poll(height).toBeLessThan(screen * 0.65);
    await page.getByRole('button', { name: 'Show more of the bulk change' }).tap();
    await expect.poll(height).toBeGreaterThan(screen * 0.75);
    await checkA11y(page);
    await panel(page).getByRole('button', { name: 'Undo 3' }).tap();
    await expect(heading(page)).toHaveText('All 3 are as before.');
    expect(await countStored(site, ({ priority }) => priority === 'normal')).toBe(3);
    await panel(page).getByRole('button', { name: 'Close' }).tap();
    await expect(panel(page)).toBeHidden();
  },
);
