import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import { writeSilently } from '#server/demo/write-silently.ts';
import { planChats } from '#server/demo/plan/plan-chats.ts';
import { DEMO_PRICES, type PlannedCall } from '#server/demo/plan/plan-ai-call.ts';
import { planConversations, type Conversation } from '#server/demo/plan/plan-conversations.ts';
import { planStoryCalls } from '#server/demo/plan/plan-story-calls.ts';
import { seedAiUsage, type Spent } from './seed-ai-usage.ts';
import { seedBeginnings } from './seed-beginnings.ts';
import { seedBindings } from './seed-bindings.ts';
import { seedChats } from './seed-chats.ts';
import { seedCustomers } from './seed-customers.ts';
import { seedDuplicates } from './seed-duplicates.ts';
import { seedHandles } from './seed-handles.ts';
import { seedHandoffs } from './seed-handoffs.ts';
import { seedImports } from './seed-imports.ts';
import { seedMessages } from './seed-messages.ts';
import { seedPortalLinks } from './seed-portal-links.ts';
import { isRating, seedRatings, seedReviews, writeRatings } from './seed-ratings.ts';
import { seedTokens } from './seed-tokens.ts';
import { seedVisits } from './seed-visits.ts';
import { divideNews, seedWebhooks } from './seed-webhooks.ts';
import { hasAiUsage } from '#server/ai/ai-limits.ts';
import { setSitePrices } from '#server/ai/ai-prices.ts';

/**
 * Seeds the records around the tickets: ratings, chats with the bot, visits, links, messages, imports, tokens,
 * webhooks. Independent parts are written concurrently.
 */
export async function seedAround(scene: DemoScene, opening: Date): Promise<void> {
  const chats = planChats(scene);
  const conversations = planConversations(scene, chats);
  const talk = async () => {
    const [spent] = await Promise.all([
      seedSpending(scene, conversations),
      seedHandles(scene).then(() => seedBindings(scene)),
      writeSilently(scene, seedBeginnings(scene, opening.getTime())),
    ]);
    const talks = seedChats(scene, conversations, spent).sort((a, b) => a.at - b.at);
    // Visitors are linked to customers by their handles, and chat messages contain the cost of their calls.
    await Promise.all([writeSilently(scene, seedVisits(scene, chats)), writeSilently(scene, talks)]);
  };
  await Promise.all([
    talk(),
    seedPortalLinks(scene),
    seedImports(scene, opening.getTime()),
    writeSilently(scene, seedMessages(scene)),
  ]);
  const events = [...seedRatings(scene), ...seedHandoffs(scene, chats)].sort((a, b) => a.at - b.at);
  const { older, news } = await divideNews(scene, events);
  const customers = writeSilently(scene, seedCustomers(scene));
  // A rating depends on the handoff that led to its ticket.
  const answers = writeSilently(
    scene,
    older.filter((event) => !isRating(event)),
  ).then(() => writeRatings(scene, older.filter(isRating)));
  await Promise.all([customers, answers]);
  await writeSilently(scene, seedDuplicates(scene));
  await seedWebhooks(scene, news);
  await writeSilently(scene, await seedReviews(scene));
}

/** Tokens, and the AI calls that were made with them. */
async function seedSpending(
  scene: DemoScene,
  conversations: readonly Conversation[],
): Promise<ReadonlyMap<PlannedCall, Spent>> {
  await seedPrices(scene);
  const tokens = await seedTokens(scene);
  return seedAiUsage(scene, { calls: planStoryCalls(scene, conversations), tokens });
}

/** Prices of the story's models, so that the costs of its calls can be calculated again. */
export async function seedPrices({ database, site }: DemoScene): Promise<void> {
  if (!hasAiUsage(site)) return;
  await database.forSite(site.id).transaction((db) => setSitePrices(db, site, DEMO_PRICES));
}
