import type { Page } from '@playwright/test';
import { asShown, countTickets, expectParam, expectTotal, grid, listTickets, row, topOf } from './inbox-support.ts';
import { makeTicket } from '#e2e/support/builders.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

/** The first row in sight. */
async function topRow(page: Page): Promise<number> {
  return grid(page).evaluate((element) => {
    const rows = [...element.querySelectorAll<HTMLElement>('[data-row]')];
    const top = rows[0]?.closest('.overflow-y-auto')?.getBoundingClientRect().top ?? 0;
    return Number(rows.find((candidate) => candidate.getBoundingClientRect().bottom > top + 1)?.dataset['row']);
  });
}

/** Scrolls to about that row. @returns the first row in sight */
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

/** The links of the rows that exist, and the focused row. */
async function readRows(page: Page) {
  return grid(page).evaluate((element) => {
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
    'IN-08: the foot says how many rows are loaded; from a position past the end to the first row, no ticket is missing or repeated',
    { tag: '@document' },
    async ({ page, demoSite }) => {
      const total = await countTickets(demoSite, {});
      await signIn(page, demoSite, { path: '/inbox?status=all&skip=99999' });
      await expect(page.getByText(new RegExp(`^[0-9]+ of ${asShown(total)}$`))).toBeVisible();
      const last = row(page, total - 1);
      await last.focus();
      const { items } = await listTickets(demoSite, { skip: String(total - 1), limit: '1' });
      await expect(last.getByRole('link')).toHaveText(items[0]?.subject ?? '');
      const seen = new Map<number, string>();
      for (let at = total - 1; at > 0;) {
        await page.keyboard.press('PageUp');
        // The row that gets the focus and those before it may still be loading.
        await expect(async () => {
          const { focused, links } = await readRows(page);
          for (const [index, href] of links) seen.set(index, href);
          expect(focused).toBeLessThan(at);
          for (let index = focused; index <= at; index += 1) expect(seen.has(index), `row ${index}`).toBe(true);
          at = focused;
        }).toPass({ intervals: [10, 50, 100], timeout: 10_000 });
      }
      expect(new Set(seen.values()).size).toBe(total);
      await page.keyboard.press('End');
      await expect(last).toBeFocused();
      await page.keyboard.press('Home');
      await expect(row(page, 0)).toBeFocused();
    },
  );

  test('IN-09: few elements exist; scroll, cursor and focus are kept over a ticket, another page and a reload', async ({
    page,
    demoSite,
  }) => {
    await signIn(page, demoSite, { path: '/inbox?status=all&layout=table' });
    const top = await scrollTo(page, 120);
    await expect.poll(() => page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1500);
    const chosen = row(page, top + 5);
    const before = await topOf(chosen);
    const subject = (await chosen.getByRole('link').textContent()) ?? '';
    await chosen.click();
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
    await page.goBack();
    await expect(chosen).toBeFocused();
    await expect.poll(() => topOf(chosen)).toBe(before);
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Inbox');
    await page.goBack();
    await expect.poll(() => topRow(page)).toBe(top);
    await page.reload();
    await expect.poll(() => topRow(page)).toBe(top);
    await expect(chosen.getByRole('link')).toHaveText(subject);
  });
});

const heads = (page: Page) =>
  grid(page)
    .getByRole('row')
    .filter({ hasText: /^(?:Needs first reply|Replied)\d+$/ });

test('IN-23, IN-24: tickets without a first reply come first, with their count and their age against the threshold; others say when they were replied to; ages have the time in the chosen zone', async ({
  page,
  makeSite,
  clock,
}) => {
  await clock.set('2026-11-18T21:30:00Z');
  const site = await makeSite({ timeZone: 'Asia/Tokyo' });
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
  const age = row(page, 0)
    .getByTitle(/^Created/)
    .first();
  await expect(age).toHaveAttribute('title', 'Created 18 Nov, 15:26 UTC');
  await row(page, 0).click();
  const written = page.getByRole('complementary', { name: 'Properties' }).locator('time').first();
  await expect(written).toHaveText('18 Nov, 15:26');
  // As another tab would choose it.
  await page.evaluate(() => {
    localStorage.setItem('support-console:time-zone', 'site');
    dispatchEvent(new StorageEvent('storage'));
  });
  await expect(age).toHaveAttribute('title', 'Created 19 Nov, 00:26 GMT+9');
  await expect(written).toHaveText('19 Nov, 00:26');
});
