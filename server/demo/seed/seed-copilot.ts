import { hasAiUsage } from '#server/ai/ai-limits.ts';
import { recordAiCall } from '#server/ai/record-ai-call.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import type { DemoEvent } from '#server/demo/write-silently.ts';
import { DEMO_PRICES, planAiCall } from '#server/demo/plan/plan-ai-call.ts';
import { Random } from '#server/demo/random.ts';

const MINUTE = 60_000;
const COPILOT_MS = 90 * 24 * 60 * MINUTE;

/** Drafts and summaries that agents asked the copilot for before some of their replies of the last ninety days. */
export function seedCopilot({ site, seed, now, tickets }: DemoScene): DemoEvent[] {
  if (!hasAiUsage(site)) return [];
  const random = new Random(seed ^ 0xc0b1);
  const from = now.getTime() - COPILOT_MS;
  return tickets.flatMap(({ planned }) =>
    planned.steps.flatMap((step): DemoEvent[] => {
      if (step.kind !== 'reply' || step.at < from || !random.chance(0.16)) return [];
      const feature = random.chance(0.22) ? 'copilot_summary' : 'copilot';
      const call = planAiCall(random, feature, { isPreview: false });
      const at = Math.max(planned.at, step.at - MINUTE);
      const prices = DEMO_PRICES;
      return [{ at, write: (db, context) => recordAiCall(db, site, call, { ...context, prices }) }];
    }),
  );
}
