import * as z from 'zod/mini';
import type { OwnSite } from '#e2e/support/service.ts';
import { expect } from '#e2e/support/test.ts';

const View = z.object({
  id: z.number(),
  name: z.string(),
  shared: z.boolean(),
  query: z.record(z.string(), z.unknown()),
  columns: z.nullable(z.array(z.string())),
});
const Views = z.object({ data: z.object({ items: z.array(View) }) });
const Made = z.object({ data: View });

/** The saved views that a token's owner has, in their order. */
export async function viewsOf(site: OwnSite, token = site.token) {
  const { json } = await site.call('GET', 'saved_views', { token });
  return Views.parse(json).data.items;
}

export async function makeView(site: OwnSite, body: object): Promise<number> {
  const { status, json } = await site.call('POST', 'saved_views', { body });
  expect(status).toBe(200);
  return Made.parse(json).data.id;
}
