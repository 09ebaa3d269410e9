import type { CapAction } from '#contract/ai-names.ts';
import type { AiLimits } from '#contract/ai-limits.ts';
import {
  runningTotals,
  testDailyTokens,
  testMonthlyBudget,
  type BackTest,
  type BudgetMonth,
  type DayUse,
} from '#src/ai-usage/figures/back-test.ts';
import type { AiSearch, TriedCap } from '#src/ai-usage/search.ts';
import { actionAfter, parseAmount, type Amount } from './cap-draft.ts';
import { niceStep } from './slider-range.ts';

/** A cap that is tried, and what it would have done. */
export interface Trial {
  readonly cap: TriedCap;
  readonly amount: Amount;
  readonly action: CapAction;
  readonly saved: Amount | null;
  /** It differs from what is saved. */
  readonly isChanged: boolean;
  readonly result: BackTest & { readonly months: readonly BudgetMonth[] };
}

/** The days of a window, and those before it that are known. */
export interface TrialDays {
  readonly days: readonly DayUse[];
  readonly from: string;
  readonly today: string;
}

/** The trial that the address asks for; without an amount in it that of the saved cap, else of four fifths of the highest. */
export function trialOf(search: AiSearch, limits: AiLimits, tested: TrialDays): Trial {
  const cap = search.cap ?? 'budget';
  const saved = limits[cap].limit;
  const amount =
    amountOf(cap, search.try) ?? (saved === null ? suggestion(cap, tested) : (amountOf(cap, String(saved)) ?? saved));
  const action = actionAfter(search.action ?? null, limits.action);
  const isChanged = String(amount) !== String(saved) || action !== limits.action;
  const result =
    cap === 'budget'
      ? testMonthlyBudget(tested, Number(amount))
      : { ...testDailyTokens(tested, BigInt(amount)), months: [] };
  return { cap, amount, action, saved, isChanged, result };
}

/** An amount that can be tried: tokens are whole. Null for any other text. */
export function amountOf(cap: TriedCap, text: string | undefined): Amount | null {
  const amount = text === undefined ? null : parseAmount(cap, text);
  return amount === null || (cap === 'daily_tokens' && typeof amount !== 'bigint') ? null : amount;
}

/** What the chart draws for a day: its tokens, or what its month had cost by then. */
export function columnsOf(cap: TriedCap, { days, from }: TrialDays): readonly number[] {
  const values =
    cap === 'budget' ? runningTotals(days).map(({ spentUsd }) => spentUsd) : days.map(({ tokens }) => Number(tokens));
  return values.filter((_, index) => (days[index]?.date ?? '') >= from);
}

function suggestion(cap: TriedCap, tested: TrialDays): Amount {
  const highest = Math.max(0, ...columnsOf(cap, tested));
  const step = niceStep(highest / 20, cap);
  const amount = Math.max(step, Math.round((highest * 0.8) / step) * step);
  return cap === 'budget' ? Math.round(amount * 100) / 100 : BigInt(Math.round(amount));
}
