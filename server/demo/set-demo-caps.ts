import { hasAiUsage, readLimits, setAiLimits } from '#server/ai/ai-limits.ts';
import { DEMO_ACTOR } from './demo-actor.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';

/** Of the budget, what this month has used so far; the other limits are far. */
const NEAR = 0.86;

/** Limits that only warn. The budget is nearly used, where this month has any costs; none is exceeded. */
export async function setDemoCaps({ database, site, now, tickets }: DemoScene): Promise<void> {
  if (!hasAiUsage(site) || tickets.length === 0) return;
  await database.forSite(site.id).transaction(async (db) => {
    const { budget, daily_tokens: tokens } = await readLimits(db, site, now);
    const limits = {
      // In whole cents, above what is used.
      monthly_budget_usd: (Math.floor((Number(budget.current) / NEAR) * 100) + 1) / 100,
      daily_token_limit: 2_000_000 + Number(tokens.current) * 3,
      minute_call_limit: 120,
      action: 'soft',
    } as const;
    await setAiLimits(db, site, limits, { actor: DEMO_ACTOR, now, isSilent: true });
  });
}
