import type { ServerResponse } from 'node:http';
import { firstIds, grid, row } from './inbox-support.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { startTamperingProxy, type TamperedCall } from '#e2e/support/tampering-proxy.ts';
import { showNew, stored } from './verbs-support.ts';

function isPatch(call: TamperedCall): boolean {
  return call.resource === 'ticket' && call.query.get('id') === null;
}

function answer(response: ServerResponse, status: number, code: string): true {
  response
    .writeHead(status, { 'content-type': 'application/json', 'x-svc-request-id': 'req_fromTheProxy0000000000' })
    .end(JSON.stringify({ ok: false, error: { code, message: 'not now' } }));
  return true;
}

test(
  'IN-17: E resolves, is saved, goes to the next row, and the row leaves the list',
  { tag: ['@desktop', '@document'] },
  async ({ page, service }) => {
    const made = await showNew(page, service, 'Saddle squeak', 3);
    // Without the extension the newest stands first.
    const [first, second] =
      (await row(page, 0).textContent())?.includes(`#${made[0]?.number}`) === true ? made : made.toReversed();
    await page.keyboard.press('e');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
    // The focus stays with its ticket when the one above it leaves.
    await expect(row(page, 0)).toBeFocused();
    await expect(row(page, 0)).toContainText(`#${second?.number}`);
    const after = await stored(service, first?.id ?? '');
    expect(after.status).toBe('resolved');
    expect(after.resolved_utc).not.toBeNull();
  },
);

test(
  'IN-14: a change is undone from its toast and by Ctrl Z, with the times as they were',
  { tag: ['@desktop', '@document'] },
  async ({ page, service }) => {
    const [first] = await showNew(page, service, 'Fork offset');
    await page.keyboard.press('e');
    await expect(page.getByText(`#${first?.number} resolved`)).toBeVisible();
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(async () => (await stored(service, first?.id ?? '')).status).toBe('open');
    expect((await stored(service, first?.id ?? '')).resolved_utc).toBeNull();
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '1');
    await row(page, 0).focus();
    await page.keyboard.press('p');
    await expect(page.getByText(`#${first?.number} set to pending`)).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await stored(service, first?.id ?? '')).status).toBe('open');
    // Said when its answer is there, and not by the undo before.
    await expect(page.getByText(`Undone: #${first?.number} set to pending`)).toBeVisible();
    await expect(page.getByText(`#${first?.number}: change undone`)).toBeAttached();
    // There is nothing more to undo.
    const { version } = await stored(service, first?.id ?? '');
    await page.keyboard.press('Control+z');
    await expect(page.getByText('Nothing to undo')).toBeAttached();
    expect((await stored(service, first?.id ?? '')).version).toBe(version);
  },
);

test('IN-15: a change is shown at once, a refused one is taken back and says why, and Retry saves it', async ({
  page,
  service,
  problems,
}) => {
  const proxy = await startTamperingProxy(service.url);
  // The first answer was taken on the way: the service has saved the change, and says so to the second try.
  problems.allow(/500|409/);
  try {
    const waiting: ServerResponse[] = [];
    const [first] = await showNew(page, { ...service, url: proxy.url }, 'Bent derailleur');
    proxy.tamper = (call, response) => isPatch(call) && waiting.push(response) > 0;
    await page.keyboard.press('p');
    // Nothing has been answered yet.
    await expect(row(page, 0).getByRole('img', { name: 'Pending' })).toBeVisible();
    await expect(row(page, 0)).toContainText('Saving');
    await expect.poll(() => waiting.length).toBe(1);
    proxy.tamper = (call, response) => isPatch(call) && answer(response, 500, 'internal_error');
    const [held] = waiting;
    if (held !== undefined) answer(held, 500, 'internal_error');
    await expect(row(page, 0)).toContainText('The service could not answer');
    await expect(row(page, 0).getByRole('img', { name: 'Open' })).toBeVisible();
    proxy.tamper = null;
    await page.getByRole('button', { name: `Try the change to #${first?.number} again` }).click();
    await expect.poll(async () => (await stored(service, first?.id ?? '')).status).toBe('pending');
  } finally {
    await proxy.close();
  }
});

test('a change whose answer is lost is not made twice', async ({ page, service, problems }) => {
  const proxy = await startTamperingProxy(service.url);
  problems.allow(/ERR_EMPTY_RESPONSE|ERR_CONNECTION|409/);
  try {
    const [first] = await showNew(page, { ...service, url: proxy.url }, 'Loose headset');
    proxy.tamper = (call, response) => {
      if (!isPatch(call)) return false;
      response.destroy();
      return true;
    };
    await page.keyboard.press('o');
    await page.keyboard.press('p');
    await expect(row(page, 0)).toContainText('Waiting to be sent');
    await expect.poll(async () => (await stored(service, first?.id ?? '')).status).toBe('pending');
    const { version } = await stored(service, first?.id ?? '');
    proxy.tamper = null;
    // It is sent again by itself.
    await expect(page.getByText(`#${first?.number} set to pending`, { exact: true })).toBeVisible({ timeout: 15_000 });
    expect(await stored(service, first?.id ?? '')).toMatchObject({ status: 'pending', version });
    await expect(grid(page)).toHaveCount(0);
  } finally {
    await proxy.close();
  }
});

