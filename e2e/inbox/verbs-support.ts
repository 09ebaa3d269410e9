import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { grid, row } from './inbox-support.ts';
import type { TestService } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';

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

/** What the database holds of a ticket. */
export async function stored(service: TestService, id: string) {
  const { json } = await service.call('GET', 'ticket', { query: { id } });
  return Ticket.parse(json).data;
}

interface Subject {
  readonly id: string;
  readonly number: number;
}

/** Makes a ticket that this test alone speaks of, and shows the list with it alone. */
export async function showNew(page: Page, service: TestService, words: string, count = 1): Promise<Subject[]> {
  const made: Subject[] = [];
  for (let n = 1; n <= count; n += 1) {
    const body = {
      subject: `${words} number ${n}`,
      requester_email: `${words.toLowerCase().replaceAll(' ', '-')}@example.org`,
    };
    const { json } = await service.call('POST', 'tickets', { body });
    const { data } = z.object({ data: z.object({ id: z.number(), ticket_number: z.number() }) }).parse(json);
    made.push({ id: String(data.id), number: data.ticket_number });
  }
  await signIn(page, service, { path: `/inbox?status=open&order_by=created&dir=asc&q=${encodeURIComponent(words)}` });
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(count));
  await row(page, 0).focus();
  return made;
}
