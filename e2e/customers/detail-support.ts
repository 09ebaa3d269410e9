import { expect, type Locator, type Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { TestService } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { startTamperingProxy, type TamperingProxy } from '#e2e/support/tampering-proxy.ts';
import { test as base } from '#e2e/support/test.ts';

/** `between` stands before the service, as a broken network or gateway would. */
export const test = base.extend<{ between: TamperingProxy }>({
  between: async ({ service }, use) => {
    const proxy = await startTamperingProxy(service.url);
    await use(proxy);
    await proxy.close();
  },
});

const Identity = z.object({
  id: z.number(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  blocked_utc: z.nullable(z.string()),
  channels: z.array(
    z.object({ channel: z.string(), external_user_id: z.string(), display_handle: z.nullable(z.string()) }),
  ),
});
const Answer = z.object({ data: z.object({ identity: Identity }) });
export type MadeCustomer = z.output<typeof Identity>;

/** A customer with an address that nobody else has. */
export async function makeCustomer(
  service: TestService,
  name: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<MadeCustomer> {
  const email = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}.${crypto.randomUUID().slice(0, 8)}@example.org`;
  const { json } = await service.call('POST', 'customer', { body: { display_name: name, email, ...more } });
  return Answer.parse(json).data.identity;
}

/** How the service has the customer, asked for without the dashboard. */
export async function readCustomer(service: TestService, id: number): Promise<MadeCustomer> {
  const { json } = await service.call('GET', 'customer', { query: { identity_id: String(id) } });
  return Answer.parse(json).data.identity;
}

export async function bind(
  service: TestService,
  id: number,
  handle: { readonly channel: string; readonly external_user_id: string; readonly display_handle?: string },
): Promise<void> {
  await service.call('POST', 'bind_channel', { body: { identity_id: id, ...handle } });
}

/** Opens the page of a customer and waits for the name. */
export async function openCustomer(
  page: Page,
  service: TestService,
  customer: MadeCustomer,
  { token = service.tokens.all, search = '' }: { readonly token?: string; readonly search?: string } = {},
): Promise<void> {
  await signIn(page, service, { path: `/customers/${customer.id}${search}`, token });
  await expect(heading(page, customer)).toBeVisible();
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

let lastNumber = Date.now() % 1_000_000;

/** A phone number that nobody else has, with its country. */
export function freshNumber(): string {
  lastNumber += 1;
  return `+49151${String(lastNumber).padStart(8, '0')}`;
}
