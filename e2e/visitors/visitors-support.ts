import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { Site } from '#e2e/support/service.ts';
import { expect } from '#e2e/support/test.ts';

export const PAGE = '/customers/visitors';

type Fields = Readonly<Record<string, unknown>>;

/** A call that must be answered with 200. */
async function post(site: Site, resource: string, body: Fields): Promise<void> {
  const { status, json } = await site.call('POST', resource, { body });
  expect(status, JSON.stringify(json)).toBe(200);
}

export const makeVisitor = (site: Site, visitor_key: string, fields: Fields = {}): Promise<void> =>
  post(site, 'visitors', { visitor_key, ...fields });

export const track = (site: Site, visitor_key: string, event: string, fields: Fields = {}): Promise<void> =>
  post(site, 'track', { visitor_key, event, ...fields });

const Stored = z.object({ data: z.object({ failed: z.literal(0) }) });

export async function ingest(site: Site, items: readonly Fields[]): Promise<void> {
  Stored.parse((await site.call('POST', 'ingest', { body: { items } })).json);
}

/** A conversation of a visitor with the AI. */
export const makeSession = (site: Site, session_id: string, visitor_key: string): Promise<void> =>
  ingest(site, [
    { kind: 'transcript', session_id, visitor_key, messages: [{ role: 'visitor', text: 'Where is my order?' }] },
  ]);

export const rowOf = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('table', { name: 'Visitors' }).locator('tbody').getByRole('row').filter({ hasText: text });

export const fact = (page: Page, name: string): Locator =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('+ dd');

export const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
