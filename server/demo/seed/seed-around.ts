import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import { writeSilently } from '#server/demo/write-silently.ts';
import { planChats } from '#server/demo/plan/plan-chats.ts';
import { setDemoCaps } from '#server/demo/set-demo-caps.ts';
import { seedBeginnings } from './seed-beginnings.ts';
import { seedBindings } from './seed-bindings.ts';
import { seedChats } from './seed-chats.ts';
import { seedCopilot } from './seed-copilot.ts';
import { seedHandoffs } from './seed-handoffs.ts';
import { seedImports } from './seed-imports.ts';
import { seedMessages } from './seed-messages.ts';
import { seedPortalLinks } from './seed-portal-links.ts';
import { seedRatings } from './seed-ratings.ts';
import { seedTokens } from './seed-tokens.ts';
import { seedVisits } from './seed-visits.ts';
import { seedWebhooks } from './seed-webhooks.ts';

/** What happens around the tickets: ratings, chats with the bot, visits, links, messages, imports, tokens, webhooks. */
export async function seedAround(scene: DemoScene, opening: Date): Promise<void> {
  const chats = planChats(scene);
  await seedImports(scene, opening.getTime());
  await seedBindings(scene);
  await writeSilently(scene, seedBeginnings(scene, opening.getTime()));
  await writeSilently(scene, seedVisits(scene, chats));
  await writeSilently(scene, seedChats(scene, chats));
  await writeSilently(scene, seedCopilot(scene));
  await writeSilently(scene, seedMessages(scene));
  await seedPortalLinks(scene);
  await setDemoCaps(scene);
  await seedTokens(scene);
  const news = [...seedRatings(scene), ...seedHandoffs(scene, chats)].sort((a, b) => a.at - b.at);
  await seedWebhooks(scene, news);
}
