import { endProcess } from '#tools/setup/end-process.ts';
import { startTamperingProxy, type TamperedCall } from '#e2e/support/tampering-proxy.ts';
import { expect, test } from '#e2e/support/test.ts';
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
  refuse,
  selectAll,
  selectListed,
  SPRING,
  storedTickets,
  undoEarlier,
} from './bulk-support.ts';
import { grid } from './inbox-support.ts';

// More than one block of 200.
const COUNT = 210;

test('a service that is killed in mid-job pauses it; after the restart it goes on by itself, and nothing is changed twice', async ({
  page,
  ownService,
  problems,
}) => {
  // Two hundred tickets are put back one by one, while a busy machine answers three a second.
  test.setTimeout(150_000);
  problems.allow(/ERR_EMPTY_RESPONSE|ERR_CONNECTION|502|503/);
  const proxy = await startTamperingProxy(ownService.url);
  try {
    await gather(ownService, COUNT);
    const before = await versions(ownService);
    await selectAll(page, { ...ownService, url: proxy.url }, { count: COUNT, path: '&tag=spring' });
    const { promise: killed, resolve } = Promise.withResolvers<void>();
    proxy.tamper = (call, response) => {
      if (!isBlock(call)) return false;
      proxy.tamper = null;
      // The block is stored, its answer is lost, and the next one finds nobody.
      const child = ownService.process();
      if (child === null) throw new Error('the service does not run');
      void endProcess(child, 'SIGKILL').then(() => {
        response.destroy();
        resolve();
      });
      return true;
    };
    await pressAndConfirm(page, 'e', `Resolve ${COUNT} tickets`);
    await killed;
    await expect(panel(page)).toContainText('Paused: the service isn’t answering.');
    await expect(panel(page).getByRole('button', { name: 'Resume' })).toBeVisible();
    await ownService.start();
    // It asks again after some seconds.
    await expect(heading(page)).toHaveText(`All ${COUNT} are now resolved.`, { timeout: 30_000 });
    const resolved = await storedTickets(ownService, SPRING);
    expect(new Set(resolved.map(({ status }) => status))).toEqual(new Set(['resolved']));
    expect(await versions(ownService)).toEqual(before.map((version) => version + 1));
    // The token of the lost answer is lost too: the values from before take its place.
    await panel(page)
      .getByRole('button', { name: `Undo ${COUNT}` })
      .click();
    await expect(heading(page)).toHaveText(`All ${COUNT} are as before.`, { timeout: 100_000 });
    expect(await countStored(ownService, ({ status }) => status === 'open', SPRING)).toBe(COUNT);
  } finally {
    await proxy.close();
  }
});

test('IN-14: no other tab begins a job meanwhile; leaving in mid-job asks, and what it changed until then can be undone after the reload', async ({
  page,
  context,
  demoCopy,
  between,
}) => {
  const throughProxy = { ...demoCopy, url: between.url };
  await gather(demoCopy, COUNT);
  await selectAll(page, throughProxy, { count: COUNT, path: '&tag=spring' });
  let blocks = 0;
  // The second one is stored and never answered: the page goes away first.
  between.tamper = (call) => {
    if (isBlock(call)) blocks += 1;
    return blocks === 2 && isBlock(call);
  };
  await pressAndConfirm(page, 'p', `Set ${COUNT} tickets to pending`);
  await expect.poll(() => blocks).toBe(2);

  const other = await context.newPage();
  await selectAll(other, throughProxy, { count: COUNT, path: '&tag=spring' });
  await pressAndConfirm(other, 'e', `Resolve ${COUNT} tickets`);
  await expect(other.getByText('A bulk change is running in another tab.')).toBeVisible();
  await other.close();
  expect(blocks).toBe(2);
  between.tamper = null;

  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(questions).toEqual(['beforeunload']);
  await expect(grid(page)).toBeVisible();
  await undoEarlier(page, `Undo: ${COUNT} tickets set to pending`);
  await expect(page.getByText(`${COUNT} undone`, { exact: true })).toBeVisible();
  expect(await countStored(demoCopy, ({ status }) => status === 'open', SPRING)).toBe(COUNT);
});

