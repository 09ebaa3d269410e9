import { makePortalLink, makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { follow } from '#e2e/customers/detail-support.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

test('PT-05: the pages of the settings and the list of portal links fit a phone @phone', async ({ page, site }) => {
  await makeTickets(site, [{ tags: `a tag that is as long as a tag may be${'!'.repeat(23)}` }]);
  const body = { url: 'https://crm.example/a-long-path/of-a-receiver', description: 'CRM', events: ['ticket.created'] };
  expect((await site.call('POST', 'webhook_subscriptions', { body })).status).toBe(200);
  await makePortalLink(site, `${'a'.repeat(30)}.${'b'.repeat(30)}@${'c'.repeat(60)}.long.example`, { days: 3 });
  await signIn(page, site, { path: '/settings/appearance' });
  for (const [path, text] of [
    ['/settings/tokens', 'End to end'],
    ['/settings/tags', 'a tag that is'],
    ['/settings/webhooks', 'CRM'],
    ['/settings/webhooks/log', 'Deliveries'],
    ['/settings/audit', 'Webhook created'],
    ['/settings/embedding?view=csat', 'Snippet'],
    ['/settings/appearance', 'Theme'],
    ['/manage/portal-tokens', '1 link expires within 7 days.'],
  ] as const) {
    await test.step(path, async () => {
      await follow(page, path);
      await expect(page.locator('#main').getByText(text).filter({ visible: true }).first()).toBeVisible();
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
        .toBe(0);
    });
  }
  await follow(page, '/settings/webhooks');
  await page.getByRole('link', { name: 'CRM' }).click();
  await expect(page.getByRole('heading', { name: 'CRM' })).toBeVisible();
  await checkA11y(page);
});

test(
  'SET-04, SET-09, SI-09: a service with the API document alone has tags, webhooks without a log, and the own token',
  { tag: '@document' },
  async ({ page, context, site }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const main = page.locator('#main');
    const dialog = page.getByRole('dialog');
    await signIn(page, site, { path: '/settings/tokens' });
    await expect(page.getByText('API tokens are issued by a site administrator.')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'tickets:write' })).toContainText('Allowed');
    await expect(page.getByRole('navigation', { name: 'Settings sections' })).not.toContainText('Audit log');
    await checkA11y(page);

    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByRole('button', { name: 'New tag' }).first().click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('zz-document');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('rowheader', { name: 'zz-document' })).toBeVisible();

    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await main.getByRole('button', { name: 'Add webhook' }).first().click();
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://crm.example/hooks');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Ledger');
    await dialog.getByRole('radio', { name: 'All events, also later ones' }).check();
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    const takeSecret = async (title: string): Promise<string> => {
      const shown = page.getByRole('dialog', { name: title });
      const secret = await shown.getByRole('textbox', { name: 'Signing secret' }).inputValue();
      await shown.getByRole('button', { name: 'Copy secret' }).click();
      await shown.getByRole('button', { name: 'Done' }).click();
      return secret;
    };
    const first = await takeSecret('Webhook added');
    await main.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Rotate secret' }).click();
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    expect(await takeSecret('New signing secret')).not.toBe(first);
    await expect(main).toContainText('Both signatures are sent until');
    for (const word of ['Success', 'Recover', 'Send test', 'Delivery log', 'Latest deliveries'])
      await expect(main).not.toContainText(word);
    await checkA11y(page);
    await main.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(main).toContainText('No webhooks yet');
  },
);
