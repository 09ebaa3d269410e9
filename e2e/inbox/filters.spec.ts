import * as z from 'zod/mini';
import {
  addFilter,
  asShown,
  countTickets,
  expectParam,
  expectTotal,
  firstIds,
  grid,
  listTickets,
  row,
} from './inbox-support.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const Tags = z.object({ data: z.object({ items: z.array(z.object({ name: z.string(), ticket_count: z.number() })) }) });

const FOLDERS = {
  'Needs first reply': { status: 'open', first_reply: 'none' },
  Urgent: { status: 'open,pending', priority: 'urgent' },
  Unassigned: { status: 'open,pending', assignee: 'none' },
  Pending: { status: 'pending' },
  Snoozed: { status: 'open,pending', snoozed: '1' },
  'Waiting too long': { status: 'open,pending', stale: '1' },
  Mine: { status: 'open,pending', assignee: 'me' },
} as const;

test.describe('filters of the inbox', () => {
  test('IN-01, IN-03, IN-04: several states at once, assignee, tag and priority by their names; filters, order and layout are in the address, and reload and Back restore them', async ({
    page,
    demoSite,
  }) => {
    const { json } = await demoSite.call('GET', 'tags', { query: { limit: '200' } });
    const tag = Tags.parse(json).data.items.find(({ ticket_count }) => ticket_count > 3)?.name ?? '';
    await signIn(page, demoSite, { path: '/inbox' });
    const chips = page.getByRole('group', { name: 'Filters' });
    await expectTotal(page, await countTickets(demoSite, { status: 'open' }));
    await addFilter(page, 'Status', 'Pending');
    await expectTotal(page, await countTickets(demoSite, { status: 'open,pending' }));
    await page.getByRole('button', { name: 'Remove filter Status Open, Pending' }).click();
    await addFilter(page, 'Tag', tag);
    await expectParam(page, 'tag', tag);
    await expectTotal(page, await countTickets(demoSite, { tag }));
    await page.getByRole('button', { name: `Remove filter Tag ${tag}` }).click();
    await addFilter(page, 'Channel', 'Email');
    await expectTotal(page, await countTickets(demoSite, { channel: 'email' }));
    await page.keyboard.press('f');
    await page.getByRole('combobox', { name: 'Field or value' }).fill('Priority');
    await page.keyboard.press('Enter');
    const low = await countTickets(demoSite, { priority: 'low', channel: 'email' });
    await expect(page.getByRole('option', { name: 'Low' }).first()).toHaveText(`Low${asShown(low)}`);
    await page.keyboard.press('Escape');

    // Backspace removes the last filter.
    await addFilter(page, 'Assignee', 'Robin Tester');
    await expectParam(page, 'assignee', demoSite.agentId);
    await expect(chips.getByRole('button', { name: 'Assignee Robin Tester', exact: true })).toBeVisible();
    await page.getByRole('button', { name: /^Filter/ }).focus();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await expect(page).toHaveURL(/\/inbox\?status=all$/);

    await addFilter(page, 'Priority', 'High');
    await page.getByRole('button', { name: /^Order/ }).click();
    await page.getByRole('menuitemradio', { name: 'Oldest first' }).click();
    await page.keyboard.press('v');
    const address = /status=all&priority=high&order_by=created&dir=asc&layout=table$/;
    await expect(page).toHaveURL(address);
    const total = await countTickets(demoSite, { priority: 'high' });
    await page.reload();
    await expectRows(total);
    await expect(chips).toContainText('Priority High');
    await page.getByRole('button', { name: 'Remove filter Priority High' }).click();
    await expectRows(await countTickets(demoSite, {}));
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expectRows(total);

    async function expectRows(n: number): Promise<void> {
      await expect(page.getByRole('columnheader', { name: 'Requester' })).toBeVisible();
      await expect(grid(page)).toHaveAttribute('aria-rowcount', String(n + 1));
    }
  });

  test('IN-03, IN-04, IN-07, IN-25: a hand-edited address falls back and says so; newest, oldest, recently updated, longest wait and most urgent first; every folder opens as many tickets as it counts', async ({
    page,
    demoSite,
  }) => {
    const token = demoSite.tokens.readOnlyAgent;
    await signIn(page, demoSite, { path: '/inbox?status=all&limit=9999&ticket=x&colour=red', token });
    await expectTotal(page, await countTickets(demoSite, {}));
    await expect(page.getByText('3 filters in this link aren’t supported.')).toBeVisible();
    await expect(page).toHaveURL(/\/inbox\?status=all$/);
    for (const [name, order] of [
      ['Oldest first', { order_by: 'created', dir: 'asc' }],
      ['Newest first', { order_by: 'created' }],
      ['Recently updated first', { order_by: 'updated' }],
      ['Longest wait first', { order_by: 'waiting' }],
      ['Most urgent first', { order_by: 'priority' }],
    ] as const) {
      await page.getByRole('button', { name: /^Order/ }).click();
      await page.getByRole('menuitemradio', { name, exact: true }).click();
      const { items } = await listTickets(demoSite, { ...order, limit: '4' });
      await expect.poll(() => firstIds(page, 4), name).toEqual(items.map(({ id }) => String(id)));
    }

    const folders = page.getByRole('list', { name: 'Folders' });
    await expect(folders.getByRole('link')).toHaveCount(Object.keys(FOLDERS).length);
    for (const [name, query] of Object.entries(FOLDERS)) {
      const total = await countTickets(demoSite, query, token);
      const link = folders.getByRole('link', { name });
      await expect(link).toHaveText(`${name}${asShown(total)}`);
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      if (total > 0) await expectTotal(page, total);
      else await expect(page.getByText(/^No tickets match/)).toBeVisible();
    }
    // A folder that is chosen beside an open ticket closes the ticket and keeps the focus.
    await folders.getByRole('link', { name: 'Unassigned' }).click();
    await row(page, 1).click();
    await expect(page).toHaveURL(/ticket=[0-9]+/);
    await folders.getByRole('link', { name: 'Pending' }).click();
    await expectParam(page, 'ticket', null);
    await expect(folders.getByRole('link', { name: 'Pending' })).toBeFocused();
  });
});

