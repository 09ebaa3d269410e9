import {
  countStored,
  isBlock,
  isDryRun,
  makeTickets,
  panel,
  passOn,
  pressAndConfirm,
  selectAll,
  storedTickets,
} from './bulk-support.ts';
import { endProcess } from '#tools/setup/end-process.ts';
import { expect, test } from '#e2e/support/test.ts';
import { startTamperingProxy } from '#e2e/support/tampering-proxy.ts';

const heading = { level: 2 } as const;

test('a service that is killed in mid-job pauses it; after the restart it goes on by itself, and nothing is changed twice', async ({
  page,
  ownService,
  problems,
}) => {
  test.slow();
  problems.allow(/ERR_EMPTY_RESPONSE|ERR_CONNECTION|502|503/);
  const proxy = await startTamperingProxy(ownService.url);
  try {
    const words = 'Torque arm bent';
    await makeTickets(ownService, words, 300);
    await selectAll(page, { ...ownService, url: proxy.url }, words, { count: 300 });
    const killed = new Promise<void>((resolve) => {
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
    });
    await pressAndConfirm(page, 'e', 'Resolve 300 tickets');
    await killed;
    await expect(panel(page)).toContainText('Paused: the service is not answering.');
    await expect(panel(page).getByRole('button', { name: 'Resume' })).toBeVisible();
    await ownService.start();
    await expect(panel(page).getByRole('heading', heading)).toHaveText('All 300 are now resolved.', {
      timeout: 60_000,
    });
    const stored = await storedTickets(ownService, words);
    expect(stored.every(({ status, version }) => status === 'resolved' && version === 2)).toBe(true);
    // The token of the lost answer is lost too: the values from before take its place.
    await panel(page).getByRole('button', { name: 'Undo 300' }).click();
    await expect(panel(page).getByRole('heading', heading)).toHaveText('All 300 are as before.', { timeout: 60_000 });
    expect(await countStored(ownService, words, ({ status }) => status === 'open')).toBe(300);
  } finally {
    await proxy.close();
  }
});

test('a reload in mid-job keeps the receipt: the job stands paused, goes on and can be undone', async ({
  page,
  service,
}) => {
  test.slow();
  const proxy = await startTamperingProxy(service.url);
  try {
    const words = 'Crank arm creaks';
    await makeTickets(service, words, 420);
    await selectAll(page, { ...service, url: proxy.url }, words, { count: 420 });
    let blocks = 0;
    const second = new Promise<void>((resolve) => {
      proxy.tamper = (call, response) => {
        if (!isBlock(call)) return false;
        blocks += 1;
        if (blocks === 1) return false;
        // Never answered: the page goes away first.
        response.on('close', () => undefined);
        resolve();
        return true;
      };
    });
    await pressAndConfirm(page, 'p', 'Set 420 tickets to pending');
    await second;
    proxy.tamper = null;
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await expect(panel(page)).toContainText('Paused when the page reloaded or closed.');
    await expect(panel(page)).toContainText('200 changed');
    await panel(page).getByRole('button', { name: 'Resume' }).click();
    await expect(panel(page).getByRole('heading', heading)).toHaveText('All 420 are now pending.');
    const stored = await storedTickets(service, words);
    expect(stored.every(({ status, version }) => status === 'pending' && version === 2)).toBe(true);
    await panel(page).getByRole('button', { name: 'Undo 420' }).click();
    await expect(panel(page).getByRole('heading', heading)).toHaveText('All 420 are as before.', { timeout: 60_000 });
    expect(await countStored(service, words, ({ status }) => status === 'open')).toBe(420);
  } finally {
    await proxy.close();
  }
});

test('without a network the job pauses and goes on when the network is back', async ({
  page,
  context,
  service,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE/);
  const proxy = await startTamperingProxy(service.url);
  try {
    const words = 'Chain ring worn';
    await makeTickets(service, words, 30);
    await selectAll(page, { ...service, url: proxy.url }, words, { count: 30 });
    proxy.tamper = (call, response) => {
      if (!isBlock(call)) return false;
      proxy.tamper = null;
      // The block is stored; its answer is lost with the network.
      void context.setOffline(true).then(() => response.destroy());
      return true;
    };
    await page.keyboard.press('e');
    await expect(panel(page)).toContainText('Paused: the service is not answering.');
    await context.setOffline(false);
    await expect(panel(page).getByRole('heading', heading)).toHaveText('All 30 are now resolved.');
    const stored = await storedTickets(service, words);
    expect(stored.every(({ status, version }) => status === 'resolved' && version === 2)).toBe(true);
  } finally {
    await proxy.close();
  }
});

