import type { Page } from '@playwright/test';
import { makeAiCalls } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { features, MIDDLE, NOVEMBER, region } from './ai-support.ts';

const widthOf = (page: Page) => () => page.evaluate(() => document.documentElement.scrollWidth);

test(
  'AI-13, AI-14: nothing runs out of the page, the days of a zone are said, a finger reads a chart, and a menu saves figures',
  { tag: '@phone' },
  async ({ page, clock, makeSite }) => {
    await clock.set(MIDDLE);
    const site = await makeSite({ timeZone: 'Europe/Istanbul' });
    await makeAiCalls(site, NOVEMBER);
    await page.addInitScript(() => localStorage.setItem('support-console:time-zone', 'site'));
    await signIn(page, site, { path: '/ai/usage' });
    await expect(page.getByRole('heading', { level: 1, name: 'AI usage' })).toBeVisible();
    await expect(region(page, 'About these figures')).toContainText(
      'Days are UTC days; in your zone (Europe/Istanbul) they begin at 03:00.',
    );
    await expect(features(page)).toBeVisible();
    await expect.poll(widthOf(page)).toBe(390);

    // A finger that rests on a chart reads it, one that moves scrolls.
    const spend = region(page, 'Spend against budget');
    const days = spend.getByRole('slider', { name: 'Values by day' });
    const rule = spend.locator('[data-crosshair]');
    const finger = { pointerType: 'touch', clientX: 200, clientY: 300 };
    await days.dispatchEvent('pointerdown', finger);
    await days.dispatchEvent('pointermove', { ...finger, clientY: 340 });
    await days.dispatchEvent('pointerup', finger);
    await days.dispatchEvent('pointerdown', finger);
    await expect(rule).toHaveCount(1);
    await days.dispatchEvent('pointerup', finger);
    await expect(rule).toHaveCount(0);
    await expect(days).toHaveCSS('touch-action', 'pan-y');

    // A tap reads a day, and from there a link leads to its calls; what stands elsewhere is taken away by another tap.
    const perDay = region(page, 'Cost per day');
    const columns = perDay.getByRole('slider', { name: 'Values by day' });
    await columns.scrollIntoViewIfNeeded();
    const box = await columns.boundingBox();
    if (box === null) throw new Error('The chart is not on screen');
    const lastDay = { x: box.width - 20, y: 100 };
    await columns.tap({ position: lastDay });
    await expect(perDay.locator('[data-crosshair="29"]')).toHaveCount(1);
    await expect(page).toHaveURL(/\/ai\/usage$/);
    const link = perDay.getByRole('link', { name: 'Calls of this day' });
    await expect(link).toBeVisible();
    await perDay.getByRole('heading', { name: 'Cost per day' }).tap();
    await columns.tap({ position: { ...lastDay, x: lastDay.x - 40 } });
    await expect(perDay.locator('[data-crosshair="29"]')).toHaveCount(0);
    await columns.tap({ position: lastDay });
    await link.tap();
    await expect(page).toHaveURL(/usage\/calls\?.*from=2026-11-18&to=2026-11-19/);
    await expect(page.getByRole('list', { name: 'AI calls' }).getByRole('listitem')).toHaveCount(2);
    await page.goBack();
    await expect(features(page)).toBeVisible();

    const more = page.locator('header').getByRole('button', { name: 'More', exact: true });
    await more.click();
    const again = page.waitForRequest(/resource=ai_usage/);
    await page.getByRole('menuitem', { name: 'Refresh' }).click();
    await again;
    await more.click();
    await checkA11y(page);
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'By feature, 30 days' }).click();
    expect((await download).suggestedFilename()).toContain('-2026-10-20-to-2026-11-18-utc.csv');
    // Another part has its own files; it can be loaded again.
    await page.getByRole('link', { name: 'Calls', exact: true }).click();
    await expect(page.getByRole('list', { name: 'AI calls' })).toBeVisible();
    // What is still on its way for the first time is not asked for twice.
    await settled(page);
    const reports = page.waitForRequest(/resource=ai_reports/);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await reports;
    await expect.poll(widthOf(page)).toBe(390);
  },
);

test('AI-05, AI-12: calls, conversations and caps fit', { tag: '@phone' }, async ({ page, demoSite }) => {
  await signIn(page, demoSite, { path: '/ai/usage/calls' });
  await expect(page.getByRole('list', { name: 'AI calls' }).getByRole('listitem').first()).toBeVisible();
  await checkA11y(page);
  await page.getByRole('radio', { name: 'Conversations' }).click();
  await page
    .getByRole('link', { name: /^Transcript of/ })
    .first()
    .click();
  await expect(page.getByRole('list', { name: 'What was said' }).getByRole('listitem').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(`${demoSite.url}/ai/usage?edit=true`);
  await expect(page.getByRole('form', { name: 'Edit caps' })).toBeVisible();
  await expect(features(page)).toBeVisible();
  await expect.poll(widthOf(page)).toBe(390);
  await checkA11y(page);
});
