import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { asShown, countTickets, expectParam, expectToFit, expectTotal, grid, param, row } from './inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { Site } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const Tags = z.object({ data: z.object({ items: z.array(z.object({ name: z.string(), ticket_count: z.number() })) }) });

/** Two tags of the demo data, the most used first. */
async function twoTags(demoSite: Site): Promise<readonly [string, string]> {
  const { json } = await demoSite.call('GET', 'tags', { query: { limit: '200' } });
  const [first, second] = Tags.parse(json).data.items.toSorted((a, b) => b.ticket_count - a.ticket_count);
  if (first === undefined || second === undefined) throw new Error('the demo data has too few tags');
  return [first.name, second.name];
}

const menuOf = (page: Page) => page.getByRole('dialog', { name: 'Filter' });
const chips = (page: Page) => page.getByRole('group', { name: 'Filters' });

/** Opens the menu and goes to the values of a field, by the keyboard alone. */
async function openField(page: Page, field: string): Promise<void> {
  await page.keyboard.press('f');
  await goToField(page, field);
}

/** The same where the menu is open already. */
async function goToField(page: Page, field: string): Promise<void> {
  await menuOf(page).getByRole('combobox', { name: 'Field or value' }).fill(field);
  await page.keyboard.press('Enter');
}

/** Ticks a value of the field that is open. */
async function tick(page: Page, field: string, value: string): Promise<void> {
  await menuOf(page)
    .getByRole('combobox', { name: `${field}…` })
    .fill(value);
  await expect(menuOf(page).getByRole('option', { name: value }).first()).toBeVisible();
  await page.keyboard.press('Enter');
}

/** Chooses the word between field and value, which keeps the focus. */
async function compare(page: Page, field: string, word: string): Promise<void> {
  const choice = menuOf(page).getByLabel(`${field}: how to compare`);
  await choice.focus();
  await choice.selectOption(word);
}

async function expectFilter(page: Page, demoSite: Site, query: Readonly<Record<string, string>>): Promise<void> {
  const total = await countTickets(demoSite, query);
  await expect(menuOf(page).getByRole('status')).toHaveText(`${asShown(total)} would match`);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(menuOf(page)).toHaveCount(0);
  await expectTotal(page, total);
}

/** Takes the only filter away. */
async function removeFilter(page: Page): Promise<void> {
  await chips(page)
    .getByRole('button', { name: /^Remove filter/ })
    .click();
  await expect(page).toHaveURL(/\/inbox\?status=all$/);
}

