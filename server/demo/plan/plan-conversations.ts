import { RATING_WORDS } from '#server/demo/words/rating-words.ts';
import { Random } from '#server/demo/random.ts';
import type { DemoScene } from './demo-scene.ts';
import type { PlannedChat } from './plan-chats.ts';
import { planTranscript, type Transcript } from './plan-transcript.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const RATINGS = [0, 1, 2, 3, 4, 5] as const;
/** How many days ago the prompts were too large, at least and at most. */
const LONG_DAYS = { from: 6, to: 16 } as const;

export interface Conversation {
  readonly chat: PlannedChat;
  readonly transcript: Transcript;
  /** The time of its last message. */
  readonly last: number;
  readonly feedback: { readonly rating: (typeof RATINGS)[number]; readonly comment: string | null } | null;
}

/** Plans the messages of each chat, and the ratings of some. */
export function planConversations(scene: DemoScene, chats: readonly PlannedChat[]): Conversation[] {
  const random = new Random(scene.seed ^ 0x7a1c);
  const now = scene.now.getTime();
  const longDay = busiestDay(chats, now);
  return chats.map((chat) => {
    const transcript = planTranscript(random, chat, now, dayOf(chat.at) === longDay);
    const last = Math.max(transcript.endedAt ?? 0, ...transcript.lines.map(({ at }) => at));
    const rating = RATINGS[random.weighted([4, 4, 6, 14, 34, 38])] ?? 5;
    const comment = random.chance(0.25) ? random.pick(RATING_WORDS.chat) : null;
    const isRated = random.chance(0.33) && transcript.endedAt !== null && last + MINUTE < now;
    return { chat, transcript, last, feedback: isRated ? { rating, comment } : null };
  });
}

/** The UTC day of the last weeks with the most chats, so that its incident is visible; -1 if there are none. */
function busiestDay(chats: readonly PlannedChat[], now: number): number {
  const counts = new Map<number, number>();
  for (const { at } of chats) {
    const ago = dayOf(now) - dayOf(at);
    if (ago >= LONG_DAYS.from && ago <= LONG_DAYS.to) counts.set(dayOf(at), (counts.get(dayOf(at)) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0] ?? -1;
}

function dayOf(at: number): number {
  return Math.floor(at / DAY);
}
