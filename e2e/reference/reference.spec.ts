import { expectToFit } from '#e2e/inbox/inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect, test } from '#e2e/support/test.ts';

test(
  'the documentation of the API is read without a token, from the contents to an operation, and searched without a script',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/docs');
    await expect(page.getByRole('heading', { level: 1, name: 'API documentation' })).toBeVisible();
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await contents.getByRole('link', { name: 'Tickets', exact: true }).click();
    await expect(page).toHaveURL(/#tickets-family$/);
    await page.getByRole('main').getByRole('link', { name: 'POST /v1/tickets', exact: true }).click();
    await expect(page).toHaveURL(/#tickets-post$/);
    const section = page.getByRole('region', { name: 'POST /v1/tickets', exact: true });
    await expect(section.getByRole('heading', { level: 3 })).toBeInViewport();
    await expect(section).toContainText('Creates an open ticket and answers it.');
    await expect(section).toContainText('"subject":SUBJECT');
    await expect(section.getByRole('link', { name: 'Link to POST /v1/tickets', exact: true })).toHaveAttribute(
      'href',
      '#tickets-post',
    );
    await expectToFit(page);

    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('reply_due_utc');
    await search.press('Enter');
    await expect(page).toHaveURL(/\/docs\?q=reply_due_utc$/);
    await expect(page.getByRole('status')).toContainText('places');
    await checkA11y(page);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'In the answer of GET /v1/tickets.' })
      .getByRole('link', { name: 'items[].reply_due_utc', exact: true })
      .click();
    // The list of the answer is closed; its anchor is inside and opens it.
    await expect(
      page.getByRole('region', { name: 'GET /v1/tickets', exact: true }).getByText('items[].reply_due_utc'),
    ).toBeVisible();
  },
);

test('the documentation of the API is accessible', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/docs#tickets-post');
  // All operations are made alike, and axe takes half a minute for all: a few represent the rest.
  await page.evaluate(() => {
    for (const section of [...document.querySelectorAll('.operation')].slice(4)) {
      if (!['tickets-get', 'tickets-post', 'bind_channels_bulk-post'].includes(section.id)) section.remove();
    }
  });
  await checkA11y(page);
});

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
