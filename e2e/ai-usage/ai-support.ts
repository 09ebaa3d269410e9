import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { makeAiCalls } from '#e2e/support/builders.ts';
import type { Site } from '#e2e/support/service.ts';
import { expect } from '#e2e/support/test.ts';

/** A Wednesday in the middle of a month of 30 days: the time of every test. */
export const MIDDLE = '2026-11-18T10:00:00Z';
export const HOSTILE = '<img src=x onerror="alert(1)">';

const MADE = { latency_ms: 800 };
const CACHED = { ...MADE, cost_usd: 0, cache_hit: true, input_tokens: 0, output_tokens: 0 };

/**
 * Ten calls up to `MIDDLE`; 110 tokens each but for the two out of the cache. Today 2 calls of 1.50 USD, an error among
 * them; yesterday 4; this month 7 of 5 USD; the 30 days from 20 October 9 of 19 USD; one of 100 USD the day before those.
 */
export const NOVEMBER = [
  { ...MADE, created_utc: '2026-11-18T09:30:00Z', cost_usd: 1.25 },
  { ...MADE, created_utc: '2026-11-18T00:00:00Z', cost_usd: 0.25, feature: 'copilot', status: 'error' },
  { ...MADE, created_utc: '2026-11-17T23:59:59Z', cost_usd: 2 },
  { ...CACHED, created_utc: '2026-11-17T12:00:00Z' },
  { ...CACHED, created_utc: '2026-11-17T12:00:00Z' },
  { ...MADE, created_utc: '2026-11-17T00:00:00Z', cost_usd: 0.5, feature: 'tone' },
  { ...MADE, created_utc: '2026-11-01T00:00:00Z', cost_usd: 1, feature: 'summary' },
  { ...MADE, created_utc: '2026-10-31T23:59:59Z', cost_usd: 10, feature: 'intent' },
  { ...MADE, created_utc: '2026-10-20T00:00:00Z', cost_usd: 4, feature: 'kb_search' },
  { ...MADE, created_utc: '2026-10-19T23:59:59Z', cost_usd: 100, feature: 'kb_search' },
] as const;

export const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
export const hero = (page: Page): Locator => region(page, 'Spend this month');
export const features = (page: Page): Locator => page.getByRole('table', { name: /AI usage by feature/ });
export const totalOf = (table: Locator): Locator => table.getByRole('row', { name: /^Total/ });

/** A call of each of so many days before `MIDDLE`, the last one yesterday's, at noon. */
export async function makeDailyCalls(
  site: Site,
  days: readonly { readonly daysAgo: number; readonly cost_usd: number }[],
): Promise<void> {
  await makeAiCalls(
    site,
    days.map(({ daysAgo, ...call }) => ({ ...call, created_utc: `${dayBefore(daysAgo)}T12:00:00Z` })),
  );
}

function dayBefore(daysAgo: number): string {
  return new Date(Date.parse(MIDDLE) - daysAgo * 86_400_000).toISOString().slice(0, 10);
}

const Limits = z.object({
  data: z.object({
    budget: z.object({ limit: z.nullable(z.number()) }),
    daily_tokens: z.object({ limit: z.nullable(z.number()) }),
    minute_calls: z.object({ limit: z.nullable(z.number()) }),
    action: z.string(),
  }),
});
const History = z.object({
  data: z.object({
    items: z.array(z.object({ cap: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
  }),
});

export async function setCaps(site: Site, body: object): Promise<void> {
  expect((await site.call('PATCH', 'ai_limits', { body })).status).toBe(200);
}

/** The three caps as the service has them, and the action. */
export async function limitsOf(site: Site) {
  const { data } = Limits.parse((await site.call('GET', 'ai_limits')).json);
  return [data.budget.limit, data.daily_tokens.limit, data.minute_calls.limit, data.action];
}

export async function historyOf(site: Site) {
  const { json } = await site.call('GET', 'ai_reports', { query: { report: 'cap_history' } });
  return History.parse(json).data.items.map(({ cap, from, to }) => [cap, from, to]);
}
