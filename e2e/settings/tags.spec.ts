import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { makeTicket, makeTickets, type MadeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import type { Site } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const Tagged = z.object({ data: z.object({ tags: z.nullable(z.string()) }) });

async function tagsOf(site: Site, { id }: MadeTicket): Promise<string | null> {
  return Tagged.parse((await site.call('GET', 'ticket', { query: { id: String(id) } })).json).data.tags;
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function open(page: Page, site: Site, token = site.token): Promise<void> {
  await signIn(page, site, { path: '/settings/tags', token });
  await expect(page.getByRole('heading', { level: 2, name: /tags?\./ })).toBeVisible();
}

test('IN-29: a tag is put on a ticket, coloured, renamed, merged and removed, and every ticket follows', async ({
  page,
  site,
}) => {
  const one = await makeTicket(site, { subject: 'First of them', tags: 'warranty,zz-app' });
  const two = await makeTicket(site, { subject: 'Second of them', tags: 'waranty' });
  await makeTicket(site, { tags: 'warranty' });
  await open(page, site);
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
  await expect.poll(() => tagsOf(site, two)).toBe('guarantee');
  await expect(page.getByRole('button', { name: 'Actions for guarantee' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(rowOf(page, 'waranty')).toBeVisible();
  await expect.poll(() => tagsOf(site, two)).toBe('waranty');

  // Merge, from the pair that looks alike.
  await page.getByRole('button', { name: 'Merge into warranty' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge waranty' });
  await expect(dialog).toContainText('waranty becomes warranty on 1 ticket.');
  await checkA11y(page);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'waranty')).toHaveCount(0);
  await expect.poll(() => tagsOf(site, two)).toBe('warranty');

  // Delete.
  await choose(page, 'zz-app', 'Delete');
  const question = page.getByRole('dialog', { name: 'Delete zz-app' });
  await expect(question).toContainText('Remove zz-app from 1 ticket?');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'zz-app')).toHaveCount(0);
  await expect.poll(() => tagsOf(site, one)).toBe('warranty');

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
  await expect.poll(() => tagsOf(site, two)).toBe('warranty,zz-fresh');
});

test('a new tag, names that are refused where they are written, and two that look alike and both stay', async ({
  page,
  site,
}) => {
  await makeTickets(site, [{ tags: 'Zz-back' }, { tags: 'handlebars-left' }, { tags: 'handlebars left' }]);
  await open(page, site);
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

  // In this browser for good.
  const alike = page.getByText('is another spelling of');
  await expect(alike).toHaveCount(1);
  await page.getByRole('group', { name: 'Tags that look alike' }).getByRole('button', { name: 'Keep both' }).click();
  await expect(alike).toHaveCount(0);
  await page.reload();
  await expect(rowOf(page, 'handlebars-left')).toBeVisible();
  await settled(page);
  await expect(alike).toHaveCount(0);
});

test('the keyboard alone renames and merges', async ({ page, site }) => {
  await makeTickets(site, [{ tags: 'zz-first' }, { tags: 'zz-second' }]);
  await open(page, site);
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

test('without tags:write everything can be read, and what is off says why', async ({ page, demoSite }) => {
  await open(page, demoSite);
  const button = page.getByRole('button', { name: 'New tag' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(/tags:write/);
  await button.click({ force: true });
  await settled(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  await checkA11y(page);
});

test('no tags, no answer, and no network in the middle of work', async ({ page, site, problems }) => {
  problems.allow(/Failed to load resource/);
  await intercept(page, /resource=tags&/, (route) =>
    route.fulfill({ status: 500, json: { ok: false, error: { code: 'internal_error', message: 'x' } } }),
  );
  await signIn(page, site, { path: '/settings/tags' });
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The service had an error');
  await checkA11y(page);
  await page.unroute(/resource=tags&/);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No tags yet')).toBeVisible();
  await makeTicket(site, { tags: 'before' });
  await page.reload();
  await choose(page, 'before', 'Rename or colour');
  const field = page.getByRole('textbox', { name: 'New name of before' });
  await field.fill('Kept while offline');
  await intercept(page, /api\.ashx/, (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: 'Rename on 1 ticket' }).click();
  await expect(page.getByText('No answer from the service').first()).toBeVisible();
  await expect(field).toHaveValue('Kept while offline');
  await page.unroute(/api\.ashx/);
  await page.getByRole('button', { name: 'Rename on 1 ticket' }).click();
  await expect(rowOf(page, 'Kept while offline')).toBeVisible();
});

test('the page of tags fits a phone @phone', async ({ page, site }) => {
  await makeTickets(site, [
    { tags: `a tag that is as long as a tag may be${'!'.repeat(23)}` },
    { tags: 'warranty,waranty' },
  ]);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await open(page, site);
  await expect.poll(width).toBe(390);
  const actions = page.getByRole('button', { name: /^Actions for / }).first();
  await actions.tap();
  await page.getByRole('menuitem', { name: 'Rename or colour' }).tap();
  await expect(page.getByRole('textbox', { name: /^New name of / })).toBeVisible();
  await expect.poll(width).toBe(390);
  await checkA11y(page);
});

test('the tags of a service that has only the API document @document', async ({ page, site }) => {
  expect((await site.call('POST', 'tags', { body: { name: 'known' } })).status).toBe(200);
  await open(page, site);
  await expect(rowOf(page, 'known')).toBeVisible();
  await page.getByRole('button', { name: 'New tag' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('zz-document');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'zz-document')).toBeVisible();
  await choose(page, 'zz-document', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'zz-document')).toHaveCount(0);
});
