import { upsertVisitorRecord } from '#server/visitors/upsert-visitor-record.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import type { DemoEvent } from '#server/demo/write-silently.ts';
import type { PlannedChat } from '#server/demo/plan/plan-chats.ts';
import { Random } from '#server/demo/random.ts';
import { VISITOR_DEEDS } from '#server/demo/words/visitor-words.ts';
import { trackEventRecord } from '#server/visitors/track.ts';

const MINUTE = 60_000;
const HALF = 0.55;

/** The visits to the shop before about half of the conversations; visitors who wrote have a name. */
export function seedVisits({ site, seed, now }: DemoScene, chats: readonly PlannedChat[]): DemoEvent[] {
  const random = new Random(seed ^ 0x7157);
  const visits = chats.flatMap(({ visitor, at, channel }): DemoEvent[] => {
    const isTracked = random.chance(HALF);
    const start = at - random.integer(4, 50) * MINUTE;
    const events = Array.from({ length: random.integer(2, 6) }, (_, index) => {
      const action =
        VISITOR_DEEDS[random.weighted(VISITOR_DEEDS.map(({ weight }) => weight))] ?? random.pick(VISITOR_DEEDS);
      const properties = random.pick(action.properties);
      const event = { visitor_key: visitor.key, event: action.event, properties };
      const happened = Math.min(start + index * random.integer(20, 200) * 1_000, now.getTime() - 1);
      return { at: happened, write: (db, context) => trackEventRecord(db, site, event, context) } satisfies DemoEvent;
    });
    if (!isTracked || channel !== 'web') return [];
    const { person, key } = visitor;
    if (person === null) return events;
    const known = {
      visitor_key: key,
      email: person.email,
      phone: person.phone,
      display_name: person.name,
      attributes: {
        language: random.pick(['de', 'en', 'fr', 'nl']),
        bikes: random.integer(0, 3),
        newsletter: random.chance(0.4),
      },
    };
    return [...events, { at, write: (db, context) => upsertVisitorRecord(db, site, known, context) }];
  });
  return visits.sort((a, b) => a.at - b.at);
}