test(
  'IN-01, IN-03, IN-25, IN-35: the API document alone has one status and one priority at a time, and nothing else',
  { tag: '@document' },
  async ({ page, demoSite }) => {
    await signIn(page, demoSite, { path: '/inbox?tag=firmware&order_by=updated&overdue=1&view=7' });
    await expect(page.getByText('Some filters in this link aren’t supported.')).toBeVisible();
    await expectTotal(page, await countTickets(demoSite, { status: 'open' }));
    const chips = page.getByRole('group', { name: 'Filters' });
    await expect(chips).not.toContainText('Tag');
    for (const name of [/^Order/, /^Save/]) await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Saved views' })).toHaveCount(0);

    const folders = page.getByRole('list', { name: 'Folders' });
    await expect(folders.getByRole('link')).toHaveCount(2);
    for (const [name, query] of [
      ['Urgent', { status: 'open', priority: 'urgent' }],
      ['Pending', { status: 'pending' }],
    ] as const) {
      const total = await countTickets(demoSite, query);
      await expect(folders.getByRole('link', { name })).toHaveText(`${name}${asShown(total)}`);
      await folders.getByRole('link', { name }).click();
      await expectTotal(page, total);
    }
    await page.getByRole('button', { name: 'Remove filter Status Pending' }).click();
    await addFilter(page, 'Priority', 'High');
    await addFilter(page, 'Priority', 'Urgent');
    await expectParam(page, 'priority', 'urgent');
    await expectTotal(page, await countTickets(demoSite, { priority: 'urgent' }));
    await page.keyboard.press('/');
    await page.keyboard.type('delivery');
    await expectParam(page, 'q', 'delivery');
    await page.keyboard.press('Escape');
    await page.keyboard.press('f');
    await expect(page.getByRole('option', { name: 'Priority' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'Tag' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Display options' }).click();
    await expect(page.getByRole('menuitem', { name: 'Download CSV…' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Reply target…' })).toHaveCount(0);
  },
);