test('a slow answer never overwrites a newer choice', async ({ page, service }) => {
  const proxy = await startTamperingProxy(service.url);
  try {
    const held: (() => void)[] = [];
    const [first] = await showNew(page, { ...service, url: proxy.url }, 'Cracked rim');
    proxy.tamper = (call, response) => {
      if (!isPatch(call)) return false;
      held.push(() =>
        response.writeHead(call.answer.status, { 'content-type': 'application/json' }).end(call.answer.text),
      );
      return true;
    };
    await page.keyboard.press('Shift+P');
    await page.keyboard.press('1');
    await expect(row(page, 0).getByRole('img', { name: 'Urgent' })).toBeVisible();
    await expect.poll(() => held.length).toBe(1);
    await page.keyboard.press('Shift+P');
    await page.keyboard.press('2');
    await expect(row(page, 0).getByRole('img', { name: 'High' })).toBeVisible();
    proxy.tamper = null;
    held[0]?.();
    await expect.poll(async () => (await stored(service, first?.id ?? '')).priority).toBe('high');
    await expect(row(page, 0)).toContainText('Saved');
    await expect(row(page, 0).getByRole('img', { name: 'High' })).toBeVisible();
  } finally {
    await proxy.close();
  }
});

test('a change by someone else is shown, never overwritten: keep theirs, or apply mine', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(/409/);
  const [first] = await showNew(page, service, 'Worn cassette', 2);
  const theirs = { id: Number(first?.id), priority: 'urgent' };
  await service.call('PATCH', 'ticket', { body: theirs, token: service.tokens.agent });
  await page.keyboard.press('Shift+P');
  await page.keyboard.press('4');
  await expect(row(page, 0)).toContainText('Changed by someone else');
  expect((await stored(service, first?.id ?? '')).priority).toBe('urgent');
  await expect(row(page, 0).getByRole('img', { name: 'Urgent' })).toBeVisible();
  await page.getByRole('button', { name: `Try the change to #${first?.number} again` }).click();
  await expect.poll(async () => (await stored(service, first?.id ?? '')).priority).toBe('low');
  // What others changed beside it is no conflict.
  await service.call('PATCH', 'ticket', { body: { id: Number(first?.id), tags: 'drivetrain' } });
  await row(page, 0).focus();
  await page.keyboard.press('Shift+P');
  await page.keyboard.press('2');
  await expect
    .poll(async () => stored(service, first?.id ?? ''))
    .toMatchObject({ priority: 'high', tags: 'drivetrain' });
});

test('IN-30: one key a verb, by the keyboard alone', async ({ page, service }) => {
  const [first] = await showNew(page, service, 'Rusty chain');
  const id = first?.id ?? '';
  await page.keyboard.press('a');
  await page.getByRole('combobox', { name: 'Agent' }).fill('Robin');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored(service, id)).assignee_name).toBe('Robin Tester');
  await expect(row(page, 0)).toBeFocused();
  await page.keyboard.press('t');
  await page.getByRole('combobox', { name: 'Find or add a tag' }).fill('new chain');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await stored(service, id)).tags).toBe('new chain');
  await page.keyboard.press('z');
  await page.keyboard.press('2');
  await expect.poll(async () => (await stored(service, id)).snoozed_until_utc ?? null).toMatch(/T09:00:00\.000Z$/);
  await page.keyboard.press('Shift+P');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored(service, id)).priority).toBe('high');
  await page.keyboard.press('p');
  await expect.poll(async () => (await stored(service, id)).status).toBe('pending');
  await expect(page.getByText(/No tickets match/)).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox').first()).toBeFocused();
  // Once for the words, once for the field.
  await page.getByRole('heading', { name: 'Inbox' }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Resolve and next');
});

test('a token that may not write is told so, and nothing changes', async ({ page, service }) => {
  await signIn(page, service, { path: '/inbox', token: service.tokens.readOnly });
  await row(page, 0).focus();
  const [id = ''] = await firstIds(page, 1);
  const before = await stored(service, id);
  await page.keyboard.press('e');
  await expect(page.getByText(/tickets:write/).first()).toBeVisible();
  expect(await stored(service, id)).toEqual(before);
});

test('the palette acts on the ticket in hand', async ({ page, service }) => {
  const [first] = await showNew(page, service, 'Flat tyre again');
  await page.keyboard.press('j');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('set to pending');
  await expect(page.getByRole('option', { name: /Mark as pending/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored(service, first?.id ?? '')).status).toBe('pending');
});

test('without a connection a change waits on its row and is saved when it is back', async ({
  page,
  context,
  service,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED/, /dynamically imported module/);
  const [first] = await showNew(page, service, 'Dynamo dead');
  await context.setOffline(true);
  await page.keyboard.press('p');
  await expect(row(page, 0)).toContainText('Waiting to be sent');
  await context.setOffline(false);
  await expect.poll(async () => (await stored(service, first?.id ?? '')).status, { timeout: 20_000 }).toBe('pending');
});
