import type { Page } from '@playwright/test';
import {
  asShown,
  countTickets,
  expectParam,
  expectTotal,
  firstIds,
  grid,
  listTickets,
  row,
  topOf,
} from './inbox-support.ts';
import { makeTicket, makeTickets } from '#e2e/support/builders.ts';
import { settled } from '#e2e/support/settled.ts';
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

/** Scrolls until about that row stands first, and answers which one does. */
async function scrollTo(page: Page, index: number): Promise<number> {
  await row(page, 0).hover();
  await expect
    .poll(async () => {
      const at = await topRow(page);
      if (Math.abs(at - index) > 3) await page.mouse.wheel(0, (index - at) * 50);
      return Math.abs(at - index);
    })
    .toBeLessThanOrEqual(3);
  await settled(page);
  const top = await topRow(page);
  await expectParam(page, 'skip', String(top));
  return top;
}

/** The rows that exist, with what they link to, and which one has the focus. */
async function readRows(page: Page) {
  return grid(page).evaluate((element) => {
    // A row that is a line of text yet has no link.
    const links = [...element.querySelectorAll<HTMLElement>('[data-row]')].flatMap((line) => {
      const href = line.querySelector('a')?.getAttribute('href');
      return typeof href === 'string' ? [[Number(line.dataset['row']), href] as const] : [];
    });
    return { links, focused: Number(document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row']) };
  });
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
    'IN-08: the foot says how many rows are loaded of how many, the page size is a choice, and rows are fetched where somebody scrolls',
    { tag: ['@desktop', '@document'] },
    async ({ page, demoSite, extensions }) => {
      await signIn(page, demoSite, { path: '/inbox?status=all&group=none' });
      const total = await countTickets(demoSite, {});
      await expect(page.getByText(`50 of ${asShown(total)}`)).toBeVisible();
      await page.getByRole('button', { name: 'Display options' }).click();
      await page.getByRole('menuitemradio', { name: '25 rows' }).click();
      await expectParam(page, 'limit', '25');
      await expect(page.getByText(`25 of ${asShown(total)}`)).toBeVisible();
      // Without sessions the token lives in memory, and a reload asks for it again.
      if (extensions) {
        await page.reload();
        await expect(page.getByText(`25 of ${asShown(total)}`)).toBeVisible();
      }

      await row(page, 0).focus();
      await page.keyboard.press('End');
      const last = row(page, total - 1);
      await expect(last).toBeFocused();
      const { items } = await listTickets(demoSite, { skip: String(total - 1), limit: '1' });
      await expect(last.getByRole('link')).toHaveText(items[0]?.subject ?? '');
      await page.keyboard.press('Home');
      await expect(row(page, 0)).toBeFocused();
      await page.keyboard.press('PageDown');
      await expect(row(page, 0)).not.toBeFocused();
    },
  );

  test('IN-08: a position past the end goes to the last page; from there to the first no ticket is missing and none stands twice', async ({
    page,
    demoSite,
  }) => {
    const total = await countTickets(demoSite, {});
    await signIn(page, demoSite, { path: '/inbox?status=all&skip=99999' });
    await expect(row(page, total - 1).getByRole('link')).toBeVisible();
    await row(page, total - 1).focus();
    const seen = new Map<number, string>();
    for (let at = total - 1; at > 0;) {
      await page.keyboard.press('PageUp');
      // The row that gets the focus, and those on the way to it, may have to be fetched.
      await expect(async () => {
        const { focused, links } = await readRows(page);
        for (const [index, href] of links) seen.set(index, href);
        expect(focused).toBeLessThan(at);
        for (let index = focused; index <= at; index += 1) expect(seen.has(index), `row ${index}`).toBe(true);
        at = focused;
      }).toPass({ intervals: [10, 50, 100], timeout: 10_000 });
    }
    expect(seen.size).toBe(total);
    expect(new Set(seen.values()).size).toBe(total);
  });

  test('IN-09: scroll, selection and focus are kept on the way to a ticket and back', async ({ page, demoSite }) => {
    await signIn(page, demoSite, { path: '/inbox?status=all&layout=table' });
    const chosen = (await scrollTo(page, 120)) + 5;
    const before = await topOf(row(page, chosen));
    const subject = (await row(page, chosen).getByRole('link').textContent()) ?? '';
    await row(page, chosen).click();
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
    await page.goBack();
    await expect(row(page, chosen)).toBeFocused();
    await expect.poll(() => topOf(row(page, chosen))).toBe(before);
  });

  test(
    'IN-09: few elements exist however long the list; scroll is kept over another page and over a reload',
    { tag: ['@desktop', '@document'] },
    async ({ page, demoSite, extensions }) => {
      await signIn(page, demoSite, { path: '/inbox?status=all' });
      await expectTotal(page, await countTickets(demoSite, {}));
      const top = await scrollTo(page, 150);
      await expect.poll(() => page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1500);
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

  test('what the service knows anew is shown in place, and no row moves', async ({ page, site, clock }) => {
    const made = await makeTickets(site, 8);
    await clock.holdTimers(page);
    await signIn(page, site, { path: '/inbox?status=all&order_by=created' });
    const ids = made.map(({ id }) => String(id)).toReversed();
    await expect.poll(() => firstIds(page, 8)).toEqual(ids);
    await site.call('PATCH', 'ticket', { body: { id: Number(ids[3]), status: 'closed', priority: 'urgent' } });
    await makeTicket(site, { subject: 'Came in meanwhile' });
    await page.clock.fastForward(31_000);
    await expect(row(page, 3).getByRole('img', { name: 'Closed' })).toBeVisible();
    await expect(row(page, 3).getByRole('img', { name: 'Urgent' })).toBeVisible();
    await expect.poll(() => firstIds(page, 8)).toEqual(ids);
    await page.keyboard.press('r');
    await expect(row(page, 0).getByRole('link')).toHaveText('Came in meanwhile');
  });

  test('who scrolled upwards is told what is new too', async ({ page, demoSite, clock }) => {
    await clock.holdTimers(page);
    await signIn(page, demoSite, { path: '/inbox?status=all' });
    await expect(row(page, 0)).toBeVisible();
    const list = page.locator('[data-scroller]');
    for (const top of [7_000, 6_000]) {
      await list.evaluate((element, px) => element.scrollTo(0, px), top);
      // So much later that the rows of half a second are no whole number.
      await page.clock.runFor(700);
      await expect(row(page, Math.floor(top / 57) + 3)).toBeVisible();
    }
    const asked = page.waitForResponse(/resource=tickets&.*limit=100/);
    await page.clock.fastForward(31_000);
    expect((await asked).status()).toBe(200);
  });
});

const heads = (page: Page) =>
  grid(page)
    .getByRole('row')
    .filter({ hasText: /^(?:Needs first reply|Replied)\d+$/ });

test('IN-23: those that need a first reply come first, with their count, their ages against the threshold of two hours; a reply is told by how long it took', async ({
  page,
  site,
  clock,
}) => {
  const minutesAgo = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000);
  await clock.as(minutesAgo(540), async () => {
    const { id } = await makeTicket(site, { subject: 'Saddle is answered' });
    const body = { ticket_id: id, body: 'Hello' };
    expect((await site.call('POST', 'ticket_comments', { token: site.tokens.agent, body })).status).toBe(200);
  });
  for (const [subject, minutes] of Object.entries({ 'Bell is mute': 31, 'Chain is loose': 68, 'Frame broke': 364 })) {
    await clock.as(minutesAgo(minutes), () => makeTicket(site, { subject }));
  }
  await signIn(page, site, { path: '/inbox' });
  await expectTotal(page, 4);
  await expect(heads(page)).toHaveText(['Needs first reply3', 'Replied1']);
  for (const [subject, text, colour] of [
    ['Bell is mute', 'Waiting 31m', '--text-3'],
    ['Chain is loose', 'Waiting 1h 08m', '--warn-text'],
    ['Frame broke', 'Waiting 6h 04m', '--danger-text'],
  ] as const) {
    const age = grid(page).getByRole('row').filter({ hasText: subject }).getByText(text);
    await expect(age).toBeVisible();
    await expect(age).toHaveCSS('color', await colourOf(page, colour));
  }
  await expect(row(page, 3)).toContainText('Saddle is answered');
  await expect(row(page, 3)).toContainText('Replied after <1m');
  await expect(row(page, 3)).toContainText('9h 00m');
  await expect(row(page, 3).getByText('Replied after')).toHaveCSS('color', await colourOf(page, '--text-3'));
});

test('IN-23: without the extension the loaded rows are grouped, those that need a first reply first @document', async ({
  page,
  demoSite,
}) => {
  await signIn(page, demoSite, { path: '/inbox' });
  const { total_count: total } = await listTickets(demoSite, { status: 'open', limit: '1' });
  // All of them stand on the first page, so that both heads are there to be counted.
  expect(total).toBeLessThanOrEqual(50);
  await expect(heads(page)).toHaveText([/^Needs first reply\d+$/, /^Replied\d+$/]);
  const [first = 0, second = 0] = (await heads(page).allTextContents()).map((text) => Number(text.replace(/\D/g, '')));
  expect(first + second).toBe(total);
  await expect(row(page, 0)).toContainText('Waiting');
  await expect(row(page, first - 1)).toContainText('Waiting');
  await expect(row(page, first)).toContainText('Replied after');
});

test('IN-24: ages are relative, with the instant in the zone that was chosen', async ({ page, makeSite, clock }) => {
  await clock.set('2026-11-18T21:30:00Z');
  const site = await makeSite({ timeZone: 'Asia/Tokyo' });
  await makeTicket(site);
  await signIn(page, site, { path: '/inbox' });
  const age = row(page, 0)
    .getByTitle(/^Created/)
    .first();
  await expect(age).toHaveText(/\d/);
  await expect(age).toHaveAttribute('title', 'Created 18 Nov, 21:30 UTC');
  await row(page, 0).click();
  const written = page.getByRole('complementary', { name: 'Properties' }).locator('time').first();
  await expect(written).toHaveText('18 Nov, 21:30');
  // As another tab would choose it.
  await page.evaluate(() => {
    localStorage.setItem('support-console:time-zone', 'site');
    dispatchEvent(new StorageEvent('storage'));
  });
  await expect(age).toHaveAttribute('title', 'Created 19 Nov, 06:30 GMT+9');
  await expect(written).toHaveText('19 Nov, 06:30');
});
