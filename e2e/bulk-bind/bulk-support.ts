import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { OwnSite, Site } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';

export const PATH = '/manage/bulk-bind';
/** Calls that send rows. */
export const BULK = /resource=bind_channels_bulk/;

/** A row of a file, in the order of `HEADER`. */
export type FileRow = readonly [channel: string, id: string, email: string, phone?: string, handle?: string];
const HEADER = 'channel,external_user_id,email,phone,display_handle';

export function csv(rows: readonly FileRow[], header = HEADER): string {
  return [
    header,
    ...rows.map(([channel, id, email, phone = '', handle = '']) => [channel, id, email, phone, handle].join(',')),
  ]
    .map((line) => `${line}\r\n`)
    .join('');
}

/** Rows that bind, each with its own customer. */
export function goodRows(count: number, from = 0): FileRow[] {
  return Array.from({ length: count }, (_, at) => {
    const n = String(from + at).padStart(6, '0');
    return ['whatsapp', `+49151${n}0`, `rider${n}@riders.example`];
  });
}

/** A file with three columns. */
export function bigFile(count: number): string {
  const lines = ['channel,external_user_id,email'];
  for (const [channel, id, email] of goodRows(count)) lines.push(`${channel},${id},${email}`);
  return `${lines.join('\n')}\n`;
}

export async function openBulk(page: Page, site: Site, token?: string): Promise<void> {
  await signIn(page, site, token === undefined ? { path: PATH } : { path: PATH, token });
  await expect(page.getByRole('heading', { level: 1, name: 'Bulk bind' })).toBeVisible();
}

export async function choose(page: Page, text: string | Buffer, name = 'crm-handles-2026-11.csv'): Promise<void> {
  const buffer = typeof text === 'string' ? Buffer.from(text) : text;
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

export async function startOver(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start over' }).click();
}

/** Opens a file and waits until its rows are checked. */
export async function openFile(page: Page, text: string | Buffer, name?: string): Promise<void> {
  await choose(page, text, name);
  await expect(dryRunButton(page)).not.toHaveAttribute('aria-disabled', 'true');
}

export const dryRunButton = (page: Page): Locator => page.getByRole('button', { name: /^Dry run \d/ });
export const applyButton = (page: Page): Locator => page.getByRole('button', { name: /^Apply/ });
export const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Rows' });
export const gridRow = (page: Page, line: number): Locator =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: String(line), exact: true }) });
export const tab = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name} ?\\d`) });

export async function dryRun(page: Page): Promise<void> {
  await dryRunButton(page).click();
  await expect(page.getByRole('heading', { name: /can be applied/ })).toBeVisible({ timeout: 30_000 });
}

/** From a file to its result. */
export async function importFile(page: Page, text: string, name?: string): Promise<void> {
  await openFile(page, text, name);
  await applyFile(page);
}

/** From the checked rows of a file to its result. */
export async function applyFile(page: Page): Promise<void> {
  await dryRun(page);
  await applyButton(page).click();
  await expect(page.getByRole('heading', { name: /(?:was|were) applied\.$/ })).toBeVisible({ timeout: 30_000 });
}

/** The counts on the page, in the order of the bar. */
export async function counts(page: Page): Promise<number[]> {
  const texts = await page.locator('[data-outcome] dd:nth-of-type(1)').allTextContents();
  return texts.map((text) => Number(text.replaceAll(',', '')));
}

const Jobs = z.object({
  data: z.object({
    items: z.array(
      z.object({
        id: z.number(),
        state: z.string(),
        parts: z.number(),
        counts: z.object({ total_rows: z.number(), bound: z.number(), refreshed: z.number() }),
      }),
    ),
  }),
});

/** The imports of the site, read without the dashboard. */
export async function jobs(site: Site) {
  return Jobs.parse((await site.call('GET', 'bind_jobs')).json).data.items;
}

const Migration = z.object({
  data: z.object({ channel_foundation: z.object({ total_bound_handles: z.number() }) }),
});

/** How many channels the site has, read without the dashboard. */
export async function boundChannels(site: OwnSite): Promise<number> {
  return Migration.parse((await site.call('GET', 'migrate_status')).json).data.channel_foundation.total_bound_handles;
}
