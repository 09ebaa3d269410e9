import type { AiLimits } from '#contract/ai-limits.ts';
import type { CapAction } from '#contract/ai-names.ts';
import { stoppedFeatures } from './cap-outlook.ts';
import { runningTotals, testDailyTokens, testMonthlyBudget } from '#src/ai-usage/figures/back-test.ts';
import type { BackTest, BudgetMonth, DayUse } from '#src/ai-usage/figures/back-test.ts';
import type { CapsSearch, TriedCap } from '#src/ai-usage/search.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay, formatUtcMonthAndYear } from '#src/format/utc-day.ts';
import type { DayWindow } from '#src/panels/day-window.ts';
import { amountOf, formatRate, formatUse, isSameAmount, niceStep, roundAmount, type Amount } from './cap-amounts.ts';
import { actionAfter } from './cap-draft.ts';
import { messages } from './caps-tab-messages.ts';
import type { StoppedState } from './stopped-by-service.tsx';

/** A cap that is tried, and what it would have done. */
export interface Trial {
  readonly cap: TriedCap;
  readonly amount: Amount;
  readonly action: CapAction;
  readonly saved: Amount | null;
  /** The address asks for it. */
  readonly isTried: boolean;
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
export function trialOf(search: CapsSearch, limits: AiLimits, tested: TrialDays): Trial {
  const cap = search.cap ?? 'budget';
  const saved = limits[cap].limit;
  const amount = amountOf(cap, search.try ?? '') ?? saved ?? suggestion(cap, tested);
  const action = actionAfter(search.action ?? null, limits.action);
  return {
    cap,
    amount,
    action,
    saved,
    isTried: search.try !== undefined || search.action !== undefined,
    isChanged: !isSameAmount(amount, saved) || action !== limits.action,
    result:
      cap === 'budget'
        ? testMonthlyBudget(tested, Number(amount))
        : { ...testDailyTokens(tested, BigInt(amount)), months: [] },
  };
}

/** The value of a day in the chart: its tokens, or what its month had cost by then. */
export function columnsOf(cap: TriedCap, { days, from }: TrialDays): readonly number[] {
  const values =
    cap === 'budget' ? runningTotals(days).map(({ spentUsd }) => spentUsd) : days.map(({ tokens }) => Number(tokens));
  return values.filter((_, index) => (days[index]?.date ?? '') >= from);
}

function suggestion(cap: TriedCap, tested: TrialDays): Amount {
  const highest = Math.max(0, ...columnsOf(cap, tested));
  const step = niceStep(highest / 20, cap);
  return roundAmount(cap, Math.max(step, Math.round((highest * 0.8) / step) * step));
}

/** The sentence that answers: on how many days would this cap have been hit? */
export function leadOf({ cap, amount, result }: Trial, window: DayWindow): string {
  const { hits, highest, completeDays, calls, months } = result;
  const { lead } = messages;
  if (completeDays === 0) return lead.noDay;
  if (calls === 0) return lead.noCalls;
  const days = messages.window.days(window.days);
  if (hits.length > 0) {
    const isMostly = hits.length * 2 > window.days;
    const shownDays = window.endsToday ? messages.window.last(window.days) : days;
    return (isMostly ? lead.mostly : lead)[cap](formatRate(cap, amount), hits.length, shownDays);
  }
  if (cap === 'daily_tokens') {
    const { day, amount: tokens } = highest ?? { day: window.from, amount: 0n };
    return lead.none.daily_tokens(days, formatUse(cap, tokens), formatUtcDay(day));
  }
  const { month, spentUsd } = months.toSorted((a, b) => b.spentUsd - a.spentUsd)[0] ?? {
    month: window.from,
    spentUsd: 0,
  };
  return lead.none.budget(days, formatUsd(spentUsd), formatUtcMonthAndYear(month));
}

/** The lines below it: when, and what it would have cost and saved. */
export function leadText({ action, isChanged, result }: Trial, state: StoppedState, limits: AiLimits): string {
  const { hits, completeDays, calls } = result;
  if (calls === 0 || completeDays === 0) return messages.lead.noCallsText;
  const [first, last] = [hits[0], hits.at(-1)];
  const parts = [
    first === undefined || last === undefined
      ? []
      : [
          messages.text.firstLast(formatUtcDay(first.day), formatUtcDay(last.day)),
          ...stoppedText(action, state, stoppedFeatures(limits)),
        ],
    isChanged ? messages.text.unsaved : messages.text.saved,
  ];
  return parts.flat().join(' ');
}

/** Only what the service stops itself is promised; nothing is said until that is known. */
function stoppedText(action: CapAction, state: StoppedState, features: string | null): readonly string[] {
  if (state.kind === 'unsaid' || features === null) return [messages.text.unsaid];
  if (state.kind === 'waiting') return [];
  const { calls, usd } = state.stopped.total;
  const shown = formatCount(Math.round(calls));
  return [
    action === 'hard' ? messages.text.hard(shown, features, formatUsd(usd)) : messages.text.soft(shown, features),
  ];
}
