import { upsertSegment } from '#server/visitors/upsert-segment.ts';
import { CHAT_STARTERS } from '#server/demo/words/chat-words.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import type { DemoEvent } from '#server/demo/write-silently.ts';
import { SEGMENTS } from '#server/demo/words/visitor-words.ts';
import { upsertStarter } from '#server/conversations/starters.ts';

/** Conversation starters of the bot, and the rules of segments. */
export function seedBeginnings({ site, tickets }: DemoScene, at: number): DemoEvent[] {
  if (tickets.length === 0) return [];
  const starters = CHAT_STARTERS.map(({ text, locale }, index): DemoEvent => {
    const starter = { text, locale, position: index + 1, external_id: `starter-${index + 1}` };
    return { at, write: (db, context) => upsertStarter(db, site, starter, context) };
  });
  const segments = SEGMENTS.map((segment): DemoEvent => ({
    at,
    write: (db, context) => upsertSegment(db, site, segment, context),
  }));
  return [...starters, ...segments];
}
