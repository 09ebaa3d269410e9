import {
  countStored,
  isBlock,
  isDryRun,
  makeTickets,
  panel,
  passOn,
  pressAndConfirm,
  selectAll,
  selectListed,
  storedTickets,
} from './bulk-support.ts';
import { grid } from './inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect, test } from '#e2e/support/test.ts';
import { startTamperingProxy } from '#e2e/support/tampering-proxy.ts';

test('IN-12: all 300 that match are resolved while another client changes some; those fail with the reason, stay selected, are tried again, and all is undone', async ({
  page,
  service,
}) => {
  const proxy = await startTamperingProxy(service.url);
  try {
    const words = 'Hub bearing loose';
    const ids = await makeTickets(service, words, 300);
    // Among the newest, so that their rows are in sight.
    const others = ids.slice(-13, -10);
    await selectAll(page, { ...service, url: proxy.url }, words, { count: 300 });
    proxy.tamper = (call, response) => {
      if (!isDryRun(call)) return false;
      proxy.tamper = null;
      // Between the fixing of the set and its change.
      const changes = others.map((id) =>
        service.call('PATCH', 'ticket', { body: { id, priority: 'urgent' }, token: service.tokens.agent }),
      );
      void Promise.all(changes).then(() => passOn(call, response));
      return true;
    };
    await pressAndConfirm(page, 'e', 'Resolve 300 tickets');
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('297 of 300 are now resolved.');
    await expect(panel(page).getByRole('progressbar')).toHaveAttribute(
      'aria-valuetext',
      '297 changed, 3 failed, 0 to do',
    );
    const failed = panel(page).getByRole('list', { name: 'Failed tickets' }).getByRole('listitem');
    await expect(failed).toHaveCount(3);
    await expect(failed.first()).toContainText(/409 conflict.*Robin changed it at \d\d:\d\d\. It was left as it was\./);
    await expect(failed.first()).toContainText(words);
    expect(await countStored(service, words, ({ status }) => status === 'resolved')).toBe(297);
    await expect(page.getByRole('toolbar', { name: 'Change the selected tickets' })).toContainText('3 selected');
    await expect(grid(page).getByText('Changed by someone else').first()).toBeAttached();
    await checkA11y(page);

    await panel(page).getByRole('button', { name: 'Retry 3' }).click();
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('All 300 are now resolved.');
    expect(await countStored(service, words, ({ status }) => status === 'resolved')).toBe(300);

    await panel(page).getByRole('button', { name: 'Undo 300' }).click();
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('All 300 are as before.');
    const after = await storedTickets(service, words);
    expect(after.filter(({ status, resolved_utc: at }) => status === 'open' && at === null)).toHaveLength(300);
    // What somebody else did in between is theirs.
    const urgent = after.filter(({ priority }) => priority === 'urgent').map(({ id }) => id);
    expect(new Set(urgent)).toEqual(new Set(others));
    await expect(panel(page).getByRole('button', { name: /^Undo/ })).toBeHidden();
  } finally {
    await proxy.close();
  }
});

test('IN-13: a job is paused after the block that is on its way, goes on, and is stopped', async ({
  page,
  service,
}) => {
  const proxy = await startTamperingProxy(service.url);
  try {
    const words = 'Saddle clamp slips';
    await makeTickets(service, words, 420);
    await selectAll(page, { ...service, url: proxy.url }, words, { count: 420, path: '&layout=table' });
    const held: (() => void)[] = [];
    proxy.tamper = (call, response) => {
      if (!isBlock(call)) return false;
      held.push(() => passOn(call, response));
      return true;
    };
    await pressAndConfirm(page, 'p', 'Set 420 tickets to pending');
    await expect.poll(() => held.length).toBe(1);
    await expect(grid(page).getByText('Saving').first()).toBeVisible();
    await panel(page).getByRole('button', { name: 'Pause' }).click();
    await expect(panel(page).getByRole('button', { name: 'Pausing' })).toBeVisible();
    held[0]?.();
    await expect(panel(page)).toContainText('Paused.');
    await expect(panel(page)).toContainText('200 changed');
    await expect(panel(page)).toContainText('220 to do');
    await expect(grid(page).getByText('Saved').first()).toBeVisible();
    expect(await countStored(service, words, ({ status }) => status === 'pending')).toBe(200);

    await panel(page).getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => held.length).toBe(2);
    await panel(page).getByRole('button', { name: 'Stop' }).click();
    held[1]?.();
    await expect(panel(page)).toContainText('Stopped. 20 were left as they were.');
    expect(await countStored(service, words, ({ status }) => status === 'pending')).toBe(400);
    await checkA11y(page);
    await panel(page).getByRole('button', { name: 'Undo 400' }).click();
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('All 400 are as before.');
    expect(await countStored(service, words, ({ status }) => status === 'open')).toBe(420);
  } finally {
    await proxy.close();
  }
});

