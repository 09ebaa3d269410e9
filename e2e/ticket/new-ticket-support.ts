import type { Locator, Page, Route } from '@playwright/test';
import * as z from 'zod/mini';
import { countTickets, listTickets } from '#e2e/inbox/inbox-support.ts';
import { expect } from '#e2e/support/test.ts';
import type { TestService } from '#e2e/support/service.ts';

export function drawer(page: Page): Locator {
  return page.getByRole('dialog', { name: 'New ticket' });
}

export function guard(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Discard this ticket?' });
}

export function createButton(page: Page): Locator {
  return drawer(page).getByRole('button', { name: 'Create ticket' });
}

/** Opens the form by its button, and waits until it can be written in. */
export async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New ticket' }).click();
  await expect(drawer(page).getByLabel('Subject')).toBeFocused();
}

/** A word that no other ticket has, so that tests of one service do not see each other's. */
export function uniqueSubject(words: string): string {
  return `${words} ${crypto.randomUUID().slice(0, 8)}`;
}

/** How many tickets have this subject, by the word that it alone has. */
export function countNamed(service: TestService, subject: string): Promise<number> {
  return countTickets(service, { q: lastWord(subject) });
}

function lastWord(subject: string): string {
  return subject.split(' ').at(-1) ?? subject;
}

const Detail = z.object({
  data: z.object({
    subject: z.string(),
    channel: z.string(),
    priority: z.string(),
    status: z.string(),
    requester_name: z.nullable(z.string()),
    requester_email: z.nullable(z.string()),
    requester_phone: z.nullable(z.string()),
    required_skills: z.array(z.string()),
    comments: z.array(z.object({ body: z.string(), author_kind: z.string() })),
  }),
});

/** The one ticket with this subject, as the service holds it. */
export async function readNamed(service: TestService, subject: string) {
  const { items } = await listTickets(service, { q: lastWord(subject) });
  expect(items).toHaveLength(1);
  const id = String(items[0]?.id);
  const { json } = await service.call('GET', 'ticket', { query: { id, include: 'comments' } });
  return { id, ...Detail.parse(json).data };
}

/** Stands between the page and the service where a ticket is created. */
export async function onCreate(page: Page, handle: (route: Route) => Promise<void>): Promise<void> {
  await page.route(/resource=tickets$/, (route) =>
    route.request().method() === 'POST' ? handle(route) : route.fallback(),
  );
}
