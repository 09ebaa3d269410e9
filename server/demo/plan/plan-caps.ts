import type { updateAiLimits } from '#contract/ai-limits.ts';
import type { Body } from '#contract/operation.ts';
import { EXCEEDED, WARNINGS } from '#server/ai/announce-caps.ts';
import { DEMO_PRICES } from './plan-ai-call.ts';
import { DEMO_SPENDERS, type DemoSpender, type StoryCall } from './plan-story-calls.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The share of the budget that this month has used at least, and at most if the month is nearly over. */
const NEAR = 0.86;
const NEAREST = 0.94;
/** The factor by which the forecast exceeds the budget. */
const PASSED = 1.1;
const MEAN_DAYS = 7;
/** The budget as a share of the most expensive earlier month. */
const ROOMY = 1.2;
/** Two UTC days, three weeks ago, on which a hard limit held. */
const HELD_FROM = 21;
const HELD_DAYS = 2;

/** Limits that were set at an instant. */
export interface PlannedLimits {
  readonly at: number;
  readonly by: DemoSpender;
  readonly limits: Body<typeof updateAiLimits>;
}

/** The time of a hard limit in milliseconds; the end is exclusive. */
export function heldSpan(now: number): { readonly from: number; readonly to: number } {
  const from = Math.floor(now / DAY - HELD_FROM) * DAY;
  return { from, to: from + HELD_DAYS * DAY };
}

/**
 * A generous budget at first, a hard limit for two days, and a budget for this month that is nearly used, if it has any
 * costs. At the end limits only warn, and none is exceeded.
 */
export function planCaps(calls: readonly StoryCall[], now: number): PlannedLimits[] {
  const months = sumBy(calls, ({ at }) => monthStart(at), costOf);
  const days = sumBy(calls, ({ at }) => Math.floor(at / DAY) * DAY, tokensOf);
  const thisMonth = monthStart(now);
  const dearest = Math.max(0, ...[...months].filter(([month]) => month < thisMonth).map(([, cost]) => cost));
  const held = heldSpan(now);
  const heldTokens = Math.min(
    ...Array.from({ length: HELD_DAYS }, (_, day) => days.get(held.from + day * DAY) ?? Infinity),
  );
  const usual = Math.max(2_000_000, Math.ceil((Math.max(0, ...days.values()) * 3) / 100_000) * 100_000);
  const low = Number.isFinite(heldTokens) ? Math.max(1_000, Math.round(heldTokens / 2 / 1_000) * 1_000) : usual;
  const first = { monthly_budget_usd: Math.ceil((dearest * ROOMY) / 10) * 10 + 10, minute_call_limit: 120 };
  const { leads, agent } = DEMO_SPENDERS;
  const story: PlannedLimits[] = [
    { at: now - 86 * DAY, by: leads, limits: { ...first, action: 'soft' } },
    { at: held.from, by: leads, limits: { daily_token_limit: low, action: 'hard' } },
    { at: held.to, by: agent, limits: { daily_token_limit: usual, action: 'soft' } },
    {
      at: Math.min(thisMonth + 7.5 * HOUR, now),
      by: leads,
      limits: { monthly_budget_usd: budgetFor(months.get(thisMonth) ?? 0, daysToCome(calls, now)) },
    },
  ];
  return story.sort((a, b) => a.at - b.at);
}

/** Finds the calls that may bring usage to a share of a limit that is announced. */
export class CapWatch {
  #limits: PlannedLimits['limits'] = {};
  readonly #used = new Map<string, number>();

  set(limits: PlannedLimits['limits']): void {
    this.#limits = { ...this.#limits, ...limits };
  }

  /** Rounds in favour of true, because sums of decimals are not exact here. */
  mayAnnounce(story: StoryCall): boolean {
    const { monthly_budget_usd: budget, daily_token_limit: tokens, minute_call_limit: calls } = this.#limits;
    return this.#parts(story).some(([key, amount], index) => {
      const limit = Number([budget, tokens, calls][index] ?? Infinity);
      const used = this.#used.get(key) ?? 0;
      return [...WARNINGS, EXCEEDED].some((percent) => {
        const mark = (limit * percent) / 100;
        return used < mark * (1 + 1e-9) && used + amount >= mark * (1 - 1e-9);
      });
    });
  }

  add(story: StoryCall): void {
    for (const [key, amount] of this.#parts(story)) this.#used.set(key, (this.#used.get(key) ?? 0) + amount);
  }

  /** The amounts that a call adds to the month, the day and the minute. */
  #parts(story: StoryCall): [period: string, amount: number][] {
    const { at } = story;
    return [
      [`month ${monthStart(at)}`, costOf(story)],
      [`day ${Math.floor(at / DAY)}`, tokensOf(story)],
      [`minute ${Math.floor(at / MINUTE)}`, 1],
    ];
  }
}

/**
 * Above the usage so far, and below the forecast for the month, if that is far enough above. In whole dollars, or in
 * cents for small amounts.
 */
function budgetFor(cost: number, toCome: number): number {
  const budget = Math.max(cost / NEAREST, Math.min(cost / NEAR, (cost + toCome) / PASSED));
  return cost > 50 ? Math.ceil(budget) : (Math.floor(budget * 100) + 1) / 100;
}

/** The cost of the rest of the month, if its days are like the last ones. */
function daysToCome(calls: readonly StoryCall[], now: number): number {
  const today = Math.floor(now / DAY) * DAY;
  const lately = calls.filter(({ at }) => at >= today - MEAN_DAYS * DAY && at < today);
  const perDay = lately.reduce((sum, call) => sum + costOf(call), 0) / MEAN_DAYS;
  const date = new Date(now);
  const daysLeft =
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate() - date.getUTCDate();
  return perDay * daysLeft;
}

function costOf({ call }: StoryCall): number {
  const price = DEMO_PRICES.get(call.model);
  return price === undefined ? 0 : (call.inputTokens * price.inputUsd + call.outputTokens * price.outputUsd) / 1e6;
}

function tokensOf({ call }: StoryCall): number {
  return call.inputTokens + call.outputTokens;
}

function monthStart(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

function sumBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => number,
  valueOf: (item: Item) => number,
): Map<number, number> {
  const sums = new Map<number, number>();
  for (const item of items) sums.set(keyOf(item), (sums.get(keyOf(item)) ?? 0) + valueOf(item));
  return sums;
}
