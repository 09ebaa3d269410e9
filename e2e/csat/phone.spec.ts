import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { answerRows, head, makeRated, NOW, region } from './csat-support.ts';

test(
  'CS-05, CS-10: the page fits a phone, and low scores are followed up by touch',
  { tag: '@phone' },
  async ({ page, site, clock }) => {
    await clock.set(NOW);
    await makeRated(site, clock);
    await signIn(page, site, { path: '/csat' });
    await expect(head(page)).toContainText('3.78 of 5 from 9 answers');
    await expect(region(page, 'Splits').getByRole('region', { name: 'Channel' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await checkA11y(page);
    await page.getByRole('link', { name: 'Follow-up' }).click();
    await expect(answerRows(page)).toHaveCount(2);
    await answerRows(page).first().getByRole('combobox').selectOption('Contacted');
    await expect(page.getByRole('radio', { name: 'Contacted 1' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await checkA11y(page);
  },
);
