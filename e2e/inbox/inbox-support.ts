import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { Site } from '#e2e/support/service.ts';
import { expect } from '#e2e/support/test.ts';

const List = z.object({
  items: z.array(z.object({ id: z.number(), ticket_number: z.number(), subject: z.string() })),
  total_count: z.number(),
});

/** Lists tickets by the API. */
export async function listTickets(site: Site, query: Readonly<Record<string, string>>, token?: string) {
  const { json } = await site.call('GET', 'tickets', { query, ...(token === undefined ? {} : { token }) });
  return List.parse(json);
}

export async function countTickets(
  site: Site,
  query: Readonly<Record<string, string>>,
  token?: string,
): Promise<number> {
  return (await listTickets(site, { ...query, limit: '1' }, token)).total_count;
}

/** A count as the page writes it. */
export function asShown(count: number): string {
  return count.toLocaleString('en-GB');
}

export function grid(page: Page): Locator {
  return page.getByRole('grid', { name: 'Tickets' });
}

/** The row of a position, counted from 0. */
export function row(page: Page, index: number): Locator {
  return grid(page).locator(`[data-row="${index}"]`);
}

/** Ids of the first rows, in the order of the list. */
export async function firstIds(page: Page, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const href = await row(page, index).getByRole('link').getAttribute('href');
    ids.push(href?.split('/').at(-1) ?? '');
  }
  return ids;
}

/** Expects this many tickets in the row count and at the foot. */
export async function expectTotal(page: Page, total: number): Promise<void> {
  if (total === 0) return expect(page.getByText(/^No tickets match/)).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(total));
  await expect(grid(page)).not.toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText(new RegExp(`^[\\d,]+ of ${asShown(total)}$`)).first()).toBeVisible();
}

/** Adds a filter by the keyboard alone: F, the field, the value, and Apply. */
export async function addFilter(page: Page, field: string, value: string): Promise<void> {
  await page.keyboard.press('f');
  const menu = page.getByRole('dialog', { name: 'Filter' });
  await menu.getByRole('combobox', { name: 'Field or value' }).fill(field);
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('listbox', { name: `Values of ${field}` })).toContainText(value);
  await menu.getByRole('combobox', { name: `${field}…` }).fill(value);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(menu).toHaveCount(0);
}

export function param(page: Page, name: string): string | null {
  return new URL(page.url()).searchParams.get(name);
}

/** Expects a parameter of the address; null for none. */
export async function expectParam(page: Page, name: string, value: string | null): Promise<void> {
  await expect.poll(() => param(page, name), `"${name}" in the address`).toBe(value);
}

/** Distance in px from the top of the window. */
export async function topOf(element: Locator): Promise<number | undefined> {
  return (await element.boundingBox())?.y;
}

/** Expects the page to be no wider than its window. */
export async function expectToFit(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'wider than its window')
    .toBeLessThanOrEqual(0);
}
