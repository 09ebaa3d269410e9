import type { ServerResponse } from 'node:http';
import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { grid, row } from './inbox-support.ts';
import type { TestService } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import type { TamperedCall } from '#e2e/support/tampering-proxy.ts';

const Made = z.object({ data: z.object({ id: z.number() }) });
const Stored = z.object({
  items: z.array(
    z.object({
      id: z.number(),
      status: z.string(),
      priority: z.string(),
      resolved_utc: z.nullable(z.string()),
      version: z.optional(z.number()),
    }),
  ),
});

/** Tickets that this test alone speaks of, found by the words of their subjects. */
export async function makeTickets(service: TestService, words: string, count: number): Promise<number[]> {
  const make = async (n: number): Promise<number> => {
    const { json } = await service.call('POST', 'tickets', { body: { subject: `${words} number ${n}` } });
    return Made.parse(json).data.id;
  };
  const ids: number[] = [];
  for (let n = 0; n < count; n += 20) {
    const batch = Array.from({ length: Math.min(20, count - n) }, (_, index) => make(n + index + 1));
    ids.push(...(await Promise.all(batch)));
  }
  return ids;
}

/** What the database holds of them. */
export async function storedTickets(service: TestService, words: string) {
  const items: z.infer<typeof Stored>['items'] = [];
  for (let skip = 0; ; skip += 200) {
    const query = { q: words, limit: '200', skip: String(skip) };
    const { json } = await service.call('GET', 'tickets', { query });
    const page = Stored.parse(json);
    items.push(...page.items);
    if (page.items.length < 200) return items;
  }
}

export async function countStored(
  service: TestService,
  words: string,
  test: (ticket: z.infer<typeof Stored>['items'][number]) => boolean,
): Promise<number> {
  return (await storedTickets(service, words)).filter(test).length;
}

/** Shows the tickets of these words and selects all that match. */
export async function selectAll(
  page: Page,
  service: Pick<TestService, 'url'> & TestService,
  words: string,
  { count, path = '' }: { readonly count: number; readonly path?: string },
): Promise<void> {
  await signIn(page, service, { path: `/inbox?status=all&q=${encodeURIComponent(words)}${path}` });
  await selectListed(page, count);
}

/** The same where the list is on screen already. */
export async function selectListed(page: Page, count: number): Promise<void> {
  // A table counts its head as a row.
  await expect(grid(page)).toHaveAttribute('aria-rowcount', new RegExp(`^(?:${count}|${count + 1})$`));
  await row(page, 0).focus();
  const bar = page.getByRole('toolbar', { name: 'Change the selected tickets' });
  await page.keyboard.press('Control+a');
  await expect(bar).toBeVisible();
  const all = page.getByRole('button', { name: `Select all ${count}` });
  if (await all.isVisible()) await all.click();
  await expect(bar).toContainText(new RegExp(`${count} (?:matching tickets )?selected`));
  await row(page, 0).focus();
}

/** Presses the key of a verb on more tickets than are changed without a question, and answers it. */
export async function pressAndConfirm(page: Page, key: string, verb: string): Promise<void> {
  await page.keyboard.press(key);
  const main = page.getByRole('dialog').getByRole('button', { name: verb, exact: true });
  await expect(main).toBeFocused();
  await page.keyboard.press('Enter');
}

export function panel(page: Page): Locator {
  return page.getByRole('region', { name: 'Bulk change' });
}

/** A block of the job, not the dry run before it. */
export function isBlock(call: TamperedCall): boolean {
  return call.resource === 'tickets_bulk' && call.answer.text.includes('"dry_run":false');
}

export function isDryRun(call: TamperedCall): boolean {
  return call.resource === 'tickets_bulk' && call.answer.text.includes('"dry_run":true');
}

/** Lets an answer through that was held back. */
export function passOn({ answer }: TamperedCall, response: ServerResponse): void {
  const { status, headers, text } = answer;
  response.writeHead(status, { ...headers }).end(text);
}
