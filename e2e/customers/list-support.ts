import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { MadeCustomer } from '#e2e/support/builders.ts';
import type { Site } from '#e2e/support/service.ts';
import { expect } from '#e2e/support/test.ts';

export const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Customers' });
export const row = (page: Page, name: string | RegExp): Locator =>
  grid(page).getByRole('row').filter({ hasText: name });
export const search = (page: Page): Locator => page.getByRole('searchbox');

const List = z.object({
  items: z.array(z.object({ id: z.number(), email: z.nullable(z.string()), display_name: z.nullable(z.string()) })),
  total_count: z.number(),
});

/** A page of the list, asked for without the dashboard. */
export async function listCustomers(site: Site, query: Readonly<Record<string, string>> = {}) {
  return List.parse((await site.call('GET', 'customer_identities', { query })).json);
}

/** The ways in which people write +4915155501884. */
export const WRITINGS = ['+4915155501884', '+49 151 5550-1884', '0049 151.5550.1884', '+49 (151) 55501884'] as const;

/** The page of exactly this customer is open, and the address says so. */
export async function expectOpen(page: Page, customer: MadeCustomer): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/customers/${customer.id}(\\?|$)`));
  await expect(page.getByRole('heading', { name: customer.display_name ?? '', exact: true })).toBeVisible();
}
