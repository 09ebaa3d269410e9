import { readFile } from 'node:fs/promises';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { issueLink, linksOf, openSession, PAGE, storedIn } from './portal-tokens-support.ts';

test('PT-08: links are issued for a list of addresses, over a reload, and saved once in a file', async ({
  page,
  site,
}) => {
  const known = await issueLink(site, 'thyme.known@bulk.example');
  await signIn(page, site, { path: PAGE });
  await page.getByRole('button', { name: 'Issue many' }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue many links' });
  const list = dialog.getByRole('textbox', { name: 'Email addresses' });
  await list.fill(
    'email\nthyme.a@bulk.example\nTHYME.a@bulk.example\nthyme.known@bulk.example\nnobody\nthyme.b@bulk.example',
  );
  await expect(dialog).toContainText('3 addresses. 1 duplicate skipped.');
  await expect(dialog).toContainText('Line 5: nobody');
  await expect(dialog).toContainText('Anyone who has it can read the tickets of all these customers.');
  await checkA11y(page);

  // The second answer does not come before the page is reloaded.
  const keys: (string | undefined)[] = [];
  let hold = true;
  await intercept(page, '**/v1/api.ashx?resource=portal_token', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length < 2 || !hold) return route.continue();
    await route.fetch();
  });
  await dialog.getByRole('button', { name: 'Issue 3 links' }).click();
  await expect(dialog).toContainText('1 of 3');
  await expect.poll(() => keys.length).toBe(2);
  await expect.poll(() => storedIn(page)).toContain('thyme.b@bulk.example');
  await expect.poll(() => storedIn(page)).not.toContain('spt_');
  hold = false;
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog).toContainText('1 of 3 addresses were done when this page was reloaded.');
  await dialog.getByRole('button', { name: 'Resume' }).click();
  const done = page.getByRole('dialog', { name: 'All done' });
  await expect(done).toBeVisible();
  // The same keys, the same links.
  expect(keys.slice(2, 4)).toEqual(keys.slice(0, 2));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    done.getByRole('button', { name: 'Download the links' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  const [head, ...lines] = text.replace('\uFEFF', '').trim().split('\r\n');
  expect(head).toBe('requester_email,outcome,token_url,id,expires_utc,reason');
  expect(lines.map((line) => line.split(',').slice(0, 2).join(' '))).toEqual([
    'thyme.a@bulk.example minted',
    'thyme.known@bulk.example reused',
    'thyme.b@bulk.example minted',
  ]);
  expect(lines[1]).toContain(known.token_url);
  expect(await openSession(site, lines[0]?.match(/spt_\w+/)?.[0] ?? '')).toBe(200);
  for (const name of ['a', 'b']) expect(await linksOf(site, `thyme.${name}@bulk.example`)).toHaveLength(1);
  await expect(done).toContainText('The links are no longer on this page.');
  await expect.poll(() => storedIn(page)).not.toContain('thyme.');
});

test('PT-08: a file is read by its column of addresses, with quotes, line breaks and the encoding of a spreadsheet', async ({
  page,
  site,
}) => {
  await signIn(page, site, { path: PAGE });
  await page.getByRole('button', { name: 'Issue many' }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue many links' });
  const choose = async (text: string | Buffer) => {
    const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await dialog.getByLabel('Choose a file').setInputFiles(file);
  };
  const lines = [
    'Name;E-Mail;Agent',
    '"Jürgen\nMüller";juergen@file.example;boss@file.example',
    '"Osei; H.";hannah@file.example;boss@file.example',
    'Again;HANNAH@file.example;',
    'No address;;boss@file.example',
    'Typed;hannah.file.example@;',
  ];
  await choose(Buffer.from(lines.join('\r\n'), 'latin1'));
  await expect(dialog).toContainText('2 addresses. 1 duplicate skipped.');
  await expect(dialog).toContainText('Line 6: No address; boss@file.example');
  await expect(dialog).toContainText('Line 7: hannah.file.example@');
  await expect(dialog.getByRole('button', { name: 'Issue 2 links' })).toBeEnabled();
  await choose(Buffer.from(`\uFEFF${lines.slice(0, 2).join('\n')}`, 'utf16le'));
  await expect(dialog.getByRole('button', { name: 'Issue 1 link' })).toBeEnabled();
  await choose(Buffer.alloc(9_000_000, 'x'));
  await expect(dialog).toContainText('The file is over 8 MB.');
  await expect(dialog.getByRole('button', { name: 'Issue 1 link' })).toBeEnabled();
  await choose('a\0@file.example\n"never closed <b@file.example>\nc@file.example');
  await expect(dialog).toContainText('Line 1: Not readable as text. Save the file as CSV and choose it again.');
  await expect(dialog).toContainText('2 addresses.');
});
