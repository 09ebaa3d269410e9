import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { makeTicket } from '#e2e/support/builders.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { writeElsewhere } from './ticket-support.ts';
import { grid, row } from '#e2e/inbox/inbox-support.ts';

const Settings = z.object({ data: z.object({ version: z.number() }) });

/** One ticket of which a reply is due, and one that was answered, both with much to say in a row. */
async function makeDesk(site: OwnSite): Promise<number> {
  const { version } = Settings.parse((await site.call('GET', 'site_settings')).json).data;
  const body = { version, values: { reply_target_minutes: 60 } };
  expect((await site.call('PATCH', 'site_settings', { body })).status).toBe(200);
  await site.call('PATCH', 'business_calendar', { body: { week: [], flag_on: false } });
  const fields = { requester_name: 'Maximiliana Featherstonehaugh-Cholmondeley', tags: 'a-tag-of-many-letters' };
  await writeElsewhere(site, (await makeTicket(site, fields)).id, 'It is on its way.', 'public');
  return (await makeTicket(site, fields)).id;
}

/** How far a row is wider than the list, in px. */
const outOfList = (page: Page) =>
  grid(page).evaluate((list) => {
    const edge = list.getBoundingClientRect().right;
    const parts = [...list.querySelectorAll('[data-row] *')];
    return Math.max(...parts.map((part) => part.getBoundingClientRect().right - edge));
  });

async function expectVerbInReach(page: Page, width: number): Promise<void> {
  const resolve = page.getByRole('button', { name: /^Resolve/ });
  await expect(resolve).toBeVisible();
  await expect(page.locator('[data-ticket-head]').getByText(/^due /)).toBeVisible();
  const end = async () => {
    const box = await resolve.boundingBox();
    return (box?.x ?? width) + (box?.width ?? 0);
  };
  await expect.poll(end).toBeLessThanOrEqual(width);
}

test('in a narrow split view no row sticks out of the list, and no verb of the ticket is out of reach', async ({
  page,
  site,
}) => {
  const id = await makeDesk(site);
  await page.setViewportSize({ width: 800, height: 800 });
  await signIn(page, site, { path: `/inbox?ticket=${id}` });
  await expect(row(page, 1)).toBeVisible();
  await expect(row(page, 1)).toContainText('Replied after');
  await expect.poll(() => outOfList(page)).toBeLessThanOrEqual(0);
  await expectVerbInReach(page, 800);
});

test(
  'on a phone no verb of a ticket that was opened from the list is out of reach',
  { tag: '@phone' },
  async ({ page, site }) => {
    const id = await makeDesk(site);
    await signIn(page, site, { path: `/inbox?ticket=${id}` });
    await expectVerbInReach(page, 390);
  },
);
