import {
  bar,
  countStored,
  gather,
  heading,
  isBlock,
  isDryRun,
  makeTickets,
  panel,
  passOn,
  pressAndConfirm,
  selectAll,
  selectListed,
  SPRING,
  storedTickets,
  undoEarlier,
} from './bulk-support.ts';
import { grid } from './inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { expect, test } from '#e2e/support/test.ts';

test('IN-12: all 300 that match are resolved while another client changes some; those fail with the reason, stay selected, are tried again, and all is undone', async ({
  page,
  demoCopy,
  between,
}) => {
  const ids = await gather(demoCopy, 300);
  // Among the newest, so that their rows are in sight.
  const others = ids.slice(10, 13);
  await selectAll(page, { ...demoCopy, url: between.url }, { count: 300, path: '&tag=spring' });
  between.tamper = (call, response) => {
    if (!isDryRun(call)) return false;
    between.tamper = null;
    // Between the fixing of the set and its change.
    const changes = others.map((id) =>
      demoCopy.call('PATCH', 'ticket', { body: { id, priority: 'urgent' }, token: demoCopy.tokens.agent }),
    );
    void Promise.all(changes).then(() => passOn(call, response));
    return true;
  };
  await pressAndConfirm(page, 'e', 'Resolve 300 tickets');
  await expect(heading(page)).toHaveText('297 of 300 are now resolved.');
  await expect(panel(page).getByRole('progressbar')).toHaveAttribute(
    'aria-valuetext',
    '297 changed, 3 failed, 0 to do',
  );
  const failed = panel(page).getByRole('list', { name: 'Failed tickets' }).getByRole('listitem');
  await expect(failed).toHaveCount(3);
  await expect(failed.first()).toContainText(
    /409 conflict.*Robin Tester changed it at \d\d:\d\d\. It was left as it was\./,
  );
  const spring = await storedTickets(demoCopy, SPRING);
  for (const { subject } of spring.filter(({ id }) => others.includes(id)))
    await expect(failed.filter({ hasText: subject })).not.toHaveCount(0);
  expect(spring.filter(({ status }) => status === 'resolved')).toHaveLength(297);
  await expect(bar(page)).toContainText('3 selected');
  await expect(grid(page).getByText('Changed by someone else').first()).toBeAttached();
  await checkA11y(page);

  await panel(page).getByRole('button', { name: 'Retry 3' }).click();
  await expect(heading(page)).toHaveText('All 300 are now resolved.');
  expect(await countStored(demoCopy, ({ status }) => status === 'resolved', SPRING)).toBe(300);

  await panel(page).getByRole('button', { name: 'Undo 300' }).click();
  await expect(heading(page)).toHaveText('All 300 are as before.');
  const after = await storedTickets(demoCopy, SPRING);
  expect(after.filter(({ status, resolved_utc: at }) => status === 'open' && at === null)).toHaveLength(300);
  // What somebody else did in between is theirs.
  const urgent = after.filter(({ priority }) => priority === 'urgent').map(({ id }) => id);
  expect(new Set(urgent)).toEqual(new Set(others));
  await expect(panel(page).getByRole('button', { name: /^Undo/ })).toBeHidden();
});

test('IN-13: a job is paused after the block that is on its way, goes on, and is stopped', async ({
  page,
  demoCopy,
  between,
}) => {
  // Two blocks of 200, and a third one that is never sent.
  await makeTickets(demoCopy, 'Saddle clamp slips', 10);
  await gather(demoCopy, 410);
  const pending = () => countStored(demoCopy, ({ status }) => status === 'pending', SPRING);
  await selectAll(page, { ...demoCopy, url: between.url }, { count: 410, path: '&tag=spring&layout=table' });
  const held: (() => void)[] = [];
  between.tamper = (call, response) => {
    if (!isBlock(call)) return false;
    held.push(() => passOn(call, response));
    return true;
  };
  await pressAndConfirm(page, 'p', 'Set 410 tickets to pending');
  await expect.poll(() => held.length).toBe(1);
  await expect(grid(page).getByText('Saving').first()).toBeVisible();
  await panel(page).getByRole('button', { name: 'Pause' }).click();
  await expect(panel(page).getByRole('button', { name: 'Pausing' })).toBeVisible();
  held[0]?.();
  await expect(panel(page)).toContainText('Paused.');
  await expect(panel(page)).toContainText('200 changed');
  await expect(panel(page)).toContainText('210 to do');
  await expect(grid(page).getByText('Saved').first()).toBeVisible();
  expect(await pending()).toBe(200);

  await panel(page).getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => held.length).toBe(2);
  await panel(page).getByRole('button', { name: 'Stop' }).click();
  held[1]?.();
  await expect(panel(page)).toContainText('Stopped. 10 were left as they were.');
  expect(await pending()).toBe(400);
  await checkA11y(page);
  await panel(page).getByRole('button', { name: 'Undo 400' }).click();
  await expect(heading(page)).toHaveText('All 400 are as before.');
  expect(await countStored(demoCopy, ({ status }) => status === 'open', SPRING)).toBe(410);
});

