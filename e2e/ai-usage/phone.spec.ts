import { makeAiCalls } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { features, MIDDLE, NOVEMBER, region } from './ai-support.ts';

test(
  'AI-13, AI-14: on a phone nothing is cut, the zone of the days is named, a tap reads a chart, and its figures are saved',
  { tag: '@phone' },
  async ({ page, clock, makeSite }) => {
    await clock.set(MIDDLE);
    const site = await makeSite({ timeZone: 'Europe/Istanbul' });
    await makeAiCalls(site, NOVEMBER);
    await page.addInitScript(() => localStorage.setItem('support-console:time-zone', 'site'));
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    /** Tables that scroll sideways hide a part of themselves. */
    const cut = () =>
      page
        .locator('main .overflow-x-auto')
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    await signIn(page, site, { path: '/ai/usage' });
    await expect(page.getByRole('heading', { level: 1, name: 'AI usage' })).toBeVisible();
    await expect(region(page, 'About these figures')).toContainText(
      'Days are UTC days; in your zone (Europe/Istanbul) they begin at 03:00.',
    );
    await page.getByRole('button', { name: 'More columns' }).click();
    await expect(features(page)).toContainText('Cache hits');
    await expect.poll(cut).toBe(0);
    await expect.poll(width).toBe(390);

    // A tap reads the day and stays on the page.
    const perDay = region(page, 'Cost per day');
    const chart = perDay.getByRole('application');
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    if (box === null) throw new Error('The chart is not on screen');
    await chart.tap({ position: { x: box.width - 20, y: 100 } });
    await expect(perDay.getByRole('status')).toContainText('18 Nov, so far');
    await expect(page).toHaveURL(/\/ai\/usage\?columns=all$/);

    await checkA11y(page);
    const download = page.waitForEvent('download');
    await perDay.getByRole('button', { name: 'Download Cost per day' }).click();
    expect((await download).suggestedFilename()).toContain('-2026-10-20-to-2026-11-18-utc.csv');

    await page.getByRole('link', { name: 'Calls', exact: true }).click();
    await expect(page.getByRole('table', { name: 'AI calls' }).locator('tbody').getByRole('row')).toHaveCount(9);
    await checkA11y(page);
    await expect.poll(width).toBe(390);
  },
);
