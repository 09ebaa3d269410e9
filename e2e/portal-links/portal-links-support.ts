import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { makePortalLink } from '#e2e/support/builders.ts';
import type { Site } from '#e2e/support/service.ts';
import { expect } from '#e2e/support/test.ts';

const Listed = z.object({
  data: z.object({ items: z.array(z.object({ id: z.number(), state: z.string(), use_count: z.number() })) }),
});

export const PAGE = '/manage/portal-tokens';

/** The service knows no customer with the address. */
export const NOT_FOUND = /Failed to load resource.*404/;

/** A link made past the page, and opened. */
export async function issueLink(site: Site, email: string, { days = 30, uses = 0 } = {}) {
  const link = await makePortalLink(site, email, { days });
  for (let use = 0; use < uses; use += 1) expect(await openSession(site, link.token)).toBe(200);
  return link;
}

const visitors = new WeakMap<Site, number>();

/** The status of opening a link, each time from another IP address: one may open ten links a minute. */
export async function openSession(site: Site, token: string): Promise<number> {
  const visitor = (visitors.get(site) ?? 10) + 1;
  visitors.set(site, visitor);
  const address = `10.${visitor}.${site.siteId >> 8}.${site.siteId & 255}`;
  const response = await fetch(`${site.url}/portal/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ token }),
  });
  return response.status;
}

/** The links of an address as the service has them, newest first. */
export async function linksOf(site: Site, email: string) {
  return z.parse(Listed, (await site.call('GET', 'portal_tokens', { query: { email } })).json).data.items;
}

export const formOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Issue portal link' });
export const emailOf = (form: Locator): Locator => form.getByRole('textbox', { name: 'Customer’s email' });
export const revealOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Copy this link now' });
export const rowOf = (page: Page, email: string): Locator => page.getByRole('row').filter({ hasText: email });

/** The link that is shown. */
export async function shownLink(page: Page): Promise<string> {
  const field = revealOf(page).getByRole('textbox', { name: 'Portal link' });
  await expect(field).toHaveValue(/\/portal#t=spt_[0-9A-Za-z]{44}$/);
  return field.inputValue();
}

/** The secret in a link. */
export const secretOf = (link: string): string => link.split('#t=')[1] ?? '';

export async function closeWithoutCopying(page: Page): Promise<void> {
  await revealOf(page).getByRole('button', { name: 'Done' }).click();
  await revealOf(page).getByRole('button', { name: 'Close without copying' }).click();
  await expect(revealOf(page)).toHaveCount(0);
}
