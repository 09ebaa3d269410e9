import type { ServerResponse } from 'node:http';
import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { makeTicket } from '#e2e/support/builders.ts';
import type { Site } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import type { TamperedCall } from '#e2e/support/tampering-proxy.ts';
import { expect } from '#e2e/support/test.ts';
import { grid, row } from './inbox-support.ts';

/** Rows of the first page, unless its address says another number. */
const LOADED = 50;

const Stored = z.object({
  items: z.array(
    z.object({
      id: z.number(),
      subject: z.string(),
      status: z.string(),
      priority: z.string(),
      assignee_name: z.optional(z.nullable(z.string())),
      tags: z.nullable(z.string()),
      resolved_utc: z.nullable(z.string()),
      version: z.optional(z.number()),
    }),
  ),
});
type StoredTicket = z.infer<typeof Stored>['items'][number];
type Query = Readonly<Record<string, string>>;

/** Dozens of tickets. The calls run in parallel, so only the subjects are in this order. */
export async function makeTickets(site: Site, subject: string, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 20) {
    const batch = Array.from({ length: Math.min(20, count - n) }, (_, index) =>
      makeTicket(site, { subject: `${subject} number ${n + index + 1}` }),
    );
    ids.push(...(await Promise.all(batch)).map(({ id }) => id));
  }
  return ids;
}

/** All tickets of a list, read without the dashboard. */
export async function storedTickets(site: Site, query: Query = {}): Promise<StoredTicket[]> {
  const items: StoredTicket[] = [];
  for (let skip = 0; ; skip += 200) {
    const { json } = await site.call('GET', 'tickets', { query: { ...query, limit: '200', skip: String(skip) } });
    const page = Stored.parse(json);
    items.push(...page.items);
    if (page.items.length < 200) return items;
  }
}

export async function countStored(
  site: Site,
  test: (ticket: StoredTicket) => boolean,
  query: Query = {},
): Promise<number> {
  return (await storedTickets(site, query)).filter(test).length;
}

/** The filter for the tickets of `gather`. */
export const SPRING = { tag: 'spring' } as const;

/** Tags hundreds of tickets of the demo data with `spring` and opens them. Returns their ids, the newest first. */
export async function gather(demo: Site, count: number): Promise<number[]> {
  const newest = (await storedTickets(demo, { order_by: 'created', dir: 'desc' })).slice(0, count).map(({ id }) => id);
  const patch = { status: 'open', priority: 'normal', snoozed_until_utc: null, add_tags: [SPRING.tag] };
  const { json } = await demo.call('POST', 'tickets_bulk', { body: { ids: newest, patch } });
  expect(json).toMatchObject({ data: { total: count, failed: 0 } });
  return newest;
}

/** Shows the tickets of a site, all of them or those of `path`, and selects all that match. */
export async function selectAll(
  page: Page,
  site: Site,
  { count, loaded, path = '' }: { readonly count: number; readonly loaded?: number; readonly path?: string },
): Promise<void> {
  await signIn(page, site, { path: `/inbox?status=all${path}` });
  await selectListed(page, count, { loaded });
}

/** The same where the list is on screen already. @param loaded how many rows it has without being scrolled */
export async function selectListed(
  page: Page,
  count: number,
  { loaded = LOADED }: { readonly loaded?: number | undefined } = {},
): Promise<void> {
  // A table counts its head as a row.
  await expect(grid(page)).toHaveAttribute('aria-rowcount', new RegExp(`^(?:${count}|${count + 1})$`));
  await row(page, 0).focus();
  await page.keyboard.press('Control+a');
  if (count > loaded) await page.getByRole('button', { name: `Select all ${count}` }).click();
  await expect(bar(page)).toContainText(new RegExp(`${count} (?:matching tickets )?selected`));
  await row(page, 0).focus();
}

/** Presses the key of a verb on more tickets than are changed without a question, and answers it. */
export async function pressAndConfirm(page: Page, key: string, verb: string): Promise<void> {
  await page.keyboard.press(key);
  const main = page.getByRole('dialog').getByRole('button', { name: verb, exact: true });
  await expect(main).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Undoes a change that the palette lists. @param label the whole of it */
export async function undoEarlier(page: Page, label: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('recent bulk change');
  await page.getByRole('option', { name: label }).click();
  await page
    .getByRole('dialog', { name: label })
    .getByRole('button', { name: /^Undo [0-9]/ })
    .click();
}

export function bar(page: Page): Locator {
  return page.getByRole('toolbar', { name: 'Change the selected tickets' });
}

export function panel(page: Page): Locator {
  return page.getByRole('region', { name: 'Bulk change' });
}

export function heading(page: Page): Locator {
  return panel(page).getByRole('heading', { level: 2 });
}

/** A block of the job, not the dry run before it. */
export function isBlock(call: TamperedCall): boolean {
  return call.resource === 'tickets_bulk' && call.answer.text.includes('"dry_run":false');
}

export function isDryRun(call: TamperedCall): boolean {
  return call.resource === 'tickets_bulk' && call.answer.text.includes('"dry_run":true');
}

export function isUndo({ resource, query }: TamperedCall): boolean {
  return resource === 'tickets_undo' && !query.has('limit');
}

/** Lets an answer through that was held back. */
export function passOn({ answer }: TamperedCall, response: ServerResponse): void {
  const { status, headers, text } = answer;
  response.writeHead(status, { ...headers }).end(text);
}

/** Answers instead of the service, or of a gateway. */
export function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
  message = 'not now',
): true {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ ok: false, error: { code, message } }));
  return true;
}
