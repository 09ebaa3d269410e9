import { hasAiUsage } from '#server/ai/ai-limits.ts';
import { recordAiCall, type RecordedAiCall } from '#server/ai/record-ai-call.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import { recordFeedback } from '#server/conversations/record-feedback.ts';
import { recordTranscript } from '#server/conversations/record-transcript.ts';
import type { Db } from '#server/db/db.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import type { DemoEvent } from '#server/demo/write-silently.ts';
import { DEMO_PRICES } from '#server/demo/plan/plan-ai-call.ts';
import type { PlannedChat } from '#server/demo/plan/plan-chats.ts';
import { planTranscript, type PlannedLine, type Transcript } from '#server/demo/plan/plan-transcript.ts';
import { Random } from '#server/demo/random.ts';
import { RATING_WORDS } from '#server/demo/words/rating-words.ts';

const MINUTE = 60_000;
const RATINGS = [0, 1, 2, 3, 4, 5] as const;

/** Conversations with what the bot spent on them, and what visitors thought of some. */
export function seedChats(scene: DemoScene, chats: readonly PlannedChat[]): DemoEvent[] {
  const random = new Random(scene.seed ^ 0x7a1c);
  const now = scene.now.getTime();
  return chats.flatMap((chat): DemoEvent[] => {
    const transcript = planTranscript(random, chat, now);
    const last = Math.max(transcript.endedAt ?? 0, ...transcript.lines.map(({ at }) => at));
    const rating = RATINGS[random.weighted([4, 4, 6, 14, 34, 38])] ?? 5;
    const comment = random.chance(0.25) ? random.pick(RATING_WORDS.chat) : null;
    const isRated = random.chance(0.33) && transcript.endedAt !== null && last + MINUTE < now;
    const chatted: DemoEvent = {
      at: last,
      write: (db, context) => writeChat(db, scene, { chat, transcript }, context),
    };
    const feedback = { rating, comment, session_id: chat.sessionId, visitor_key: chat.visitor.key };
    return isRated
      ? [chatted, { at: last + MINUTE, write: (db, context) => recordFeedback(db, scene.site, feedback, context) }]
      : [chatted];
  });
}

async function writeChat(
  db: Db,
  scene: DemoScene,
  { chat, transcript }: { readonly chat: PlannedChat; readonly transcript: Transcript },
  context: AuditContext,
): Promise<void> {
  const messages = [];
  for (const line of transcript.lines) {
    const spent = await spend(db, scene, { line, sessionId: chat.sessionId }, context);
    const agent = line.agent === undefined ? undefined : scene.agents[line.agent];
    messages.push({
      role: line.role,
      text: line.text,
      created_utc: new Date(line.at).toISOString(),
      ...(agent === undefined ? {} : { author_name: agent.name }),
      ...(spent === null || line.role !== 'ai' ? {} : spent),
    });
  }
  const { person, key } = chat.visitor;
  const ticketId = chat.handoff?.ticket?.locked.id ?? null;
  const session = {
    session_id: chat.sessionId,
    channel: chat.channel,
    visitor_key: key,
    ...(person === null ? {} : { email: person.email, phone: person.phone }),
    ticket_id: ticketId,
    ...(transcript.endedAt === null ? {} : { ended_utc: new Date(transcript.endedAt).toISOString() }),
    messages,
  };
  await recordTranscript(db, scene.site, session, context);
}

interface Spent {
  readonly tokens: number;
  readonly cost_usd: number;
  readonly latency_ms: number;
}

/** Records the calls behind a line, and answers what the last one took, which made the line. Null without AI usage. */
async function spend(
  db: Db,
  { site }: DemoScene,
  { line, sessionId }: { readonly line: PlannedLine; readonly sessionId: string },
  context: AuditContext,
): Promise<Spent | null> {
  if (!hasAiUsage(site)) return null;
  let spent: Spent | null = null;
  for (const call of line.calls) {
    const at = { now: new Date(line.at), prices: DEMO_PRICES };
    const made: RecordedAiCall = await recordAiCall(db, site, { ...call, sessionId }, { ...context, ...at });
    spent = { tokens: Number(made.tokens), cost_usd: Number(made.cost_usd), latency_ms: call.latencyMs };
  }
  return spent;
}
