import { readFile } from 'node:fs/promises';
import { makeTickets as makeInTurn } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { settled } from '#e2e/support/settled.ts';
import { expect, test } from '#e2e/support/test.ts';
import {
  bar,
  countStored,
  gather,
  heading,
  isBlock,
  isDryRun,
  isUndo,
  makeTickets,
  panel,
  passOn,
  pressAndConfirm,
  refuse,
  selectAll,
  selectListed,
  SPRING,
  storedTickets,
  undoEarlier,
} from './bulk-support.ts';
import { grid, row } from './inbox-support.ts';

test('IN-10, IN-12, IN-13: 210 tickets, more than are loaded, are changed in two blocks, stopped and continued; tickets that someone changed meanwhile fail with the reason, are retried alone, and all is undone', async ({
  page,
  demoCopy,
  between,
}) => {
  const ids = await gather(demoCopy, 210);
  // Among the newest, so that their rows are in sight.
  const others = ids.slice(10, 13);
  await selectAll(page, { ...demoCopy, url: between.url }, { count: 210, path: '&tag=spring&layout=table' });
  const held: (() => void)[] = [];
  let isJudged = false;
  between.tamper = (call, response) => {
    if (isDryRun(call) && !isJudged) {
      isJudged = true;
      // After the set is fixed, and before it is changed.
      const changes = others.map((id) =>
        demoCopy.call('PATCH', 'ticket', { body: { id, priority: 'urgent' }, token: demoCopy.tokens.agent }),
      );
      void Promise.all(changes).then(() => passOn(call, response));
      return true;
    }
    if (!isBlock(call) || held.length > 0) return false;
    held.push(() => passOn(call, response));
    return true;
  };
  await pressAndConfirm(page, 'e', 'Resolve 210 tickets');
  await expect.poll(() => held.length).toBe(1);
  await expect(grid(page).getByText('Saving').first()).toBeVisible();
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(head('Result')).toBeInViewport();
  await panel(page).getByRole('button', { name: 'Stop' }).click();
  await expect(panel(page).getByRole('button', { name: 'Stopping' })).toBeVisible();
  held[0]?.();
  await expect(panel(page)).toContainText('Stopped. 13 were left as they were.');
  const resolved = () => countStored(demoCopy, ({ status }) => status === 'resolved', SPRING);
  expect(await resolved()).toBe(197);
  await checkA11y(page);

  await panel(page).getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page)).toHaveText('207 of 210 are now resolved.');
  await expect(panel(page).getByRole('progressbar')).toHaveAttribute(
    'aria-valuetext',
    '207 changed, 3 failed, 0 to do',
  );
  const failed = panel(page).getByRole('list', { name: 'Failed tickets' }).getByRole('listitem');
  await expect(failed).toHaveCount(3);
  await expect(failed.first()).toContainText(
    /409 conflict.*Robin Tester changed it at \d\d:\d\d\. It was left as it was\./,
  );
  await expect(grid(page).getByText('Changed by someone else').first()).toBeAttached();

  await panel(page).getByRole('button', { name: 'Retry 3' }).click();
  await expect(heading(page)).toHaveText('All 210 are now resolved.');
  expect(await resolved()).toBe(210);
  await panel(page).getByRole('button', { name: 'Undo 210' }).click();
  await expect(heading(page)).toHaveText('All 210 are as before.');
  const after = await storedTickets(demoCopy, SPRING);
  expect(after.filter(({ status, resolved_utc: at }) => status === 'open' && at === null)).toHaveLength(210);
  // Changes that someone else made in between stay.
  const urgent = after.filter(({ priority }) => priority === 'urgent').map(({ id }) => id);
  expect(new Set(urgent)).toEqual(new Set(others));
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(head('Result')).toBeHidden();
});

