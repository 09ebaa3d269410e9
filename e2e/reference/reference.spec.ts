import { checkA11y } from './support/check-a11y.ts';
import { expect, test } from './support/test.ts';

test(
  'the reference of the API is read without a token, from the list to an operation and back',
  {
    tag: ['@desktop', '@phone'],
  },
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
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
    // All sections are made alike, and axe takes half a minute for eighty of them: a few stand for the rest.
    await page.evaluate(() => {
      for (const section of [...document.querySelectorAll('section')].slice(6)) {
        if (!['tickets-post', 'webhook-events'].includes(section.id)) section.remove();
      }
    });
    await checkA11y(page);
  },
);