test('a service that starts for long, or is too busy, pauses the job, which goes on by itself', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(/status of 503/);
  const proxy = await startTamperingProxy(service.url);
  try {
    const words = 'Saddle clamp loose';
    await makeTickets(service, words, 3);
    await selectAll(page, { ...service, url: proxy.url }, words, { count: 3 });
    let isBusy = true;
    proxy.tamper = (call, response) => {
      if (!isBusy || call.resource === '' || isDryRun(call)) return false;
      response
        .writeHead(503, { 'content-type': 'application/json', 'retry-after': '0' })
        .end(JSON.stringify({ ok: false, error: { code: 'overloaded', message: 'not now' } }));
      return true;
    };
    await page.keyboard.press('e');
    await expect(panel(page)).toContainText('Paused:');
    await expect(panel(page).getByRole('button', { name: 'Resume' })).toBeVisible();
    isBusy = false;
    await expect(panel(page).getByRole('heading', heading)).toHaveText('All 3 are now resolved.', {
      timeout: 20_000,
    });
  } finally {
    await proxy.close();
  }
});

test('a 429 is waited for and is no failure; an error of one block pauses the job and can be gone on from', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(/status of (?:429|500)/);
  const proxy = await startTamperingProxy(service.url);
  try {
    const words = 'Stem bolt stripped';
    await makeTickets(service, words, 6);
    await selectAll(page, { ...service, url: proxy.url }, words, { count: 6 });
    const refuse = (status: number, code: string, headers: Record<string, string> = {}) =>
      JSON.stringify({ status, code, headers });
    const answers = [refuse(429, 'rate_limited', { 'retry-after': '1' }), refuse(500, 'internal_error')];
    proxy.tamper = (call, response) => {
      const isTurn = answers.length === 2 ? isDryRun(call) : isBlock(call);
      const next = isTurn ? answers.shift() : undefined;
      if (next === undefined) return false;
      const { status, code, headers }: { status: number; code: string; headers: Record<string, string> } =
        JSON.parse(next);
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ ok: false, error: { code, message: 'not now' } }));
      return true;
    };
    await page.keyboard.press('e');
    await expect(panel(page)).toContainText('Paused: The service could not answer');
    expect(answers).toEqual([]);
    await panel(page).getByRole('button', { name: 'Resume' }).click();
    // The block was stored before its answer was replaced: looked at first, it is not sent again.
    await expect(panel(page).getByRole('heading', heading)).toHaveText('All 6 are now resolved.');
    const stored = await storedTickets(service, words);
    expect(stored.every(({ status, version }) => status === 'resolved' && version === 2)).toBe(true);
  } finally {
    await proxy.close();
  }
});

test('a second tab cannot begin another job meanwhile, and a sign-out leaves no receipt behind', async ({
  page,
  context,
  service,
}) => {
  const proxy = await startTamperingProxy(service.url);
  try {
    const words = 'Freewheel noisy';
    await makeTickets(service, words, 4);
    await selectAll(page, { ...service, url: proxy.url }, words, { count: 4 });
    let release: (() => void) | null = null;
    proxy.tamper = (call, response) => {
      if (!isBlock(call)) return false;
      release = () => passOn(call, response);
      return true;
    };
    await page.keyboard.press('p');
    await expect.poll(() => release !== null).toBe(true);
    const other = await context.newPage();
    await selectAll(other, { ...service, url: proxy.url }, words, { count: 4 });
    await other.keyboard.press('e');
    await expect(other.getByText('A bulk change is running in another tab.')).toBeVisible();
    (release as (() => void) | null)?.();
    proxy.tamper = null;
    await expect(panel(page).getByRole('heading', heading)).toHaveText('All 4 are now pending.');
    expect(await countStored(service, words, ({ status }) => status === 'pending')).toBe(4);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('sign out');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/sign-in/);
    const names = async () => (await page.evaluate(() => indexedDB.databases())).map(({ name }) => name);
    await expect.poll(names).not.toContain('support-console:jobs');
  } finally {
    await proxy.close();
  }
});