test('IN-14: the toast undoes a bulk change, by its button and by the key; the panel makes room for a ticket, and Escape gives the focus back', async ({
  page,
  site,
}) => {
  const open = () => countStored(site, ({ status }) => status === 'open');
  await makeTickets(site, 'Pannier rail bent', 5);
  await selectAll(page, site, { count: 5 });
  await page.keyboard.press('e');
  await expect(page.getByText('5 tickets resolved')).toBeVisible();
  await expect(heading(page)).toHaveText('All 5 are now resolved.');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(heading(page)).toHaveText('All 5 are as before.');
  expect(await open()).toBe(5);
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toBeHidden();

  await selectListed(page, 5);
  await page.keyboard.press('e');
  await expect(page.getByText('5 tickets resolved', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(open).toBe(5);
  await expect(heading(page)).toHaveText('All 5 are as before.');

  await grid(page).getByRole('row').first().click();
  await expect(page.getByRole('region', { name: 'Ticket', exact: true })).toContainText('Pannier rail bent');
  const strip = page.getByRole('region', { name: 'Bulk change' });
  await expect(strip).toContainText('All 5 are as before.');
  await strip.getByRole('button', { name: 'Show' }).click();
  await panel(page).getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(grid(page).locator('[data-row]:focus')).toBeVisible();
});

test('IN-11: status, priority, assignee and tags of many; the receipt is a file, and the palette undoes each change', async ({
  page,
  site,
}) => {
  await makeTickets(site, '=Mudguard rattles', 4);
  await selectAll(page, site, { count: 4 });
  await page.keyboard.press('a');
  await page.getByRole('combobox', { name: 'Agent' }).fill('Robin');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('All 4 now belong to Robin Tester.');
  await expect(panel(page)).toContainText('It was unassigned.');
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
  await expect(heading(page)).toHaveText('All 4 are now tagged rattle.');
  expect(await storedTickets(site, { tag: 'rattle' })).toHaveLength(4);
  await panel(page).getByRole('button', { name: 'Close' }).click();

  await undoEarlier(page, 'Undo: 4 tickets assigned to Robin Tester');
  // The tags came later.
  await expect(
    page.getByText('0 undone, 4 skipped because someone has changed them since', { exact: true }),
  ).toBeVisible();
});

test('IN-14: a mass change can be taken back after a reload', async ({ page, site }) => {
  await makeTickets(site, 'Chain guard bent', 60);
  const states = async () =>
    (await storedTickets(site)).map(({ id, status, resolved_utc: resolved }) => ({ id, status, resolved }));
  const before = await states();
  await selectAll(page, site, { count: 60 });
  await pressAndConfirm(page, 'e', 'Resolve 60 tickets');
  await expect(heading(page)).toHaveText('All 60 are now resolved.');
  expect(await countStored(site, ({ status }) => status === 'resolved')).toBe(60);

  await page.reload();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '60');
  await page.keyboard.press('Control+k');
  const line = page.getByRole('option', { name: 'Undo: 60 tickets resolved' });
  await expect(line).toContainText(/\d\d:\d\d/);
  await line.click();
  const dialog = page.getByRole('dialog', { name: 'Undo: 60 tickets resolved' });
  await expect(dialog).toContainText('60 tickets will get their old values back');
  await checkA11y(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('60 undone', { exact: true })).toBeVisible();
  expect(await states()).toEqual(before);

  // It is offered once.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('undo');
  await settled(page);
  await expect(page.getByRole('option', { name: /60 tickets/ })).toHaveCount(0);
});
