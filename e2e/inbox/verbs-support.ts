import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { makeTickets } from '#e2e/support/builders.ts';
import type { Site } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { grid, row } from './inbox-support.ts';

const Ticket = z.object({
  data: z.object({
    status: z.string(),
    priority: z.string(),
    tags: z.nullable(z.string()),
    assignee_name: z.optional(z.nullable(z.string())),
    snoozed_until_utc: z.optional(z.nullable(z.string())),
    resolved_utc: z.nullable(z.string()),
    version: z.optional(z.number()),
  }),
});

/** A ticket as the service has it. */
export async function stored(site: Site, id: number | string) {
  const { json } = await site.call('GET', 'ticket', { query: { id: String(id) } });
  return Ticket.parse(json).data;
}

interface Subject {
  readonly id: string;
  readonly number: number;
}

/** Makes tickets in an empty site, and shows the list with them, the oldest first. */
export async function showNew(page: Page, site: Site, subject: string, count = 1): Promise<Subject[]> {
  const subjects = Array.from({ length: count }, (_, index) => ({ subject: `${subject} number ${index + 1}` }));
  const made = await makeTickets(site, subjects);
  await signIn(page, site, { path: '/inbox?status=open&order_by=created&dir=asc' });
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(count));
  await row(page, 0).focus();
  return made.map(({ id, number }) => ({ id: String(id), number }));
}
