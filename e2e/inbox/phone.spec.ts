import { countTickets, expectParam, expectTotal, row } from './inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

test.describe('the inbox on a phone', { tag: '@phone' }, () => {
  test('GX-15: a ticket is a screen of its own with its properties as a sheet, and Back leads to its row', async ({
    page,
    demoSite,
  }) => {
    await signIn(page, demoSite, { path: '/inbox?status=all' });
    await expectTotal(page, await countTickets(demoSite, {}));
    await checkA11y(page);
    const subject = (await row(page, 3).getByRole('link').textContent()) ?? '';
    await row(page, 3).tap();
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
    await expect(page.getByText(/^4 of \d+$/)).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
    await checkA11y(page);
    await page.getByRole('button', { name: 'Properties' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Properties' });
    await expect(sheet).toContainText('Requester');
    await checkA11y(page);
    await sheet.getByRole('button', { name: 'Close' }).tap();
    await expect(sheet).toHaveCount(0);
    await page.getByRole('button', { name: 'Next ticket' }).tap();
    await expect(page.getByText(/^5 of \d+$/)).toBeVisible();
    await page.getByRole('button', { name: 'Back to the list' }).tap();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inbox');
    await expectParam(page, 'ticket', null);
    await expect(row(page, 4)).toBeFocused();
  });
});