test.describe('the filter menu', () => {
  test('IN-02, GX-06: is any of, is none of, texts, days, ages, and a group of which one condition has to hold; nothing is applied before Apply, and too many conditions are refused', async ({
    page,
    demoSite,
    clock,
  }) => {
    const [first, second] = await twoTags(demoSite);
    await signIn(page, demoSite, { path: '/inbox?status=all' });
    await expect(row(page, 0)).toBeVisible();
    await openField(page, 'Tag');
    await tick(page, 'Tag', first);
    await tick(page, 'Tag', second);
    await expect(menuOf(page).getByRole('status')).toHaveText(/would match/);
    await checkA11y(page);
    await expect(page).toHaveURL(/\/inbox\?status=all$/);
    await expectFilter(page, demoSite, rule('tag', 'any_of', [first, second]));
    await expect(chips(page)).toContainText(`Tag ${first}, ${second}`);
    await chips(page)
      .getByRole('button', { name: `Tag ${first}, ${second}`, exact: true })
      .click();
    await compare(page, 'Tag', 'is none of');
    await expectFilter(page, demoSite, rule('tag', 'none_of', [first, second]));

    // A second condition on the field has a line of its own.
    await chips(page)
      .getByRole('button', { name: /^Tag is none of/ })
      .click();
    await menuOf(page).getByRole('button', { name: 'Another condition on Tag' }).click();
    await expect(menuOf(page).getByRole('option', { name: /^Tag/ })).toHaveCount(2);
    await page.keyboard.press('Escape');
    await removeFilter(page);

    await openField(page, 'Subject');
    await page.keyboard.type('battery');
    await page.keyboard.press('Enter');
    await page.keyboard.type('delivery');
    const contains = (value: string) => ({ field: 'subject', op: 'contains', value });
    await expectFilter(page, demoSite, filter({ any: [contains('battery'), contains('delivery')] }));
    await page.keyboard.press('Backspace');
    await expect(page).toHaveURL(/\/inbox\?status=all$/);

    const [from, to, after] = [clock.date(300), clock.date(140), clock.date(139)];
    await openField(page, 'Created');
    await menuOf(page).getByLabel('To', { exact: true }).fill(from);
    await menuOf(page).getByLabel('From', { exact: true }).fill(to);
    await expect(menuOf(page).getByRole('button', { name: /^Apply/ })).toHaveAttribute('aria-disabled', 'true');
    await menuOf(page).getByLabel('From', { exact: true }).fill(from);
    await menuOf(page).getByLabel('To', { exact: true }).fill(to);
    await expectFilter(page, demoSite, { created_from: `${from}T00:00:00Z`, created_to: `${after}T00:00:00Z` });
    await expectParam(page, 'created_to', `${after}T00:00:00.000Z`);
    await removeFilter(page);

    // An age stays one in the address, so that the list moves on with the time.
    await openField(page, 'Updated');
    await compare(page, 'Updated', 'is older than');
    await menuOf(page).getByLabel('How many').fill('3');
    await expectFilter(page, demoSite, rule('updated_utc', 'older_than', '3d'));
    await expectParam(page, 'filter', rule('updated_utc', 'older_than', '3d').filter);
    await expect(chips(page)).toContainText('Updated is older than 3 days');
    await removeFilter(page);

    await page.keyboard.press('f');
    await menuOf(page).getByRole('combobox', { name: 'Field or value' }).press('ArrowUp');
    await page.keyboard.press('Enter');
    await goToField(page, 'Tag');
    await tick(page, 'Tag', first);
    await page.keyboard.press('Backspace');
    await goToField(page, 'Priority');
    await tick(page, 'Priority', 'Urgent');
    const any = [
      { field: 'tag', op: 'is', value: first },
      { field: 'priority', op: 'is', value: 'urgent' },
    ];
    await expectFilter(page, demoSite, filter({ any }));
    await expect(chips(page)).toContainText(`Any of these Tag is any of ${first} or Priority is any of Urgent`);
    await removeFilter(page);

    await openField(page, 'Subject');
    await page.keyboard.insertText(Array.from({ length: 21 }, (_, index) => `word ${index}`).join('\n'));
    await expect(menuOf(page).getByRole('status')).toHaveText('Use at most 20 conditions and 50 values in each.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.keyboard.press('Escape');
    await expect(menuOf(page)).toBeHidden();
    await expect(page).toHaveURL(/\/inbox\?status=all$/);
  });

  test('IN-02: on a phone a sheet, fields then values', { tag: '@phone' }, async ({ page, demoSite, clock }) => {
    await signIn(page, demoSite, { path: '/inbox?status=all' });
    await expect(row(page, 0)).toBeVisible();
    await page.getByRole('button', { name: 'Filter', exact: true }).tap();
    await menuOf(page).getByRole('option', { name: 'Channel' }).tap();
    await menuOf(page).getByRole('option', { name: 'Email' }).tap();
    await checkA11y(page);
    await compare(page, 'Channel', 'is none of');
    await menuOf(page).getByRole('button', { name: 'All conditions' }).tap();
    await expect(menuOf(page).getByRole('option', { name: /^Channel\s*1\s*value in use/ })).toBeVisible();
    await menuOf(page).getByRole('option', { name: 'Created' }).tap();
    await menuOf(page).getByLabel('From', { exact: true }).fill(clock.date(30));
    await expectToFit(page);
    await menuOf(page)
      .getByRole('button', { name: /^Apply/ })
      .tap();
    await expect(menuOf(page)).toHaveCount(0);
    const query = { ...rule('channel', 'is_not', 'email'), created_from: param(page, 'created_from') ?? '' };
    const total = await countTickets(demoSite, query);
    await expect(grid(page)).toHaveAttribute('aria-rowcount', String(total));
  });
});

function filter(group: unknown): { readonly filter: string } {
  return { filter: JSON.stringify(group) };
}

function rule(field: string, op: string, value?: unknown): { readonly filter: string } {
  return filter({ all: [{ field, op, ...(value === undefined ? {} : { value }) }] });
}
