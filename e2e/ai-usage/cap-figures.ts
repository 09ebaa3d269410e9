import * as z from 'zod/mini';
import type { TestService } from '#e2e/support/service.ts';
import { expect } from '#e2e/support/test.ts';

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
const Used = z.object({ data: z.object({ budget: z.object({ current: z.number() }) }) });
const Usage = z.object({
  data: z.object({
    trend: z.array(z.object({ date: z.string(), calls: z.number(), tokens: z.number(), cost_usd: z.number() })),
  }),
});

/** USD of this month so far. */
export async function spentOf(service: TestService): Promise<number> {
  return Used.parse((await service.call('GET', 'ai_limits')).json).data.budget.current;
}

export async function trendOf(service: TestService) {
  const { json } = await service.call('GET', 'ai_usage', { query: { days: '30', include: 'trend' } });
  return Usage.parse(json).data.trend;
}

export async function limitsOf(service: TestService) {
  const { budget, daily_tokens, minute_calls, action } = Limits.parse(
    (await service.call('GET', 'ai_limits')).json,
  ).data;
  return [budget.limit, daily_tokens.limit, minute_calls.limit, action];
}

export async function historyOf(service: TestService) {
  const { json } = await service.call('GET', 'ai_reports', { query: { report: 'cap_history' } });
  return History.parse(json).data.items.map(({ cap, from, to }) => [cap, from, to]);
}

export async function setCaps(service: TestService, body: object): Promise<void> {
  expect((await service.call('PATCH', 'ai_limits', { body })).status).toBe(200);
}

export const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
/** As the page writes it. */
export const shownDay = (days: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(
    new Date(`${dayAgo(days)}T00:00:00Z`),
  );

interface Call {
  readonly tokens: number;
  readonly costUsd: number;
  /** Noon UTC of a date; just now unless given. */
  readonly date?: string;
}

export async function ingest(service: TestService, calls: readonly Call[]): Promise<void> {
  const items = calls.map(({ tokens, costUsd, date }) => ({
    kind: 'ai_call',
    feature: 'copilot',
    model: 'hand-made',
    input_tokens: tokens,
    output_tokens: 0,
    latency_ms: 100,
    status: 'ok',
    cost_usd: Number(costUsd.toFixed(9)),
    ...(date === undefined ? {} : { created_utc: `${date}T12:00:00Z` }),
  }));
  expect((await service.call('POST', 'ingest', { body: { items } })).json).toMatchObject({
    data: { stored: items.length },
  });
}

/** Brings a day of the demo data up to these totals. */
export async function fillDay(
  service: TestService,
  date: string,
  total: { calls: number; tokens: number; costUsd: number },
) {
  const had = (await trendOf(service)).find((day) => day.date === date);
  const missing = total.calls - (had?.calls ?? 0);
  const rest = { tokens: total.tokens - (had?.tokens ?? 0), costUsd: total.costUsd - (had?.cost_usd ?? 0), date };
  const nothing = { tokens: 0, costUsd: 0, date };
  await ingest(service, [rest, ...Array.from({ length: missing - 1 }, () => nothing)]);
}
