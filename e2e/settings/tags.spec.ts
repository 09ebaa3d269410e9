import type { Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { TestService } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

interface Made {
  readonly id: number;
}

async function makeTicket(service: TestService, subject: string, tags: string): Promise<number> {
  const { json } = await service.call('POST', 'tickets', { body: { subject } });
  const { id } = (json as { data: Made }).data;
  await service.call('PATCH', 'ticket', { body: { id, tags } });
  return id;
}

async function tagsOf(service: TestService, id: number): Promise<string | null> {
  const { json } = await service.call('GET', 'ticket', { query: { id: String(id) } });
  return (json as { data: { tags: string | null } }).data.tags;
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function open(page: Page, service: TestService, token = service.tokens.all): Promise<void> {
  await signIn(page, service, { path: '/settings/tags', token });
  await expect(page.getByRole('heading', { level: 2, name: /tags?\./ })).toBeVisible();
}

test('IN-29: a tag is put on a ticket, coloured, renamed, merged and removed, and every ticket follows', async ({
  page,
  ownService: service,
}) => {
  test.slow();
  const one = await makeTicket(service, 'First of them', 'warranty,zz-app');
  const two = await makeTicket(service, 'Second of them', 'waranty');
  await open(page, service);
  await expect(rowOf(page, 'waranty').getByRole('link')).toHaveAccessibleName('1 ticket tagged waranty');

  // Colour, and back.
  await choose(page, 'waranty', 'Rename or colour');
  await page.getByRole('button', { name: 'Plum' }).click();
  await expect(page.getByRole('button', { name: 'Plum' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByText('Colour of waranty changed').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'No colour' })).toHaveAttribute('aria-pressed', 'true');

  // Rename, and back.
  const field = page.getByRole('textbox', { name: 'New name of waranty' });
  await field.fill('guarantee');
  await page.getByRole('button', { name: 'Rename on 1 ticket' }).click();
  await expect(rowOf(page, 'guarantee')).toBeVisible();
  expect(await tagsOf(service, two)).toBe('guarantee');
  await expect(page.getByRole('button', { name: 'Actions for guarantee' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(rowOf(page, 'waranty')).toBeVisible();
  expect(await tagsOf(service, two)).toBe('waranty');

  // Merge, from the pair that looks alike.
  await page.getByRole('button', { name: 'Merge into warranty' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge waranty' });
  await expect(dialog).toContainText('waranty becomes warranty on 1 ticket.');
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'waranty')).toHaveCount(0);
  expect(await tagsOf(service, two)).toBe('warranty');

  // Delete.
  await choose(page, 'zz-app', 'Delete');
  const question = page.getByRole('dialog', { name: 'Delete zz-app' });
  await expect(question).toContainText('Remove zz-app from 1 ticket?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'zz-app')).toHaveCount(0);
  expect(await tagsOf(service, one)).toBe('warranty');

  // The count leads to the tickets, where the tag shows its colour.
  await choose(page, 'warranty', 'Rename or colour');
  await page.getByRole('button', { name: 'Teal' }).click();
  await page.getByText('Colour of warranty changed').waitFor();
  await page.keyboard.press('Escape');
  await rowOf(page, 'warranty').getByRole('link').click();
  await expect(page).toHaveURL(/\/inbox\?status=all&tag=warranty/);
  const tag = page.getByRole('row').filter({ hasText: 'Second of them' }).getByText('warranty', { exact: true });
  await expect(tag).toHaveCSS('border-inline-start-color', 'rgb(43, 156, 160)');

  // Put on and taken off a ticket.
  await page.getByRole('row').filter({ hasText: 'Second of them' }).click();
  await page.keyboard.press('t');
  await page.getByPlaceholder('Find or add a tag').fill('zz-fresh');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => tagsOf(service, two)).toBe('warranty,zz-fresh');
});

test('a new tag, and names that are refused where they are written', async ({ page, ownService: service }) => {
  await makeTicket(service, 'Tagged', 'Zz-back');
  await open(page, service);
  await page.getByRole('button', { name: 'New tag' }).click();
  const dialog = page.getByRole('dialog', { name: 'New tag' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await dialog.getByRole('button', { name: 'Create tag' }).click();
  await expect(dialog).toContainText('Name must be text of 1 to 60 characters.');
  await name.fill('a,b');
  await expect(dialog).toContainText('Name must not contain a comma.');
  await name.fill('🚲'.repeat(61));
  await expect(dialog).toContainText('Name must be text of 1 to 60 characters.');
  await name.fill('ZZ-BACK');
  await expect(dialog).toContainText('Zz-back already exists.');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await checkA11y(page);
  await name.fill('brand new');
  await dialog.getByRole('button', { name: 'Ochre' }).click();
  await name.press('Enter');
  await expect(dialog).toBeHidden();
  await page.getByRole('searchbox', { name: 'Find a tag' }).fill('brand');
  await expect(rowOf(page, 'brand new')).toBeVisible();
  await expect(rowOf(page, 'Zz-back')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Find a tag' }).fill('no such');
  await expect(page.getByText('No tag has no such in its name')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'Zz-back')).toBeVisible();

  // A name that is taken leads to the merge.
  await choose(page, 'brand new', 'Rename or colour');
  await page.getByRole('textbox', { name: 'New name of brand new' }).fill('zz-back');
  await page.getByRole('button', { name: 'Merge into Zz-back' }).click();
  await expect(page.getByRole('dialog')).toContainText('brand new becomes Zz-back. No ticket has it.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rowOf(page, 'brand new')).toBeVisible();
});

test('the keyboard alone renames and merges', async ({ page, ownService: service }) => {
  await makeTicket(service, 'Tagged', 'zz-first');
  await makeTicket(service, 'Tagged too', 'zz-second');
  await open(page, service);
  await page.keyboard.press('/');
  await page.keyboard.type('zz-');
  const actions = page.getByRole('button', { name: 'Actions for zz-first' });
  await actions.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Rename or colour' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'New name of zz-first' })).toBeFocused();
  await page.keyboard.type('zz-third');
  await page.keyboard.press('Enter');
  const renamed = page.getByRole('button', { name: 'Actions for zz-third' });
  await expect(renamed).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Rename or colour' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const finder = page.getByRole('combobox', { name: 'Find the tag to keep' });
  await expect(finder).toBeFocused();
  await page.keyboard.type('zz-sec');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: /zz-second/ })).toHaveAttribute('aria-selected', 'true');
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await expect(renamed).toBeFocused();
});

test('two that look alike both stay, in this browser for good', async ({ page, ownService: service }) => {
  await makeTicket(service, 'Tagged', 'handlebars-left');
  await makeTicket(service, 'Tagged', 'handlebars left');
  await open(page, service);
  const line = page.getByRole('group', { name: 'Tags that look alike' });
  await expect(line).toContainText('is another spelling of');
  const text = await line.textContent();
  await line.getByRole('button', { name: 'Keep both' }).click();
  await expect(line.getByText(text ?? '')).toHaveCount(0);
  await page.reload();
  await expect(rowOf(page, 'handlebars-left')).toBeVisible();
  await expect(page.getByText('is another spelling of')).toHaveCount(0);
});

test('without tags:write everything can be read, and what is off says why', async ({ page, service }) => {
  await open(page, service, service.tokens.readOnly);
  const button = page.getByRole('button', { name: 'New tag' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(/tags:write/);
  await button.click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  await checkA11y(page);
});

test('no tags, no answer, and no network in the middle of work', async ({ page, ownService: service, problems }) => {
  problems.allow(/Failed to load resource/);
  let answer: 'none' | 'error' | 'real' = 'error';
  await page.route(/resource=tags&/, async (route) => {
    if (answer === 'real') return route.continue();
    if (answer === 'error')
      return route.fulfill({ status: 500, json: { ok: false, error: { code: 'internal_error', message: 'x' } } });
    return route.fulfill({ json: { ok: true, data: { items: [], total_count: 0 } } });
  });
  await signIn(page, service, { path: '/settings/tags' });
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The service had an error');
  await checkA11y(page);
  answer = 'none';
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No tags yet')).toBeVisible();
  answer = 'real';
  await page.reload();
  await expect(page.getByRole('table')).toBeVisible();
  const first = page.getByRole('button', { name: /^Actions for / }).first();
  await first.click();
  await page.getByRole('menuitem', { name: 'Rename or colour' }).click();
  const field = page.getByRole('textbox', { name: /^New name of / });
  await field.fill('Kept while offline');
  await service.stop();
  await page.getByRole('button', { name: /^Rename on / }).click();
  await expect(page.getByText('No answer from the service').first()).toBeVisible();
  await expect(field).toHaveValue('Kept while offline');
  await service.start();
  await page.getByRole('button', { name: /^Rename on / }).click();
  await expect(rowOf(page, 'Kept while offline')).toBeVisible();
});

test('the page of tags fits a phone @phone', async ({ page, service }) => {
  await open(page, service);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  const actions = page.getByRole('button', { name: /^Actions for / }).first();
  await actions.tap();
  await page.getByRole('menuitem', { name: 'Rename or colour' }).tap();
  await expect(page.getByRole('textbox', { name: /^New name of / })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await checkA11y(page);
});

test('the tags of a service that has only the API document @document', async ({ page, service }) => {
  await open(page, service);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.getByRole('button', { name: 'New tag' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('zz-document');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'zz-document')).toBeVisible();
  await choose(page, 'zz-document', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'zz-document')).toHaveCount(0);
});
