import type { AiCap } from '#contract/ai-names.ts';

/** What a slider is measured by where nothing is used and nothing is set. */
export const FIRST_LIMITS: Readonly<Record<AiCap, number>> = { budget: 100, daily_tokens: 1_000_000, minute_calls: 60 };

/** The step of 1, 2 or 5 and zeros that is at least this; whole where the cap counts something, and never below a cent. */
export function niceStep(least: number, cap: AiCap): number {
  const smallest = cap === 'budget' ? 0.01 : 1;
  const power = 10 ** Math.floor(Math.log10(Math.max(least, smallest)));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10;
  return Math.max(smallest, step * power);
}