test('IN-14: the toast undoes a bulk change, by its button and by the key', async ({ page, service }) => {
  const words = 'Pannier rail bent';
  await makeTickets(service, words, 5);
  await selectAll(page, service, words, { count: 5 });
  await page.keyboard.press('e');
  await expect(page.getByText('5 tickets resolved')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('All 5 are as before.');
  expect(await countStored(service, words, ({ status }) => status === 'open')).toBe(5);
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toBeHidden();
  await selectListed(page, 5);
  await page.keyboard.press('e');
  await expect(page.getByText('5 tickets resolved', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(() => countStored(service, words, ({ status }) => status === 'open')).toBe(5);
});

test('IN-11: status, priority, assignee and tags of many; the receipt is a file and stands in the palette', async ({
  page,
  service,
}) => {
  const words = '=Mudguard rattles';
  await makeTickets(service, words, 4);
  await selectAll(page, service, 'Mudguard rattles', { count: 4 });
  await page.keyboard.press('a');
  await page.getByRole('combobox', { name: 'Agent' }).fill('Robin');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('All 4 now belong to Robin Tester.');
  await expect(panel(page)).toContainText('Nobody was assigned.');
  const download = page.waitForEvent('download');
  await panel(page).getByRole('button', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^bulk-change-.*\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString();
  expect(text.startsWith('\uFEFFticket_number,id,subject,old_value,new_value,outcome')).toBe(true);
  expect(text.match(/assignee: ,assigned to Robin Tester,changed/g)).toHaveLength(4);
  expect(text.match(/,'=Mudguard rattles number \d,/g)).toHaveLength(4);
  await panel(page).getByRole('button', { name: 'Close' }).click();

  await selectListed(page, 4);
  await page.keyboard.press('t');
  await page.getByRole('combobox', { name: 'Find or add a tag' }).fill('rattle');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('All 4 are now tagged rattle.');
  const { json } = await service.call('GET', 'tickets', { query: { tag: 'rattle', limit: '1' } });
  expect(json).toMatchObject({ total_count: 4 });
  await panel(page).getByRole('button', { name: 'Close' }).click();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('recent jobs');
  await page.getByRole('option', { name: /Bulk change: assigned to Robin Tester/ }).click();
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('All 4 now belong to Robin Tester.');
  await panel(page).getByRole('button', { name: 'Undo 4' }).click();
  // The tags came later: these tickets have changed since.
  await expect(panel(page)).toContainText('4 left as they are');
});

test('the panel makes room for a ticket, and Escape gives the focus back to the list', async ({ page, service }) => {
  const words = 'Kickstand wobbles';
  await makeTickets(service, words, 3);
  await selectAll(page, service, words, { count: 3 });
  await page.keyboard.press('e');
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('All 3 are now resolved.');
  await grid(page).getByRole('row').first().click();
  await expect(page.getByRole('region', { name: 'Ticket', exact: true })).toContainText(words);
  const strip = page.getByRole('region', { name: 'Bulk change' });
  await expect(strip).toContainText('All 3 are now resolved.');
  await strip.getByRole('button', { name: 'Show' }).click();
  await panel(page).getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(grid(page).locator('[data-row]:focus')).toBeVisible();
});
