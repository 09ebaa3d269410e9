import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import { writeSilently } from '#server/demo/write-silently.ts';
import { planChats } from '#server/demo/plan/plan-chats.ts';
import { DEMO_PRICES, type PlannedCall } from '#server/demo/plan/plan-ai-call.ts';
import { planConversations } from '#server/demo/plan/plan-conversations.ts';
import { planStoryCalls } from '#server/demo/plan/plan-story-calls.ts';
import { seedAiUsage, type Spent } from './seed-ai-usage.ts';
import { seedBeginnings } from './seed-beginnings.ts';
import { seedBindings } from './seed-bindings.ts';
import { seedChats } from './seed-chats.ts';
import { seedCustomers, type CareCounts } from './seed-customers.ts';
import { seedDuplicates } from './seed-duplicates.ts';
import { seedHandoffs } from './seed-handoffs.ts';
import { seedImports } from './seed-imports.ts';
import { seedMessages } from './seed-messages.ts';
import { seedPortalLinks } from './seed-portal-links.ts';
import { seedRatings, seedReviews, type LowAnswer } from './seed-ratings.ts';
import { seedTokens } from './seed-tokens.ts';
import { seedVisits } from './seed-visits.ts';
import { seedWebhooks } from './seed-webhooks.ts';
import { hasAiUsage } from '#server/ai/ai-limits.ts';
import { setSitePrices } from '#server/ai/site-prices.ts';

/** Seeds what surrounds the tickets: ratings, chats with the bot, visits, links, messages, imports, tokens, webhooks. */
export async function seedAround(scene: DemoScene, opening: Date): Promise<CareCounts> {
  const chats = planChats(scene);
  await seedPrices(scene);
  const tokens = await seedTokens(scene);
  await seedImports(scene, opening.getTime());
  await seedBindings(scene);
  await writeSilently(scene, seedBeginnings(scene, opening.getTime()));
  await writeSilently(scene, seedVisits(scene, chats));
  const conversations = planConversations(scene, chats);
  const calls = planStoryCalls(scene, conversations);
  const spent = new Map<PlannedCall, Spent>();
  // A chat comes after the calls that were made in it, whose costs its messages tell.
  const talks = [...seedAiUsage(scene, { calls, tokens }, spent), ...seedChats(scene, conversations, spent)];
  await writeSilently(
    scene,
    talks.sort((a, b) => a.at - b.at),
  );
  await writeSilently(scene, seedMessages(scene));
  await seedPortalLinks(scene);
  const care = { handles: 0 };
  await writeSilently(scene, seedCustomers(scene, care));
  await writeSilently(scene, seedDuplicates(scene, care));
  const low: LowAnswer[] = [];
  const news = [...seedRatings(scene, low), ...seedHandoffs(scene, chats)].sort((a, b) => a.at - b.at);
  await seedWebhooks(scene, news);
  await writeSilently(scene, seedReviews(scene, low));
  return care;
}

/** Prices of the story's models, so that the costs of its calls can be computed again. */
export async function seedPrices({ database, site }: DemoScene): Promise<void> {
  if (!hasAiUsage(site)) return;
  await database.forSite(site.id).transaction((db) => setSitePrices(db, site, DEMO_PRICES));
}
