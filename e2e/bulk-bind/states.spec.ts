import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect, test } from '#e2e/support/test.ts';
import { applyButton, counts, csv, dryRunButton, goodRows, importFile, openBulk } from './bulk-support.ts';

test('BB-05, BB-10: a service without results per row shows totals', { tag: '@document' }, async ({ page, site }) => {
  await openBulk(page, site);
  await expect(page.getByText(/need the extension “bind_jobs”, which this service does not have\./)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Imports' })).toBeHidden();
  const text = csv([...goodRows(3), ['telegram', 'tomas.c', 'tomas@riders.example']]);
  await importFile(page, text);
  expect(await counts(page)).toEqual([3, 0, 0, 1, 0]);
  await expect(page.getByText('so there are only totals.', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download: Result of every row' })).toBeHidden();
  await checkA11y(page);
  await page.getByRole('button', { name: 'Bind another file' }).click();
  await importFile(page, text);
  expect(await counts(page)).toEqual([0, 3, 0, 1, 0]);
});

test('a token without the scope can check a file, and the page says why it cannot send it', async ({ page, site }) => {
  await openBulk(page, site, site.tokens.readOnly);
  await expect(page.getByRole('note')).toContainText('This token lacks the scope channels:bulk.');
  await page.locator('input[type=file]').setInputFiles({
    name: 'crm.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv(goodRows(3))),
  });
  await expect(dryRunButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(dryRunButton(page)).toHaveAccessibleDescription(/^This token lacks the scope channels:bulk\./);
});

test(
  'BB-01, BB-04, BB-05: on a phone a file is pasted, fixed and applied by touch',
  { tag: '@phone' },
  async ({ page, site }) => {
    await openBulk(page, site);
    await page.getByRole('button', { name: 'Paste rows' }).tap();
    await page
      .getByRole('dialog')
      .getByRole('textbox')
      .fill(csv([['wa', '+4915155501884', 'maren@riders.example'], ...goodRows(3)]));
    await page.getByRole('button', { name: 'Check these rows' }).tap();
    const steps = page.getByRole('navigation', { name: 'Steps of the import' });
    await steps.getByRole('link', { name: 'File' }).tap();
    await page.goBack();
    await page.getByRole('button', { name: 'Use WhatsApp in line 2' }).tap();
    await expect(page.getByRole('button', { name: 'To fix 0' })).toBeVisible();
    await checkA11y(page);
    await dryRunButton(page).tap();
    await expect(page.getByRole('heading', { name: 'All 4 rows can be applied.' })).toBeVisible();
    await applyButton(page).tap();
    await expect(page.getByRole('heading', { name: 'All 4 rows were applied.' })).toBeVisible();
    await checkA11y(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  },
);
