import type { Locator, Page } from '@playwright/test';
import { asShown, countTickets, expectTotal, firstIds, grid, listTickets, param, row } from './inbox-support.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

/** The row that stands first in the window of the list. */
async function topRow(page: Page): Promise<number> {
  return grid(page).evaluate((element) => {
    const rows = [...element.querySelectorAll<HTMLElement>('[data-row]')];
    const top = rows[0]?.closest('.overflow-y-auto')?.getBoundingClientRect().top ?? 0;
    return Number(rows.find((candidate) => candidate.getBoundingClientRect().bottom > top + 1)?.dataset['row']);
  });
}

async function scrollTo(page: Page, index: number): Promise<void> {
  await row(page, 0).hover();
  await expect
    .poll(async () => {
      const at = await topRow(page);
      if (Math.abs(at - index) > 3) await page.mouse.wheel(0, (index - at) * 50);
      return Math.abs(at - index);
    })
    .toBeLessThanOrEqual(3);
  await expect.poll(() => param(page, 'skip')).toBe(String(await topRow(page)));
}

async function colourOf(page: Page, name: string): Promise<string> {
  return page.evaluate((variable) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${variable})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);
}

test.describe('the list of the inbox', () => {
  test(
    'IN-08: the foot says how many rows are loaded of how many, and the page size is a choice',
    {
      tag: ['@desktop', '@document'],
    },
    async ({ page, service, extensions }) => {
      await signIn(page, service, { path: '/inbox?status=all' });
      const total = await countTickets(service, {});
      await expect(page.getByText(`50 of ${asShown(total)}`)).toBeVisible();
      await page.getByRole('button', { name: 'Display options' }).click();
      await page.getByRole('menuitemradio', { name: '25 rows' }).click();
      expect(param(page, 'limit')).toBe('25');
      await expect(page.getByText(`25 of ${asShown(total)}`)).toBeVisible();
      // Without sessions the token lives in memory, and a reload asks for it again.
      if (!extensions) return;
      await page.reload();
      await expect(page.getByText(`25 of ${asShown(total)}`)).toBeVisible();
    },
  );

  test(
    'IN-08: rows are fetched where somebody scrolls, up to the last',
    { tag: ['@desktop', '@document'] },
    async ({ page, service }) => {
      await signIn(page, service, { path: '/inbox?status=all&group=none' });
      const total = await countTickets(service, {});
      await row(page, 0).click();
      await page.keyboard.press('End');
      const last = row(page, total - 1);
      await expect(last).toBeFocused();
      const { items } = await listTickets(service, { skip: String(total - 1), limit: '1' });
      await expect(last.getByRole('link')).toHaveText(items[0]?.subject ?? '');
      await page.keyboard.press('Home');
      await expect(row(page, 0)).toBeFocused();
      await page.keyboard.press('PageDown');
      await expect(row(page, 0)).not.toBeFocused();
    },
  );

  test('IN-08: a position past the end goes to the last page', async ({ page, service }) => {
    const total = await countTickets(service, {});
    await signIn(page, service, { path: '/inbox?status=all&skip=99999' });
    await expect(row(page, total - 1)).toBeVisible();
    await expect(row(page, total - 1).getByRole('link')).toBeVisible();
  });

  test('IN-08: no ticket is missing and none stands twice', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox?status=all' });
    const seen = new Map<number, string>();
    const total = await countTickets(service, {});
    await row(page, 0).click();
    while (!seen.has(total - 1)) {
      // Rows in sight may still be on their way.
      await expect(grid(page)).not.toHaveAttribute('aria-busy', 'true');
      const places = grid(page).locator('[data-index]');
      const found = await places.evaluateAll((rows) =>
        rows.map(
          (place) => [Number(place.dataset['index']), place.querySelector('a')?.getAttribute('href') ?? ''] as const,
        ),
      );
      for (const [index, href] of found) seen.set(index, href);
      await page.keyboard.press('PageDown');
    }
    expect(seen.size).toBe(total);
    expect(new Set(seen.values()).size).toBe(total);
  });

  test('IN-09: scroll, selection and focus are kept on the way to a ticket and back', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox?status=all&layout=table' });
    await scrollTo(page, 120);
    const chosen = (await topRow(page)) + 5;
    const before = await row(page, chosen).boundingBox();
    const subject = (await row(page, chosen).getByRole('link').textContent()) ?? '';
    await row(page, chosen).click();
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
    await page.goBack();
    await expect(row(page, chosen)).toBeFocused();
    expect((await row(page, chosen).boundingBox())?.y).toBe(before?.y);
  });

  test(
    'IN-09: scroll is kept over another page and over a reload',
    { tag: ['@desktop', '@document'] },
    async ({ page, service, extensions }) => {
      await signIn(page, service, { path: '/inbox?status=all' });
      await scrollTo(page, 150);
      const top = await topRow(page);
      await page.getByRole('link', { name: 'Settings' }).click();
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Inbox');
      await page.goBack();
      await expect.poll(() => topRow(page)).toBe(top);
      if (!extensions) return;
      await page.reload();
      await expect.poll(() => topRow(page)).toBe(top);
      await expect(row(page, top + 1).getByRole('link')).toBeVisible();
    },
  );

  test('IN-09: however long the list, few elements exist', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox?status=all' });
    await expectTotal(page, await countTickets(service, {}));
    await scrollTo(page, 200);
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1500);
  });

  test(
    'groups: those that need a first reply come first, with their count',
    { tag: ['@desktop', '@document'] },
    async ({ page, ownService: service, extensions }) => {
      await signIn(page, service, { path: '/inbox' });
      const { items } = await listTickets(service, { status: 'open', limit: '200' });
      const total = items.length;
      // All of them stand on the first page, so that both heads are there to be counted.
      expect(total).toBeLessThanOrEqual(50);
      const replied = grid(page)
        .getByRole('row')
        .filter({ hasText: /^Replied\d+$/ });
      const waiting = grid(page)
        .getByRole('row')
        .filter({ hasText: /^Needs first reply\d+$/ });
      await expect(waiting).toBeVisible();
      await expect(replied).toBeVisible();
      const [first = 0, second = 0] = await Promise.all(
        [waiting, replied].map(async (head) => Number((await head.textContent())?.replace(/\D/g, ''))),
      );
      expect(first + second).toBe(total);
      if (extensions) expect(first).toBe(await countTickets(service, { status: 'open', first_reply: 'none' }));
      await expect(row(page, 0)).toContainText('No reply');
      await expect(row(page, first)).toContainText('Replied in');
    },
  );

  test('what the service knows anew is shown in place, and no row moves', async ({ page, service }) => {
    await page.clock.install();
    await signIn(page, service, { path: '/inbox?status=all&order_by=created' });
    await expect(row(page, 3).getByRole('link')).toBeVisible();
    const ids = await firstIds(page, 8);
    const { items } = await listTickets(service, { limit: '8' });
    await service.call('PATCH', 'ticket', { body: { id: items[3]?.id, status: 'closed', priority: 'urgent' } });
    await service.call('POST', 'tickets', { body: { subject: 'Came in meanwhile' } });
    await page.clock.fastForward(31_000);
    await expect(row(page, 3).getByRole('img', { name: 'Closed' })).toBeVisible();
    await expect(row(page, 3).getByRole('img', { name: 'Urgent' })).toBeVisible();
    expect(await firstIds(page, 8)).toEqual(ids);
    await page.keyboard.press('r');
    await expect(row(page, 0).getByRole('link')).toHaveText('Came in meanwhile');
  });
});

