import { writeQuietly, type DemoScene } from './demo-scene.ts';
import { planChats } from './plan-chats.ts';
import { setDemoCaps } from './set-demo-caps.ts';
import { tellBeginnings } from './tell-beginnings.ts';
import { tellBindings } from './tell-bindings.ts';
import { tellChats } from './tell-chats.ts';
import { tellCopilot } from './tell-copilot.ts';
import { tellHandoffs } from './tell-handoffs.ts';
import { tellImports } from './tell-imports.ts';
import { tellMessages } from './tell-messages.ts';
import { tellPortalLinks } from './tell-portal-links.ts';
import { tellRatings } from './tell-ratings.ts';
import { tellTokens } from './tell-tokens.ts';
import { tellVisits } from './tell-visits.ts';
import { tellWebhooks } from './tell-webhooks.ts';

/** What happens around the tickets: ratings, chats with the bot, visits, links, messages, imports, tokens, webhooks. */
export async function tellAround(scene: DemoScene, opening: Date): Promise<void> {
  const chats = planChats(scene);
  await tellImports(scene, opening.getTime());
  await tellBindings(scene);
  await writeQuietly(scene, tellBeginnings(scene, opening.getTime()));
  await writeQuietly(scene, tellVisits(scene, chats));
  await writeQuietly(scene, tellChats(scene, chats));
  await writeQuietly(scene, tellCopilot(scene));
  await writeQuietly(scene, tellMessages(scene));
  await tellPortalLinks(scene);
  await setDemoCaps(scene);
  await tellTokens(scene);
  const news = [...tellRatings(scene), ...tellHandoffs(scene, chats)].sort((a, b) => a.at - b.at);
  await tellWebhooks(scene, news);
}
