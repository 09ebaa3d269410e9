import * as z from 'zod/mini';
import {
  addFilter,
  asShown,
  countTickets,
  expectTotal,
  firstIds,
  grid,
  listTickets,
  param,
  row,
} from './inbox-support.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const Tags = z.object({ data: z.object({ items: z.array(z.object({ name: z.string(), ticket_count: z.number() })) }) });

test.describe('filters of the inbox', () => {
  test('IN-01: status, several at once', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox' });
    await expectTotal(page, await countTickets(service, { status: 'open' }));
    await addFilter(page, 'Status', 'Pending');
    await expectTotal(page, await countTickets(service, { status: 'open,pending' }));
    await page.getByRole('button', { name: 'Remove filter Status Open, Pending' }).click();
    await expectTotal(page, await countTickets(service, {}));
  });

  for (const [field, value, query] of [
    ['Priority', 'Urgent', { priority: 'urgent' }],
    ['Assignee', 'Nobody', { assignee: 'none' }],
    ['Channel', 'Email', { channel: 'email' }],
  ] as const) {
    test(`IN-01: ${field}`, async ({ page, service }) => {
      await signIn(page, service, { path: '/inbox?status=all' });
      await expectTotal(page, await countTickets(service, {}));
      await addFilter(page, field, value);
      await expectTotal(page, await countTickets(service, query));
      await expect(page.getByRole('group', { name: 'Filters' })).toContainText(`${field} ${value}`);
    });
  }

  test('IN-01: an agent and a tag, each by its name', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox?status=all' });
    await expectTotal(page, await countTickets(service, {}));
    const { json } = await service.call('GET', 'tags', { query: { limit: '200' } });
    const tag = Tags.parse(json).data.items.find(({ ticket_count }) => ticket_count > 3);
    if (tag === undefined) throw new Error('the demo data has no tag in use');
    await addFilter(page, 'Tag', tag.name);
    await expectTotal(page, await countTickets(service, { tag: tag.name }));
    await page.getByRole('button', { name: `Remove filter Tag ${tag.name}` }).click();
    await addFilter(page, 'Assignee', 'Robin Tester');
    expect(param(page, 'assignee')).toBe(service.agentId);
    await expectTotal(page, await countTickets(service, { assignee: service.agentId }));
  });

  test('IN-01: free text', { tag: ['@desktop', '@document'] }, async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox?status=all' });
    await expectTotal(page, await countTickets(service, {}));
    await page.keyboard.press('/');
    await page.keyboard.type('delivery');
    await expectTotal(page, await countTickets(service, { q: 'delivery' }));
    expect(param(page, 'q')).toBe('delivery');
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expectTotal(page, await countTickets(service, {}));
    expect(param(page, 'q')).toBeNull();
  });

  test('IN-01: counts of the values agree with their lists', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox?status=all&channel=email' });
    await expect(row(page, 0)).toBeVisible();
    await page.keyboard.press('f');
    await page.getByRole('combobox', { name: 'Field or value' }).fill('Priority');
    await page.keyboard.press('Enter');
    for (const [name, priority] of [
      ['Urgent', 'urgent'],
      ['Low', 'low'],
    ] as const) {
      const count = await countTickets(service, { priority, channel: 'email' });
      await expect(page.getByRole('option', { name }).first()).toHaveText(`${name}${asShown(count)}`);
    }
  });

  test(
    'IN-01: one status and one priority at a time without the extension',
    { tag: '@document' },
    async ({ page, service }) => {
      await signIn(page, service, { path: '/inbox' });
      await expectTotal(page, await countTickets(service, { status: 'open' }));
      await addFilter(page, 'Status', 'Pending');
      expect(param(page, 'status')).toBe('pending');
      await expectTotal(page, await countTickets(service, { status: 'pending' }));
      await page.getByRole('button', { name: 'Remove filter Status Pending' }).click();
      await addFilter(page, 'Priority', 'High');
      await addFilter(page, 'Priority', 'Urgent');
      expect(param(page, 'priority')).toBe('urgent');
      await expectTotal(page, await countTickets(service, { priority: 'urgent' }));
      await page.keyboard.press('f');
      await expect(page.getByRole('option', { name: 'Priority' })).toBeVisible();
      await expect(page.getByRole('option', { name: 'Tag' })).toHaveCount(0);
      await expect(page.getByText('any of these')).toHaveCount(0);
    },
  );

  test('IN-01: Backspace takes the last filter away', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox?priority=urgent&channel=email' });
    await expect(page.getByRole('group', { name: 'Filters' })).toContainText('Channel Email');
    await page.getByRole('button', { name: /^Filter/ }).focus();
    await page.keyboard.press('Backspace');
    await expect(page).toHaveURL(/\/inbox\?priority=urgent$/);
    await page.keyboard.press('Backspace');
    await expect(page).toHaveURL(/\/inbox$/);
  });

  test('IN-03: filters, order and layout stand in the URL; reload and Back bring them again', async ({
    page,
    service,
  }) => {
    await signIn(page, service, { path: '/inbox' });
    await addFilter(page, 'Priority', 'High');
    await page.getByRole('button', { name: /^Order/ }).click();
    await page.getByRole('menuitemradio', { name: 'Oldest first' }).click();
    await page.keyboard.press('v');
    await expect(page).toHaveURL(/priority=high&order_by=created&dir=asc&layout=table$/);
    const total = await countTickets(service, { status: 'open', priority: 'high' });
    await expectRows(total);
    await page.reload();
    await expectRows(total);
    await expect(page.getByRole('group', { name: 'Filters' })).toContainText('Priority High');
    await page.getByRole('link', { name: /^Pending/ }).click();
    await expectTotal(page, await countTickets(service, { status: 'pending' }));
    await page.goBack();
    await expect(page).toHaveURL(/priority=high&order_by=created&dir=asc&layout=table$/);
    await expectRows(total);

    async function expectRows(n: number): Promise<void> {
      await expect(page.getByRole('columnheader', { name: 'Requester' })).toBeVisible();
      await expect(grid(page)).toHaveAttribute('aria-rowcount', String(n + 1));
    }
  });

  test(
    'IN-03: a hand-edited URL falls back and says what it ignored',
    { tag: ['@desktop', '@document'] },
    async ({ page, service }) => {
      await signIn(page, service, { path: '/inbox?status=bogus&limit=9999&ticket=x&colour=red' });
      await expectTotal(page, await countTickets(service, { status: 'open' }));
      const said = page.getByText(/^Ignored an unknown filter/);
      for (const part of ['status=bogus', 'limit=9999', 'ticket=x', 'colour=red'])
        await expect(said).toContainText(part);
      await expect(page).toHaveURL(/\/inbox$/);
    },
  );

  test(
    'IN-03: what this service cannot filter by is said, and the list is not a lie',
    { tag: '@document' },
    async ({ page, service }) => {
      await signIn(page, service, { path: '/inbox?tag=firmware&order_by=updated' });
      await expect(page.getByText(/is ignored: tag, order/)).toBeVisible();
      await expectTotal(page, await countTickets(service, { status: 'open' }));
      await expect(page.getByRole('group', { name: 'Filters' })).not.toContainText('Tag');
    },
  );

  const FOLDERS = {
    'Needs first reply': { status: 'open', first_reply: 'none' },
    Urgent: { status: 'open,pending', priority: 'urgent' },
    Unassigned: { status: 'open,pending', assignee: 'none' },
    Pending: { status: 'pending' },
    Snoozed: { status: 'open,pending', snoozed: '1' },
    Stale: { status: 'open,pending', stale: '1' },
    Mine: { status: 'open,pending', assignee: 'me' },
  } as const;

  test('IN-04, IN-25: every folder opens as many tickets as it counts', async ({ page, service }) => {
    const token = service.tokens.agent;
    await signIn(page, service, { path: '/inbox', token });
    const folders = page.getByRole('list', { name: 'Folders' });
    await expect(folders.getByRole('link')).toHaveCount(Object.keys(FOLDERS).length);
    for (const [name, query] of Object.entries(FOLDERS)) {
      const total = await countTickets(service, query, token);
      const link = folders.getByRole('link', { name });
      await expect(link).toHaveText(`${name}${asShown(total)}`);
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      if (total > 0) await expectTotal(page, total);
      else await expect(page.getByText(/^No /).first()).toBeVisible();
    }
  });

  test('IN-25: a token without an agent has no folder of its own tickets', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox' });
    const folders = page.getByRole('list', { name: 'Folders' });
    await expect(folders.getByRole('link', { name: 'Stale' })).toBeVisible();
    await expect(folders.getByRole('link', { name: 'Mine' })).toHaveCount(0);
  });

  test(
    'IN-04, IN-25: without the extension, folders that can be listed are links and the rest are figures',
    {
      tag: '@document',
    },
    async ({ page, service }) => {
      await signIn(page, service, { path: '/inbox' });
      const folders = page.getByRole('list', { name: 'Folders' });
      for (const [name, query] of [
        ['Urgent', { status: 'open', priority: 'urgent' }],
        ['Pending', { status: 'pending' }],
      ] as const) {
        const total = await countTickets(service, query);
        await expect(folders.getByRole('link', { name })).toHaveText(`${name}${asShown(total)}`);
        await folders.getByRole('link', { name }).click();
        await expectTotal(page, total);
      }
      const { json } = await service.call('GET', 'health');
      const health = z.object({ data: z.object({ unassigned_open_pending: z.number() }) }).parse(json).data;
      await expect(folders.getByRole('link')).toHaveCount(2);
      await expect(folders.getByRole('listitem').filter({ hasText: 'Unassigned' })).toContainText(
        String(health.unassigned_open_pending),
      );
    },
  );

  for (const [name, order] of [
    ['Newest first', { order_by: 'created' }],
    ['Oldest first', { order_by: 'created', dir: 'asc' }],
    ['Recently updated first', { order_by: 'updated' }],
    ['Longest wait first', { order_by: 'waiting' }],
    ['Most urgent first', { order_by: 'priority' }],
  ] as const) {
    test(`IN-07: ${name}`, async ({ page, service }) => {
      await signIn(page, service, { path: '/inbox?status=all&order_by=priority&dir=asc' });
      await expectTotal(page, await countTickets(service, {}));
      await page.getByRole('button', { name: /^Order/ }).click();
      await page.getByRole('menuitemradio', { name, exact: true }).click();
      const { items } = await listTickets(service, { ...order, limit: '8' });
      await expect.poll(() => firstIds(page, 8)).toEqual(items.map(({ id }) => String(id)));
    });
  }

  test('IN-07: without the extension there is no order to choose', { tag: '@document' }, async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox?status=all' });
    await expect(row(page, 0)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Order/ })).toHaveCount(0);
  });
});
