import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { CHUNKS_FILE } from '#tools/build/list-chunks.ts';
import { ROOT } from '#tools/setup/run-command.ts';
import { makeTickets } from '#e2e/support/builders.ts';
import { intercept } from '#e2e/support/intercept.ts';
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

/** What the database holds of a ticket. */
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

const Chunks = z.record(z.string(), z.record(z.string(), z.number()));

/** From now on the page waits for the file of the build that has a module, until the answered function is called. */
export async function holdModule(page: Page, module: string): Promise<() => Promise<void>> {
  const chunks = Chunks.parse(JSON.parse(await readFile(join(ROOT, 'dist', CHUNKS_FILE), 'utf8')));
  const file = Object.entries(chunks).find(([, modules]) => module in modules)?.[0];
  if (file === undefined) throw new Error(`No file of the build has ${module}`);
  let isAskedFor = false;
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await intercept(page, `**/${file}`, async (route) => {
    isAskedFor = true;
    await released;
    await route.continue();
  });
  return async () => {
    // Otherwise nothing was held.
    await expect.poll(() => isAskedFor).toBe(true);
    resolve();
  };
}
