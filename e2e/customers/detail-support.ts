import { expect, type Locator, type Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { MadeCustomer } from '#e2e/support/builders.ts';
import type { Site } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';

const Answer = z.object({
  data: z.object({
    identity: z.object({
      email: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      display_name: z.nullable(z.string()),
      blocked_utc: z.nullable(z.string()),
      channels: z.array(
        z.object({ channel: z.string(), external_user_id: z.string(), display_handle: z.nullable(z.string()) }),
      ),
    }),
  }),
});

/** How the service has the customer, asked for without the dashboard. */
export async function readCustomer(site: Site, id: number) {
  const { json } = await site.call('GET', 'customer', { query: { identity_id: String(id) } });
  return Answer.parse(json).data.identity;
}

/** "Note 1", the oldest, and so on. */
export async function makeNotes(site: Site, customer: MadeCustomer, count: number): Promise<void> {
  const make = async (n: number) => {
    const { status } = await site.call('POST', 'customer_notes', {
      body: { identity_id: customer.id, body: `Note ${n}` },
    });
    expect(status).toBe(200);
  };
  await make(1);
  await Promise.all(Array.from({ length: count - 1 }, (_, index) => make(index + 2)));
}

/** Opens the page of a customer and waits for the name. */
export async function openCustomer(
  page: Page,
  site: Site,
  customer: MadeCustomer,
  { token = site.token, search = '' }: { readonly token?: string; readonly search?: string } = {},
): Promise<void> {
  await signIn(page, site, { path: `/customers/${customer.id}${search}`, token });
  await expect(heading(page, customer)).toBeVisible();
}

/** Goes to another address of the dashboard as its links do, without another start of the page. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}

export function heading(page: Page, customer: MadeCustomer): Locator {
  return page.getByRole('heading', { level: 2, name: customer.display_name ?? '', exact: true });
}

/** A panel of the page, by its heading. */
export function panel(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true });
}

/** A fact by its name, such as "Tickets". */
export function fact(page: Page, name: string): Locator {
  return page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd');
}
