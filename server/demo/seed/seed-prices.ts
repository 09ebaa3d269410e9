import { hasAiUsage } from '#server/ai/ai-limits.ts';
import { setSitePrices } from '#server/ai/site-prices.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import { DEMO_PRICES } from '#server/demo/plan/plan-ai-call.ts';

/** What the models of the story cost, so that its calls can be reckoned again at these prices. */
export async function seedPrices({ database, site }: DemoScene): Promise<void> {
  if (!hasAiUsage(site)) return;
  await database.forSite(site.id).transaction((db) => setSitePrices(db, site, DEMO_PRICES));
}
