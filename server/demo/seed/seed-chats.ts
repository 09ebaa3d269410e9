import type { AuditContext } from '#server/audit/record-audit.ts';
import { recordTranscript } from '#server/conversations/record-transcript.ts';
import type { Db } from '#server/db/db.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import type { DemoEvent } from '#server/demo/write-silently.ts';
import type { PlannedCall } from '#server/demo/plan/plan-ai-call.ts';
import type { Conversation } from '#server/demo/plan/plan-conversations.ts';
import type { Spent } from './seed-ai-usage.ts';
import { recordFeedback } from '#server/conversations/feedback.ts';

const MINUTE = 60_000;

/** Finished conversations, with the cost of each of the bot's replies and some visitors' ratings. */
export function seedChats(
  scene: DemoScene,
  conversations: readonly Conversation[],
  spent: ReadonlyMap<PlannedCall, Spent>,
): DemoEvent[] {
  return conversations.flatMap((conversation): DemoEvent[] => {
    const { chat, last, feedback } = conversation;
    const chatted: DemoEvent = {
      at: last,
      write: (db, context) => writeChat(db, scene, { conversation, spent }, context),
    };
    if (feedback === null) return [chatted];
    const record = { ...feedback, session_id: chat.sessionId, visitor_key: chat.visitor.key };
    return [chatted, { at: last + MINUTE, write: (db, context) => recordFeedback(db, scene.site, record, context) }];
  });
}

async function writeChat(
  db: Db,
  scene: DemoScene,
  {
    conversation: { chat, transcript },
    spent,
  }: { readonly conversation: Conversation; readonly spent: ReadonlyMap<PlannedCall, Spent> },
  context: AuditContext,
): Promise<void> {
  const messages = transcript.lines.map((line) => {
    const agent = line.agent === undefined ? undefined : scene.agents[line.agent];
    // The last call of a line produced its text.
    const last = line.role === 'ai' ? line.calls.at(-1) : undefined;
    return {
      role: line.role,
      text: line.text,
      created_utc: new Date(line.at).toISOString(),
      ...(agent === undefined ? {} : { author_name: agent.name }),
      ...(last === undefined ? {} : spent.get(last)),
    };
  });
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
