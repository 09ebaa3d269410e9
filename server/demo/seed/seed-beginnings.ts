import { upsertStarter } from '#server/conversations/upsert-starter.ts';
import { upsertSegment } from '#server/visitors/upsert-segment.ts';
import { CHAT_STARTERS } from './chat-words.ts';
import type { DemoDeed, DemoScene } from './demo-scene.ts';
import { SEGMENTS } from './visitor-words.ts';

/** What the bot offers to begin with, and the rules that put visitors into segments. */
export function tellBeginnings({ site, tickets }: DemoScene, at: number): DemoDeed[] {
  if (tickets.length === 0) return [];
  const starters = CHAT_STARTERS.map(({ text, locale }, index): DemoDeed => {
    const starter = { text, locale, position: index + 1, external_id: `starter-${index + 1}` };
    return { at, write: (db, context) => upsertStarter(db, site, starter, context) };
  });
  const segments = SEGMENTS.map((segment): DemoDeed => ({
    at,
    write: (db, context) => upsertSegment(db, site, segment, context),
  }));
  return [...starters, ...segments];
}
