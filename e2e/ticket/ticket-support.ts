import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { OwnSite, Site } from '#e2e/support/service.ts';

const Detail = z.object({
  data: z.object({
    id: z.number(),
    status: z.string(),
    priority: z.string(),
    tags: z.nullable(z.string()),
    version: z.optional(z.number()),
    assignee_name: z.optional(z.nullable(z.string())),
    snoozed_until_utc: z.optional(z.nullable(z.string())),
    comments: z.array(z.object({ body: z.string(), visibility: z.string(), channel: z.string() })),
  }),
});

/** How the service has the ticket, asked for without the dashboard. */
export async function readTicket(site: Site, id: number) {
  const { json } = await site.call('GET', 'ticket', { query: { id: String(id), include: 'comments' } });
  return Detail.parse(json).data;
}

export async function statusesOf(site: Site, tickets: readonly { readonly id: number }[]): Promise<string[]> {
  return Promise.all(tickets.map(async ({ id }) => (await readTicket(site, id)).status));
}

/** The texts that the service holds beside the customer's first message. */
export async function answersOf(site: Site, id: number): Promise<readonly string[]> {
  return (await readTicket(site, id)).comments.slice(1).map(({ body }) => body);
}

/** Another person changes the ticket. */
export async function changeElsewhere(site: OwnSite, id: number, patch: Readonly<Record<string, unknown>>) {
  await site.call('PATCH', 'ticket', { token: site.tokens.agent, body: { id, ...patch } });
}

/** Another person writes. */
export async function writeElsewhere(site: OwnSite, id: number, body: string, visibility = 'public') {
  await site.call('POST', 'ticket_comments', {
    token: site.tokens.agent,
    body: { ticket_id: id, body, visibility },
  });
}

/** The ticket, beside the list or alone. */
export const detail = (page: Page): Locator => page.getByRole('region', { name: 'Ticket', exact: true });
export const head = (page: Page): Locator => page.locator('[data-ticket-head]');
export const heading = (page: Page, name: string): Locator => detail(page).getByRole('heading', { name, exact: true });
export const reply = (page: Page): Locator => page.getByRole('textbox', { name: 'Public reply' });
export const note = (page: Page): Locator => page.getByRole('textbox', { name: 'Internal note' });
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** How much wider than the window the page is, in px. */
export const widthTooMuch = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** The token that the page has for its session. */
export const sessionToken = (page: Page): Promise<string> =>
  page.evaluate(() => /sct_\w{44}/.exec(JSON.stringify({ ...sessionStorage }))?.[0] ?? '');
