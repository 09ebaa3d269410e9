import { readFile } from 'node:fs/promises';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { issueLink, PAGE } from './portal-tokens-support.ts';

test('GX-18: portal links are saved as the list shows them, all pages of it, without the links themselves', async ({
  page,
  site,
}) => {
  const links = [];
  for (let at = 0; at < 51; at += 1) links.push(await issueLink(site, `sorrel${at}@saved.example`));
  const opened = await issueLink(site, 'sorrel.opened@saved.example', { uses: 2 });
  const formula = await issueLink(site, '+sum@saved.example');
  await signIn(page, site, { path: `${PAGE}?q=saved&show=unused` });
  await expect(page.getByText('50 of 52')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByText('52 of 52')).toBeVisible();

  await page.getByRole('button', { name: 'Download CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download CSV' });
  await expect(dialog).toContainText('52 links');
  await checkA11y(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download 52 rows' }).click(),
  ]);
  await expect(dialog).toContainText('52 rows downloaded');
  expect(file.suggestedFilename()).toMatch(/-portal-links-filtered-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await file.path(), 'utf8');
  const [head, ...lines] = csv.trimEnd().split('\r\n');
  expect(head).toBe(
    '\uFEFFid,requester_email,state,expires_utc,revoked_utc,use_count,last_used_utc,created_utc,issued_by,customer_identity_id,customer_blocked,customer_merged',
  );
  // In the order of the list, the newest first; text that a spreadsheet would run is guarded.
  expect(lines).toHaveLength(52);
  expect(lines[0]).toMatch(new RegExp(`^${formula.id},'\\+sum@saved\\.example,active,`));
  expect(lines.at(-1)).toContain('sorrel0@saved.example');
  expect(csv).not.toContain('sorrel.opened');
  for (const { token } of [...links, opened, formula]) expect(csv).not.toContain(token);
  expect(csv).not.toMatch(/spt_|#t=|\/portal/);
});