test.describe('ages', () => {
  async function waitingRow(page: Page, service: Parameters<typeof signIn>[1], afterMinutes: number): Promise<Locator> {
    const subject = `Waiting ${crypto.randomUUID().slice(0, 8)}`;
    const answer = await service.call('POST', 'tickets', { body: { subject } });
    expect(answer.status).toBe(200);
    await page.clock.setFixedTime(Date.now() + afterMinutes * 60_000);
    await signIn(page, service, { path: `/inbox?q=${encodeURIComponent(subject)}` });
    return grid(page).getByRole('row').filter({ hasText: subject });
  }

  for (const [minutes, text, colour] of [
    [31, 'No reply 31m', '--text-3'],
    [68, 'No reply 1h 08m', '--warn-text'],
    [364, 'No reply 6h 04m', '--danger-text'],
  ] as const) {
    test(
      `IN-23: "${text}" against the threshold of two hours`,
      { tag: ['@desktop', '@document'] },
      async ({ page, service }) => {
        const age = (await waitingRow(page, service, minutes)).getByText(text);
        await expect(age).toBeVisible();
        await expect(age).toHaveCSS('color', await colourOf(page, colour));
      },
    );
  }

  test('IN-23: a reply that was given is told by how long it took', async ({ page, service }) => {
    const subject = `Answered ${crypto.randomUUID().slice(0, 8)}`;
    const { json } = await service.call('POST', 'tickets', { body: { subject } });
    const { id } = (json as { data: { id: number } }).data;
    await service.call('POST', 'ticket_comments', {
      token: service.tokens.agent,
      body: { ticket_id: id, body: 'Hello' },
    });
    await page.clock.setFixedTime(Date.now() + 9 * 3_600_000);
    await signIn(page, service, { path: `/inbox?q=${encodeURIComponent(subject)}` });
    const found = row(page, 0);
    await expect(found).toContainText('Replied in <1m');
    await expect(found).toContainText('9h 00m');
    await expect(found.getByText('Replied in')).toHaveCSS('color', await colourOf(page, '--text-3'));
  });

  test.describe('in Tokyo', () => {
    test.use({ timezoneId: 'Asia/Tokyo' });

    test(
      'IN-24: ages are relative, with the instant in the zone that was chosen',
      { tag: ['@desktop', '@document'] },
      async ({ page, service, extensions }) => {
        await signIn(page, service, { path: '/inbox' });
        const age = row(page, 0)
          .getByTitle(/^Created/)
          .first();
        await expect(age).toHaveText(/\d/);
        await expect(age).toHaveAttribute('title', /^Created \d{1,2} \w{3} \d{4}, \d\d:\d\d GMT\+9$/);
        await row(page, 0).click();
        await expect(page.getByRole('complementary', { name: 'Properties' }).locator('time').first()).toHaveText(
          /, \d\d:\d\d\sGMT\+9$/,
        );
        if (!extensions) return;
        await page.evaluate(() => localStorage.setItem('support-console:time-zone', 'utc'));
        await page.reload();
        await expect(
          row(page, 0)
            .getByTitle(/^Created/)
            .first(),
        ).toHaveAttribute('title', /UTC$/);
      },
    );
  });
});
