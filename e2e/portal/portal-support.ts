import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { makeTicket, type MadeTicket } from '#e2e/support/builders.ts';
import type { Site } from '#e2e/support/service.ts';
import { expect, test as base } from '#e2e/support/test.ts';

const Listed = z.object({ data: z.object({ items: z.array(z.object({ id: z.number(), use_count: z.number() })) }) });

interface Visitor {
  /** The IP address of the test: the service allows ten attempts a minute for each. */
  readonly address: string;
}

export const test = base.extend<Visitor>({
  address: async ({ site }, use) => use(`10.9.${site.siteId >> 8}.${site.siteId & 255}`),
  context: async ({ context, address }, use) => {
    await context.route('**/portal/*', (route) =>
      route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': address } }),
    );
    await use(context);
  },
});

/** The customer of these tests. */
export const EMAIL = 'maren@example.org';

export function ask(site: Site, subject: string, fields: Readonly<Record<string, unknown>> = {}): Promise<MadeTicket> {
  return makeTicket(site, { subject, requester_email: EMAIL, initial_comment: `About: ${subject}`, ...fields });
}

/** Expects how often a link was opened. */
export async function expectUses(site: Site, id: number, count: number): Promise<void> {
  const { json } = await site.call('GET', 'portal_tokens', { query: { limit: '200' } });
  expect(z.parse(Listed, json).data.items.find((item) => item.id === id)?.use_count).toBe(count);
}

/** Opens a link in a new document, even if it is open already. */
export async function openAgain(page: Page, url: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(url);
}

export const lead = (page: Page): Locator => page.getByRole('heading', { level: 1 });
export const thread = (page: Page, subject: string): Locator => page.getByRole('heading', { level: 2, name: subject });
export const request = (page: Page, subject: string): Locator =>
  page.getByRole('navigation', { name: 'Requests' }).getByRole('button', { name: subject });
