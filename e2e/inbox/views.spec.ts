import type { Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { TestService } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

interface View {
  readonly id: number;
  readonly name: string;
  readonly shared: boolean;
  readonly query: Readonly<Record<string, string>>;
}

async function viewsOf(service: TestService, token = service.tokens.all): Promise<readonly View[]> {
  const { json } = await service.call('GET', 'saved_views', { token });
  return (json as { data: { items: readonly View[] } }).data.items;
}

async function makeView(service: TestService, body: object, token = service.tokens.all): Promise<number> {
  const { status, json } = await service.call('POST', 'saved_views', { token, body });
  expect(status).toBe(200);
  return (json as { data: View }).data.id;
}

const list = (page: Page) => page.getByRole('list', { name: 'Saved views' });
const names = (page: Page) => list(page).getByRole('link');

async function choose(page: Page, name: string, action: string): Promise<void> {
  await list(page).getByRole('link', { name }).hover();
  await page.getByRole('button', { name: `Actions for view ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('IN-05: a list is kept as a view, opened, changed, shared, made the first, and deleted with a way back', async ({
  page,
  ownService: service,
}) => {
  test.slow();
  await signIn(page, service, { path: '/inbox?status=pending&order_by=updated&layout=table' });
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this list as a view' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Give the view a name.');
  await page.keyboard.type('Waiting for parts');
  await checkA11y(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const [made] = await viewsOf(service);
  expect(made).toMatchObject({
    name: 'Waiting for parts',
    shared: false,
    query: { status: 'pending', order_by: 'updated', layout: 'table' },
  });
  await expect(page).toHaveURL(new RegExp(`view=${made?.id}`));
  const link = list(page).getByRole('link', { name: 'Waiting for parts' });
  await expect(link).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0);

  // Changed: it says so, and keeps the change.
  await page.getByRole('searchbox').fill('wheel');
  await expect(page).toHaveURL(/q=wheel/);
  await expect(page.getByRole('button', { name: 'Save as' })).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  expect((await viewsOf(service))[0]?.query['q']).toBe('wheel');

  // Shared and first.
  await choose(page, 'Waiting for parts', 'Rename or share');
  const edit = page.getByRole('dialog', { name: 'View Waiting for parts' });
  await edit.getByRole('textbox', { name: 'Name' }).fill('Parts');
  await edit.getByRole('checkbox', { name: 'Everyone on this site sees it' }).check();
  await edit.getByRole('checkbox', { name: 'Open by default' }).check();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(list(page).getByRole('link', { name: 'Parts Shared' })).toBeVisible();
  expect(await viewsOf(service, service.tokens.readOnly)).toMatchObject([{ name: 'Parts', shared: true }]);
  await page.goto(`${service.url}/inbox`);
  await expect(page).toHaveURL(
    ({ searchParams: given }) => given.get('q') === 'wheel' && given.get('status') === 'pending',
  );

  // The plain inbox stays in reach.
  await page
    .getByRole('navigation', { name: 'Primary' })
    .getByRole('link', { name: /^Inbox/ })
    .click();
  await expect(page).toHaveURL(/\/inbox$/);

  await choose(page, 'Parts', 'Delete');
  await expect(list(page)).toHaveCount(0);
  expect(await viewsOf(service)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list(page).getByRole('link', { name: 'Parts' })).toBeVisible();
  expect((await viewsOf(service))[0]?.query).toMatchObject({ status: 'pending', q: 'wheel' });
});

test('views are ordered by dragging and by the keyboard, and opened by their place', async ({
  page,
  ownService: service,
}) => {
  for (const [name, status] of Object.entries({ One: 'pending', Two: 'resolved', Three: 'closed' })) {
    await makeView(service, { name, query: { status } });
  }
  await signIn(page, service, { path: '/inbox' });
  await expect(names(page)).toHaveText(['One', 'Two', 'Three']);
  await list(page)
    .getByRole('link', { name: 'Three' })
    .dragTo(list(page).getByRole('link', { name: 'One' }), {
      targetPosition: { x: 60, y: 3 },
    });
  await expect(names(page)).toHaveText(['Three', 'One', 'Two']);
  await list(page).getByRole('link', { name: 'Three' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(names(page)).toHaveText(['One', 'Three', 'Two']);
  await expect(list(page).getByRole('link', { name: 'Three' })).toBeFocused();
  await expect.poll(async () => (await viewsOf(service)).map(({ name }) => name)).toEqual(['One', 'Three', 'Two']);
  await page.keyboard.press('2');
  await expect(page).toHaveURL(/status=closed.*view=/);
  await page.keyboard.press('3');
  await expect(page).toHaveURL(/status=resolved.*view=/);
  await page.reload();
  await expect(names(page)).toHaveText(['One', 'Three', 'Two']);
  await checkA11y(page);
});

test('a view moved again before the first move is saved: the two are saved in turn, and the first order is not seen again', async ({
  page,
  ownService: service,
}) => {
  for (const [name, status] of Object.entries({ One: 'pending', Two: 'resolved', Three: 'closed' })) {
    await makeView(service, { name, query: { status } });
  }
  await signIn(page, service, { path: '/inbox' });
  const three = list(page).getByRole('link', { name: 'Three' });
  await three.focus();
  const sent: (() => void)[] = [];
  const seen: string[] = [];
  await page.route(/saved_views/, async (route) => {
    const method = route.request().method();
    seen.push(method);
    if (method === 'PATCH') await new Promise<void>((resolve) => sent.push(resolve));
    await route.continue();
  });
  await page.keyboard.press('Alt+ArrowUp');
  await expect(names(page)).toHaveText(['One', 'Three', 'Two']);
  await page.keyboard.press('Alt+ArrowUp');
  await expect(names(page)).toHaveText(['Three', 'One', 'Two']);
  await expect.poll(() => sent.length).toBe(2);
  for (const go of sent.splice(0)) go();
  await expect.poll(() => sent.length).toBe(2);
  expect(seen).toEqual(['PATCH', 'PATCH', 'PATCH', 'PATCH']);
  await expect(names(page)).toHaveText(['Three', 'One', 'Two']);
  for (const go of sent.splice(0)) go();
  await expect.poll(() => seen.at(-1)).toBe('GET');
  await expect.poll(async () => (await viewsOf(service)).map(({ name }) => name)).toEqual(['Three', 'One', 'Two']);
  await expect(names(page)).toHaveText(['Three', 'One', 'Two']);
});

test('an address with the view alone opens it; of one that is gone the page says so', async ({
  page,
  ownService: service,
}) => {
  const id = await makeView(service, { name: 'Closed ones', query: { status: 'closed', priority: 'urgent,high' } });
  await signIn(page, service, { path: `/inbox?view=${id}` });
  await expect(page).toHaveURL(/status=closed&priority=urgent(%2C|,)high/);
  await page.goto(`${service.url}/inbox?status=pending&view=424242`);
  await expect(page.getByText('This view no longer exists.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save view' })).toBeVisible();
});

test('a token that may only read keeps views of its own and changes no shared one', async ({
  page,
  ownService: service,
}) => {
  await makeView(service, { name: 'Of all', shared: true, query: { status: 'pending' } });
  await signIn(page, service, { path: '/inbox', token: service.tokens.readOnly });
  await list(page).getByRole('link', { name: 'Of all' }).click();
  await page.getByRole('searchbox').fill('x');
  const save = page.getByRole('button', { name: 'Save changes' });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await expect(save).toHaveAccessibleDescription(/tickets:write/);
  await page.getByRole('button', { name: 'Save as' }).click();
  const dialog = page.getByRole('dialog');
  const share = dialog.getByRole('checkbox', { name: 'Everyone on this site sees it' });
  await expect(share).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('My own');
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText([/Of all/, 'My own']);
  await list(page).getByRole('link', { name: 'Of all' }).hover();
  await page.getByRole('button', { name: 'Actions for view Of all' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  expect(await viewsOf(service)).toMatchObject([{ name: 'Of all', query: { status: 'pending' } }]);
});

test('a view that could not be saved stays written, and is saved when the service is back', async ({
  page,
  ownService: service,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  await signIn(page, service, { path: '/inbox?status=pending' });
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Kept');
  await service.stop();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('No answer from the service');
  await service.start();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(names(page)).toHaveText(['Kept']);
});

test('a phone opens views from the menu of folders @phone', async ({ page, ownService: service }) => {
  await makeView(service, { name: 'Pending ones', query: { status: 'pending' } });
  await signIn(page, service, { path: '/inbox' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Folders' }).tap();
  await page.getByRole('menuitemradio', { name: 'Pending ones' }).tap();
  await expect(page).toHaveURL(/status=pending.*view=/);
  await checkA11y(page);
  // The sidebar has its verbs elsewhere; here they stand in the menu of the list.
  await page.getByRole('button', { name: 'Display options' }).tap();
  await page.getByRole('menuitem', { name: 'Delete' }).tap();
  await expect.poll(() => viewsOf(service)).toEqual([]);
  await page.getByRole('button', { name: 'Display options' }).tap();
  await expect(page.getByRole('menuitem', { name: 'Save view' })).toBeVisible();
});

test('a service that keeps no views leaves them to the browser @document', async ({ page, service }) => {
  await signIn(page, service, { path: '/inbox?status=pending' });
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('This service does not store views, so this one is kept in this browser.');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Here');
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText(['Here']);
  // Without sessions a token is forgotten with the page.
  await signIn(page, service, { path: '/inbox?status=resolved' });
  await expect(names(page)).toHaveText(['Here']);
  await page
    .getByRole('navigation', { name: 'Primary' })
    .getByRole('link', { name: /^Inbox/ })
    .click();
  await expect(page).toHaveURL(/\/inbox$/);
  await page.keyboard.press('1');
  await expect(page).toHaveURL(/status=pending.*view=1/);
  await choose(page, 'Here', 'Delete');
  await expect(list(page)).toHaveCount(0);
});

test('what stands below saved views does not move when they come', async ({ page, ownService: service }) => {
  for (const name of ['Waiting for parts', 'To call back'])
    await makeView(service, { name, query: { status: 'open' } });
  await signIn(page, service, { path: '/inbox' });
  await expect(names(page)).toHaveCount(2);
  const settings = page.getByRole('navigation', { name: 'Primary' }).getByRole('link', { name: 'Settings' });
  const top = async (): Promise<number | undefined> => (await settings.boundingBox())?.y;
  const before = await top();
  // They come last of all, after the page has been seen.
  let letThemCome = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letThemCome = resolve;
  });
  await page.route(/resource=saved_views/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(settings).toBeVisible();
  await expect(names(page)).toHaveCount(0);
  expect(await top()).toBe(before);
  letThemCome();
  await expect(names(page)).toHaveCount(2);
  expect(await top()).toBe(before);
});