test('IN-11, IN-14: assignee and tags of many with a receipt; the toast and the palette undo, and the panel makes room for a ticket', async ({
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
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel(page).getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^bulk-change-.*\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
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
  await undoEarlier(page, 'Undo: 4 tickets assigned to Robin Tester');
  // The tags came later.
  await expect(
    page.getByText('0 undone, 4 skipped because someone has changed them since', { exact: true }),
  ).toBeVisible();

  const open = () => countStored(site, ({ status }) => status === 'open');
  await selectListed(page, 4);
  await page.keyboard.press('e');
  await expect(page.getByText('4 tickets resolved')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(heading(page)).toHaveText('All 4 are as before.');
  expect(await open()).toBe(4);

  await grid(page).getByRole('row').first().click();
  await expect(page.getByRole('region', { name: 'Ticket', exact: true })).toContainText('Mudguard rattles');
  await expect(panel(page)).toContainText('All 4 are as before.');
  await panel(page).getByRole('button', { name: 'Show' }).click();
  await panel(page).getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(grid(page).locator('[data-row]:focus')).toBeVisible();
});

test('IN-14: leaving in mid-job asks; after the reload the palette undoes what was changed, continues after a lost answer, and can be stopped', async ({
  page,
  demoCopy,
  between,
  problems,
}) => {
  problems.allow(/status of (?:409|500)/);
  const COUNT = 210;
  await gather(demoCopy, COUNT);
  await selectAll(page, { ...demoCopy, url: between.url }, { count: COUNT, path: '&tag=spring' });
  let blocks = 0;
  // The second block is stored and never answered: the page goes away first.
  between.tamper = (call) => {
    if (isBlock(call)) blocks += 1;
    return blocks === 2 && isBlock(call);
  };
  await pressAndConfirm(page, 'p', `Set ${COUNT} tickets to pending`);
  await expect.poll(() => blocks).toBe(2);
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(questions).toEqual(['beforeunload']);
  await expect(grid(page)).toBeVisible();

  // The newest block, of ten, is restored, and the answer is lost.
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
  let undos = 0;
  between.tamper = (call, response) => {
    if (!isUndo(call)) return false;
    undos += 1;
    if (undos === 1) return refuse(response, 500, 'internal_error');
    if (undos > 2) return false;
    void isHeld.then(() => passOn(call, response));
    return true;
  };
  await undoEarlier(page, `Undo: ${COUNT} tickets set to pending`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await checkA11y(page);
  await dialog.getByRole('button', { name: `Undo ${COUNT}` }).click();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  release();
  await expect(page.getByText('10 undone, 200 to do', { exact: true })).toBeVisible();
  const open = () => countStored(demoCopy, ({ status }) => status === 'open', SPRING);
  expect(await open()).toBe(10);

  await undoEarlier(page, 'Undo: 200 tickets set to pending');
  await expect(page.getByText('200 undone', { exact: true })).toBeVisible();
  expect(await open()).toBe(COUNT);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('undo');
  await settled(page);
  await expect(page.getByRole('option', { name: /tickets set to pending/ })).toHaveCount(0);
});

test('without an answer a job stops and says so; Continue changes nothing twice; a 429 is waited for and is no failure', async ({
  page,
  context,
  site,
  between,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE/, /status of 429/);
  await makeTickets(site, 'Chain ring worn', 6);
  await selectAll(page, { ...site, url: between.url }, { count: 6 });
  let looks = 0;
  between.tamper = (call, response) => {
    if (isDryRun(call)) {
      looks += 1;
      return looks === 1 && refuse(response, 429, 'rate_limited', { 'retry-after': '1' });
    }
    if (!isBlock(call)) return false;
    between.tamper = null;
    // The block is stored; its answer is lost with the network.
    void context.setOffline(true).then(() => response.destroy());
    return true;
  };
  await page.keyboard.press('e');
  await expect(panel(page)).toContainText('The service isn’t answering. Continue when it’s back.');
  await context.setOffline(false);
  await panel(page).getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page)).toHaveText('All 6 are now resolved.');
  const stored = await storedTickets(site);
  expect(stored.map(({ status, version }) => [status, version])).toEqual(Array(6).fill(['resolved', 2]));
  expect(looks).toBe(2);
});

test('IN-37: over 50 tickets are held: keys typed on do not answer the question, Esc cancels it; the number on the button is the number changed', async ({
  page,
  site,
}) => {
  const ids = await makeTickets(site, 'Seatpost slips', 52);
  const change = (some: readonly number[], body: object) =>
    Promise.all(some.map((id) => site.call('PATCH', 'ticket', { body: { id, ...body } })));
  await change(ids.slice(50), { status: 'closed' });
  const before = await storedTickets(site, { order_by: 'created' });
  await selectAll(page, site, { count: 52 });

  // A held Enter does not answer the question either.
  await page.keyboard.press('Shift+P');
  await expect(page.getByRole('listbox', { name: 'Change priority' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.down('Enter');
  for (const key of ['j', 'e', 'x']) await page.keyboard.press(key);
  const question = page.getByRole('dialog').getByRole('button', { name: 'Set 52 tickets to low' });
  await expect(question).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(question).toBeFocused();
  await expect(bar(page)).toContainText('52 matching tickets selected');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(row(page, 0)).toBeFocused();
  expect(await storedTickets(site, { order_by: 'created' })).toEqual(before);

  // This one was not on the page when the others were selected.
  await makeTickets(site, 'Seatpost slips', 1);
  await page.keyboard.press('Shift+E');
  const dialog = page.getByRole('dialog', { name: /^Close \d+ tickets$/ });
  const main = dialog.getByRole('button', { name: /^Close \d/ });
  await expect(main).toHaveText('Close 51 tickets');
  await expect(main).toBeFocused();
  await expect(dialog).toContainText('51 tickets will be closed. You can undo this for 24 hours.');
  await expect(dialog).toContainText('53 tickets match now; 52 matched when you selected them.');
  await expect(dialog).toContainText('2 are already closed and won’t be changed.');
  await checkA11y(page);
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('All 53 are now closed.');
  await expect(panel(page)).toContainText('51 changed2 already closed0 failed0 to do');
  await expect(page.getByText('51 tickets closed, 2 already closed')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await expect(grid(page).locator('[data-row]:focus')).toBeVisible();
  expect(await countStored(site, ({ status }) => status === 'closed')).toBe(53);
});

test(
  'IN-11, IN-14: a service without bulk changes gets one call a ticket, and Undo writes the old values back',
  { tag: '@document' },
  async ({ page, site }) => {
    await makeInTurn(site, 5);
    await signIn(page, site, { path: '/inbox?status=all' });
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '5');
    await row(page, 0).focus();
    await page.keyboard.press('x');
    for (let n = 1; n < 4; n += 1) await page.keyboard.press('Shift+J');
    await expect(bar(page)).toContainText('4 selected');
    // Opened a moment after the key, it would take the place of the panel.
    await expect(row(page, 3)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('e');
    await expect(heading(page)).toHaveText('All 4 are now resolved.');
    await expect(panel(page)).toContainText('Status was open.');
    await expect(panel(page)).toContainText('with new resolved times');
    expect(await countStored(site, ({ status }) => status === 'resolved')).toBe(4);
    await panel(page).getByRole('button', { name: 'Undo 4' }).click();
    await expect(heading(page)).toHaveText('All 4 are as before.');
    expect(await countStored(site, ({ status }) => status === 'open')).toBe(5);
  },
);

test(
  'IN-10, IN-11: on a phone a tap on the status selects a ticket, and the job is a sheet over the list, half the height or all of it',
  { tag: '@phone' },
  async ({ page, site }) => {
    await makeInTurn(site, 4);
    await signIn(page, site, { path: '/inbox?status=all' });
    for (const index of [0, 1, 2, 3]) await row(page, index).getByRole('checkbox').tap();
    await row(page, 3).getByRole('checkbox').tap();
    await expect(bar(page)).toContainText('3 selected');
    await checkA11y(page);
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
    expect(await countStored(site, ({ priority }) => priority === 'normal')).toBe(4);
    await panel(page).getByRole('button', { name: 'Close' }).tap();
    await expect(panel(page)).toBeHidden();
  },
);
