import * as z from 'zod/mini';
import { makeTicket } from '#e2e/support/builders.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { grid, row } from './inbox-support.ts';

const Settings = z.object({ data: z.object({ version: z.number() }) });

for (const width of [390, 800]) {
  test(`at ${width} px no verb of a ticket is out of reach, and no row sticks out of the list`, async ({
    page,
    site,
  }) => {
    const { json } = await site.call('GET', 'site_settings');
    const { version } = Settings.parse(json).data;
    const body = { version, values: { reply_target_minutes: 60 } };
    expect((await site.call('PATCH', 'site_settings', { body })).status).toBe(200);
    await site.call('PATCH', 'business_calendar', { body: { week: [], flag_on: false } });
    const { id } = await makeTicket(site, {
      requester_name: 'Maximiliana Featherstonehaugh-Cholmondeley',
      tags: 'a-tag-of-many-letters',
    });
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, site, { path: '/inbox' });
    await expect(row(page, 0)).toBeVisible();
    const tooWide = () =>
      grid(page).evaluate((list) => {
        const edge = list.getBoundingClientRect().right;
        return Math.max(
          ...[...list.querySelectorAll('[data-row] *')].map((part) => part.getBoundingClientRect().right - edge),
        );
      });
    await expect.poll(tooWide).toBeLessThanOrEqual(0);
    await page.goto(width < 768 ? `/tickets/${id}` : `/inbox?ticket=${id}`);
    const resolve = page.getByRole('button', { name: /^Resolve/ });
    await expect(resolve).toBeVisible();
    await expect(page.getByText(/^due /).locator('visible=true').first()).toBeVisible();
    const end = async () => {
      const box = await resolve.boundingBox();
      return (box?.x ?? width) + (box?.width ?? 0);
    };
    await expect.poll(end).toBeLessThanOrEqual(width);
  });
}