test('IN-14: an undo from the palette goes on after a lost answer, and Stop leaves the rest for later', async ({
  page,
  demoCopy,
  between,
  problems,
}) => {
  problems.allow(/status of (?:409|500)/);
  await gather(demoCopy, COUNT);
  await selectAll(page, { ...demoCopy, url: between.url }, { count: COUNT, path: '&tag=spring' });
  await pressAndConfirm(page, 'p', `Set ${COUNT} tickets to pending`);
  await expect(heading(page)).toHaveText(`All ${COUNT} are now pending.`);
  await panel(page).getByRole('button', { name: 'Close' }).click();

  const isUndo = ({ resource, query }: TamperedCall) => resource === 'tickets_undo' && !query.has('limit');
  // The newest block, of ten, is put back, and the answer is lost.
  between.tamper = (call, response) => {
    if (!isUndo(call)) return false;
    between.tamper = null;
    return refuse(response, 500, 'internal_error');
  };
  await undoEarlier(page, `Undo: ${COUNT} tickets set to pending`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toBeVisible();
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
  between.tamper = (call, response) => {
    if (!isUndo(call)) return false;
    between.tamper = null;
    void isHeld.then(() => passOn(call, response));
    return true;
  };
  await dialog.getByRole('button', { name: `Undo ${COUNT}` }).click();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  release();
  await expect(page.getByText('10 undone, 200 to do', { exact: true })).toBeVisible();
  expect(await countStored(demoCopy, ({ status }) => status === 'open', SPRING)).toBe(10);

  await undoEarlier(page, 'Undo: 200 tickets set to pending');
  await expect(page.getByText('200 undone', { exact: true })).toBeVisible();
  expect(await countStored(demoCopy, ({ status }) => status === 'open', SPRING)).toBe(COUNT);
});

test('without a network, with a service that is too busy, and after an error of one block the job pauses and goes on; a 429 is waited for and is no failure', async ({
  page,
  context,
  site,
  between,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE/, /status of (?:429|500|503)/);
  await makeTickets(site, 'Chain ring worn', 6);
  await selectAll(page, { ...site, url: between.url }, { count: 6 });
  const expectStored = async (status: string, version: number) => {
    const stored = await storedTickets(site);
    expect(stored.map((ticket) => [ticket.status, ticket.version])).toEqual(Array(6).fill([status, version]));
  };

  between.tamper = (call, response) => {
    if (!isBlock(call)) return false;
    between.tamper = null;
    // The block is stored; its answer is lost with the network.
    void context.setOffline(true).then(() => response.destroy());
    return true;
  };
  await page.keyboard.press('e');
  await expect(panel(page)).toContainText('Paused: the service isn’t answering.');
  await context.setOffline(false);
  await expect(heading(page)).toHaveText('All 6 are now resolved.');
  await expectStored('resolved', 2);

  await selectAgain();
  between.tamper = (call, response) =>
    call.resource !== '' && !isDryRun(call) && refuse(response, 503, 'overloaded', { 'retry-after': '0' });
  await page.keyboard.press('p');
  await expect(panel(page)).toContainText('Paused:');
  await expect(panel(page).getByRole('button', { name: 'Resume' })).toBeVisible();
  between.tamper = null;
  // It asks again after some seconds.
  await expect(heading(page)).toHaveText('All 6 are now pending.', { timeout: 20_000 });
  await expectStored('pending', 3);

  await selectAgain();
  let looks = 0;
  let errors = 0;
  between.tamper = (call, response) => {
    if (isDryRun(call)) {
      looks += 1;
      return looks === 1 && refuse(response, 429, 'rate_limited', { 'retry-after': '1' });
    }
    if (!isBlock(call) || errors > 0) return false;
    errors += 1;
    return refuse(response, 500, 'internal_error');
  };
  await page.keyboard.press('o');
  await expect(panel(page)).toContainText('Paused: The service had an error');
  expect([looks, errors]).toEqual([2, 1]);
  await panel(page).getByRole('button', { name: 'Resume' }).click();
  // The block was stored before its answer was replaced: looked at first, it is not sent again.
  await expect(heading(page)).toHaveText('All 6 are now open.');
  await expectStored('open', 4);

  async function selectAgain(): Promise<void> {
    await panel(page).getByRole('button', { name: 'Close' }).click();
    await expect(panel(page)).toBeHidden();
    await expect(bar(page)).toBeHidden();
    await selectListed(page, 6);
  }
});

async function versions(site: Parameters<typeof storedTickets>[0]): Promise<number[]> {
  const stored = await storedTickets(site, { ...SPRING, order_by: 'created', dir: 'asc' });
  return stored.map(({ version = 0 }) => version);
}
