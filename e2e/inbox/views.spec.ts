import type { Page } from '@playwright/test';
import { expectParam } from './inbox-support.ts';
import { makeView, viewsOf } from './views-support.ts';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const list = (page: Page) => page.getByRole('list', { name: 'Saved views' });
const names = (page: Page) => list(page).getByRole('link');

async function choose(page: Page, name: string, action: string): Promise<void> {
  await list(page).getByRole('link', { name }).hover();
  await page.getByRole('button', { name: `Actions for view ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('IN-05: a list is saved as a view, also after a failure, changed, opened by its number and by its address, shared, and deleted with undo', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  await makeTicket(site, { subject: 'The bell is loose', status: 'pending' });
  await signIn(page, site, { path: '/inbox?status=pending&order_by=updated&layout=table' });
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this list as a view' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Name can’t be empty.');
  await page.keyboard.type('Waiting for parts');
  await checkA11y(page);
  await intercept(page, /resource=saved_views/, (route) => route.abort());
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('No answer from the service');
  await page.unroute(/resource=saved_views/);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const [made] = await viewsOf(site);
  expect(made).toMatchObject({
    name: 'Waiting for parts',
    shared: false,
    query: { status: 'pending', order_by: 'updated', layout: 'table' },
    columns: expect.arrayContaining(['number', 'subject']),
  });
  await expectParam(page, 'view', String(made?.id));
  const link = list(page).getByRole('link', { name: 'Waiting for parts' });
  await expect(link).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0);

  await expect(page).toHaveTitle(/^Waiting for parts · .+ · Support Console$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting for parts');

  // Changed: it says so. Its number opens it as it was saved.
  await page.getByRole('searchbox').fill('bell');
  const line = list(page).getByRole('listitem').filter({ hasText: 'Waiting for parts' });
  await expect(line).toContainText('Changed');
  await checkA11y(page);
  const tags = page.getByRole('columnheader', { name: 'Tags' });
  await page.getByRole('button', { name: 'Display options' }).click();
  await page.getByRole('menuitem', { name: 'Columns…' }).click();
  await page.getByRole('dialog', { name: 'Table columns' }).getByRole('checkbox', { name: 'Tags' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(tags).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('1');
  await expect(tags).toBeVisible();
  await expect(page).not.toHaveURL(/q=bell/);
  await expect(line).not.toContainText('Changed');
  await page.getByRole('searchbox').fill('wheel');
  await expect(page).toHaveURL(/q=wheel/);
  await expect(page.getByRole('button', { name: 'Save as' })).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await expect.poll(async () => (await viewsOf(site))[0]?.query['q']).toBe('wheel');

  // Shared.
  await choose(page, 'Waiting for parts', 'Rename or share');
  const edit = page.getByRole('dialog', { name: 'View Waiting for parts' });
  await edit.getByRole('textbox', { name: 'Name' }).fill('Parts');
  await edit.getByRole('checkbox', { name: 'Share with everyone on this site' }).check();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(list(page).getByRole('link', { name: 'Parts Shared' })).toBeVisible();
  await expect.poll(() => viewsOf(site, site.tokens.readOnly)).toMatchObject([{ name: 'Parts', shared: true }]);

  // The view alone is enough of an address.
  await page.goto(`${site.url}/inbox?view=${made?.id}`);
  await expect(page).toHaveURL(/q=wheel.*status=pending/);

  // Deleted, and undone before the answer arrives.
  const answered = Promise.withResolvers<void>();
  await intercept(page, /resource=saved_views/, async (route) => {
    const answer = await route.fetch();
    if (route.request().method() === 'DELETE') await answered.promise;
    await route.fulfill({ response: answer });
  });
  await choose(page, 'Parts', 'Delete');
  await expect.poll(() => viewsOf(site)).toEqual([]);
  await page.keyboard.press('ControlOrMeta+z');
  answered.resolve();
  await expect.poll(async () => (await viewsOf(site)).length).toBe(1);
  await expect(list(page).getByRole('link', { name: 'Parts' })).toBeVisible();
  await expect.poll(async () => (await viewsOf(site))[0]?.query).toMatchObject({ status: 'pending', q: 'wheel' });

  // It is another view now: the address of the deleted one says so.
  await page.goto(`${site.url}/inbox?view=${made?.id}`);
  await expect(page.getByText('This view is private or was deleted.')).toBeVisible();
});

test('IN-05: an agent’s token that may only read keeps views of its own and changes no shared one', async ({
  page,
  site,
}) => {
  // The menu has no range of ticket numbers: such a view is made by the API, and filters nevertheless.
  const filter = '{"all":[{"field":"ticket_number","op":"between","value":[1,99]}]}';
  const query = { status: 'pending', filter };
  await makeView(site, { name: 'Of all', shared: true, query });
  const { token } = await site.issueToken({ scopes: ['read'], agentId: site.agentId });
  await signIn(page, site, { path: '/inbox', token });
  await list(page).getByRole('link', { name: 'Of all' }).click();
  await expect(page.getByRole('button', { name: 'Remove filter Other conditions' })).toBeVisible();
  await expectParam(page, 'filter', filter);
  await page.getByRole('searchbox').fill('x');
  const save = page.getByRole('button', { name: 'Save changes' });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await expect(save).toHaveAccessibleDescription(/tickets:write/);
  await page.getByRole('button', { name: 'Save as' }).click();
  const dialog = page.getByRole('dialog');
  const share = dialog.getByRole('checkbox', { name: 'Share with everyone on this site' });
  await expect(share).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('My own');
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText([/Of all/, 'My own']);
  await list(page).getByRole('link', { name: 'Of all' }).hover();
  await page.getByRole('button', { name: 'Actions for view Of all' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  expect(await viewsOf(site, site.tokens.all)).toMatchObject([{ name: 'Of all', query }]);
});
