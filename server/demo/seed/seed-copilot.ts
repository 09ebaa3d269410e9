import { hasAiUsage } from '#server/ai/ai-limits.ts';
import { recordAiCall } from '#server/ai/record-ai-call.ts';
import type { DemoDeed, DemoScene } from './demo-scene.ts';
import { DEMO_PRICES, planAiCall } from './plan-ai-call.ts';
import { Random } from './random.ts';

const MINUTE = 60_000;
const COPILOT_MS = 90 * 24 * 60 * MINUTE;

/** Drafts and summaries that agents asked the copilot for before some of their replies of the last ninety days. */
export function tellCopilot({ site, seed, now, tickets }: DemoScene): DemoDeed[] {
  if (!hasAiUsage(site)) return [];
  const random = new Random(seed ^ 0xc0b1);
  const from = now.getTime() - COPILOT_MS;
  return tickets.flatMap(({ planned }) =>
    planned.steps.flatMap((step): DemoDeed[] => {
      if (step.kind !== 'reply' || step.at < from || !random.chance(0.16)) return [];
      const feature = random.chance(0.22) ? 'copilot_summary' : 'copilot';
      const call = planAiCall(random, feature, { isPreview: false });
      const at = Math.max(planned.at, step.at - MINUTE);
      const prices = DEMO_PRICES;
      return [{ at, write: (db, context) => recordAiCall(db, site, call, { ...context, prices }) }];
    }),
  );
}
