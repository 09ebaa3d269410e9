import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { TestService } from '#e2e/support/service.ts';
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

const Made = z.object({
  data: z.object({ id: z.number(), ticket_number: z.number(), version: z.optional(z.number()) }),
});
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

/** A ticket with one message of its customer. */
export async function makeTicket(service: TestService, body: Readonly<Record<string, unknown>> = {}) {
  const { json } = await service.call('POST', 'tickets', {
    body: {
      subject: 'Chain jumps on the third gear',
      channel: 'email',
      requester_name: 'Maren Lindqvist',
      requester_email: 'maren@example.org',
      initial_comment: 'Hello, it jumps since yesterday.',
      ...body,
    },
  });
  return Made.parse(json).data;
}

/** How the service has the ticket, asked for without the dashboard. */
export async function readTicket(service: TestService, id: number) {
  const { json } = await service.call('GET', 'ticket', { query: { id: String(id), include: 'comments' } });
  return Detail.parse(json).data;
}

/** The texts that the service holds beside the customer's first message. */
export async function answersOf(service: TestService, id: number): Promise<readonly string[]> {
  return (await readTicket(service, id)).comments.slice(1).map(({ body }) => body);
}

/** Somebody else changes the ticket. */
export async function changeElsewhere(service: TestService, id: number, patch: Readonly<Record<string, unknown>>) {
  await service.call('PATCH', 'ticket', { token: service.tokens.agent, body: { id, ...patch } });
}

/** Somebody else writes. */
export async function writeElsewhere(service: TestService, id: number, body: string, visibility = 'public') {
  await service.call('POST', 'ticket_comments', {
    token: service.tokens.agent,
    body: { ticket_id: id, body, visibility },
  });
}

export const reply = (page: Page): Locator => page.getByRole('textbox', { name: 'Public reply' });
export const note = (page: Page): Locator => page.getByRole('textbox', { name: 'Internal note' });
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
