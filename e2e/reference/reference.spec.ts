import { expectToFit } from '#e2e/inbox/inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect, test } from '#e2e/support/test.ts';

test(
  'the reference of the API is read without a token, from the list to an operation and back',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/docs');
    await expect(page.getByRole('heading', { name: 'API reference' })).toBeVisible();
    await page.getByRole('link', { name: 'POST tickets', exact: true }).click();
    await expect(page).toHaveURL(/#tickets-post$/);
    const section = page.getByRole('region', { name: 'POST tickets', exact: true });
    await expect(section).toContainText('Bell is missing');
    await expect(section.getByRole('heading', { level: 2 })).toHaveAccessibleName('POST tickets');
    await expect(section.getByRole('link', { name: 'Link to POST tickets', exact: true })).toHaveAttribute(
      'href',
      '#tickets-post',
    );
    await page.getByRole('link', { name: 'Webhook events', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Webhook events', exact: true })).toContainText('"ticket.created"');
    await expectToFit(page);
    // All sections are made alike, and axe takes half a minute for eighty of them: a few stand for the rest.
    await page.evaluate(() => {
      for (const section of [...document.querySelectorAll('section')].slice(6)) {
        if (!['tickets-post', 'webhook-events'].includes(section.id)) section.remove();
      }
    });
    await checkA11y(page);
  },
);

test('every page has an icon, and a browser that finds none named gets one all the same', async ({ page, request }) => {
  for (const address of ['/docs', '/portal']) {
    await page.goto(address);
    const href = await page.locator('link[rel=icon]').getAttribute('href');
    const icon = await request.get(href ?? '', { maxRedirects: 0 });
    expect(icon.status(), address).toBe(200);
    expect(icon.headers()['content-type']).toBe('image/svg+xml');
  }
  const usual = await request.get('/favicon.ico', { maxRedirects: 0 });
  expect(usual.status()).toBe(200);
  expect(usual.headers()['content-type']).toMatch(/^image\/(?:x-icon|vnd\.microsoft\.icon)$/);
  const widthOfIcon = () =>
    page.evaluate(async () => {
      const icon = document.createElement('img');
      icon.src = '/favicon.ico';
      await icon.decode();
      return icon.naturalWidth;
    });
  await expect.poll(widthOfIcon).toBeGreaterThanOrEqual(16);
});
