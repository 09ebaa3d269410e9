import { expect, type Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { Site } from '#e2e/support/service.ts';

const Merged = z.object({ data: z.object({ id: z.number() }) });
const Answered = z.object({
  data: z.object({ identity: z.object({ id: z.number() }), tickets: z.object({ total: z.number() }) }),
});

/** @returns the id of the merge */
export async function mergeByCall(site: Site, merged: number, survivor: number): Promise<number> {
  const body = { survivor_id: survivor, merged_id: merged };
  const { status, json } = await site.call('POST', 'customer_merges', { body });
  expect(status, JSON.stringify(json)).toBe(200);
  return Merged.parse(json).data.id;
}

/** The customer that answers for an id, with the number of tickets; null if there is none. */
export async function whoIs(site: Site, id: number): Promise<{ id: number; tickets: number } | null> {
  const { status, json } = await site.call('GET', 'customer', { query: { identity_id: String(id) } });
  if (status === 404) return null;
  const { identity, tickets } = Answered.parse(json).data;
  return { id: identity.id, tickets: tickets.total };
}

const Noted = z.object({ data: z.object({ items: z.array(z.object({ body: z.string() })) }) });

/** The texts of a customer's notes, newest first. */
export async function readNotes(site: Site, id: number): Promise<string[]> {
  const { json } = await site.call('GET', 'customer_notes', { query: { identity_id: String(id) } });
  return Noted.parse(json).data.items.map(({ body }) => body);
}

/** The bodies of the merges that the page asks for, without dry runs. */
export function watchMerges(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (/resource=customer_merges/.test(request.url()) && request.method() === 'POST' && !body.includes('dry_run'))
      sent.push(body);
  });
  return sent;
}
