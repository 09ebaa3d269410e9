import type { AiLimits } from '#contract/ai-limits.ts';
import { AI_CAPS, type AiCap } from '#contract/ai-names.ts';
import type { AiPriceEntry } from '#contract/ai-prices.ts';
import { estimateCopilotCall } from '#contract/copilot-estimate.ts';

export interface CallCheck {
  /** The most that the call may use; the dearest price counts where the service chooses the model. */
  readonly tokens: number;
  /** Null without a price. */
  readonly usd: number | null;
  /** The first cap that is passed, or that the call could pass. */
  readonly cap: { readonly name: AiCap; readonly isExceeded: boolean } | null;
  /** The caps stop calls; soft ones only warn. */
  readonly isHard: boolean;
  /** The service refuses the call: a hard cap is reached, or the model has no price. One that is nearly reached lets a last call through. */
  readonly isStopped: boolean;
  /** A hard budget in USD takes no model without a price. */
  readonly isUnpriced: boolean;
}

interface Asked {
  readonly transcript: string;
  readonly toneHint: string;
  /** Null where the service chooses. */
  readonly model: string | null;
  readonly feature: 'copilot' | 'copilot_summary';
  /** Undefined where they are unknown. */
  readonly prices: readonly AiPriceEntry[] | undefined;
  readonly limits: AiLimits | undefined;
}

/** Estimates the most that a call costs, and checks it against the caps. */
export function checkCall({ transcript, toneHint, model, feature, prices, limits }: Asked): CallCheck {
  const able = (prices ?? []).filter((price) => model === null || price.model === model);
  const costs = (able.length === 0 ? [null] : able).map((price) =>
    estimateCopilotCall({ transcript, toneHint, price }),
  );
  const { tokens, usd } = costs.reduce((most, one) => ((one.usd ?? 0) > (most.usd ?? 0) ? one : most));
  const needs: Readonly<Record<AiCap, number>> = { budget: usd ?? 0, daily_tokens: tokens, minute_calls: 1 };
  const isHard = limits?.action === 'hard' && (limits.enforced_features?.includes(feature) ?? true);
  const passed = AI_CAPS.flatMap((name) => {
    const state = limits?.[name];
    if (state === undefined || state.limit === null) return [];
    const left = Number(state.limit) - Number(state.current);
    return state.exceeded || left < needs[name] ? [{ name, isExceeded: state.exceeded }] : [];
  });
  const isUnpriced = isHard && limits.budget.limit !== null && model !== null && prices !== undefined && usd === null;
  const [cap = null] = passed;
  return { tokens, usd, cap, isHard, isStopped: isUnpriced || (isHard && cap?.isExceeded === true), isUnpriced };
}
