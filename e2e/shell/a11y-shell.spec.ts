import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const SETTINGS = '/settings/appearance';

test.describe('GX-06: axe finds nothing', () => {
  test('in the frame of the pages: wide, as a rail, with more contrast, offline, and where there is no page', async ({
    page,
    context,
    demoSite,
    problems,
  }) => {
    problems.allow(/ERR_INTERNET_DISCONNECTED/);
    await signIn(page, demoSite, { path: SETTINGS });
    await page.mouse.move(600, 400);
    await expect(page.getByText(/Open now|Closed now/)).toBeVisible();
    await checkA11y(page);

    await page.setViewportSize({ width: 900, height: 800 });
    await page.emulateMedia({ contrast: 'more' });
    await page.getByRole('radio', { name: 'Comfortable' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable');
    await checkA11y(page);

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ contrast: null });
    await settled(page);
    await context.setOffline(true);
    await expect(page.getByText('You’re offline')).toBeVisible();
    await checkA11y(page);
    await context.setOffline(false);

    await page.goto('/no/such/page');
    await expect(page.getByRole('link', { name: 'Go to the inbox' })).toBeVisible();
    await checkA11y(page);
  });

  test(
    'on a phone: the page, the sheet behind More, the palette, and the page offline',
    { tag: '@phone' },
    async ({ page, context, demoSite, problems }) => {
      problems.allow(/ERR_INTERNET_DISCONNECTED/);
      await signIn(page, demoSite, { path: SETTINGS });
      await checkA11y(page);
      await page.getByRole('button', { name: 'More' }).tap();
      await expect(page.getByRole('dialog', { name: 'More' })).toBeVisible();
      await checkA11y(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('button', { name: 'Search' }).tap();
      await page.getByRole('combobox', { name: 'Command palette' }).fill('the');
      await expect(page.getByRole('group', { name: 'Tickets' }).getByRole('option').first()).toBeVisible();
      await checkA11y(page);
      await page.getByRole('combobox', { name: 'Command palette' }).fill('zzzz-nothing');
      await expect(page.getByText(/Nothing matches/).first()).toBeVisible();
      await checkA11y(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await settled(page);
      await context.setOffline(true);
      await expect(page.getByText('You’re offline')).toBeVisible();
      await checkA11y(page);
    },
  );
});
