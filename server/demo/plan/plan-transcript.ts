import { AGENT_GREETINGS, HANDING_OVER, WANTS_A_PERSON } from '#server/demo/words/chat-words.ts';
import { planAiCall, type PlannedCall } from './plan-ai-call.ts';
import type { PlannedChat } from './plan-chats.ts';
import type { Random } from '#server/demo/random.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** The preview model has answered some of the visitors for three weeks. */
const PREVIEW_SINCE = 21 * DAY;

export interface PlannedLine {
  readonly role: 'visitor' | 'ai' | 'agent' | 'system';
  readonly text: string;
  readonly at: number;
  /** Index in the list of agents, if one of them speaks. */
  readonly agent?: number;
  /** Calls for the line; the last one produced its text. */
  readonly calls: readonly PlannedCall[];
}

export interface Transcript {
  readonly lines: readonly PlannedLine[];
  /** Null while the session runs. */
  readonly endedAt: number | null;
}

/**
 * The messages before `now`, oldest first.
 * @param isLong Whether the bot's prompts are too large
 */
export function planTranscript(random: Random, chat: PlannedChat, now: number, isLong: boolean): Transcript {
  const { topic, ending, handoff } = chat;
  const isPreview = now - chat.at < PREVIEW_SINCE && random.chance(0.12);
  const lines: PlannedLine[] = [];
  let at = chat.at;
  const say = (role: PlannedLine['role'], text: string, calls: readonly PlannedCall[] = []) => {
    lines.push({ role, text, at, calls });
  };
  const think = (features: readonly PlannedCall['feature'][], isFailing?: boolean) => {
    const calls = features.map((feature) =>
      planAiCall(random, feature, {
        isPreview,
        isLong,
        ...(feature === 'bot' ? { isFailing: isFailing ?? false } : {}),
      }),
    );
    at += calls.reduce((sum, call) => sum + call.latencyMs, 0);
    return calls;
  };
  const variant = random.chance(0.62) ? 0 : random.integer(0, topic.questions.length - 1);
  say('visitor', topic.questions[variant] ?? '');
  const first = think(['intent', 'tone', 'kb_search', 'bot']);
  say('ai', topic.answers[variant % topic.answers.length] ?? '', first);
  if (ending === 'running') return { lines, endedAt: null };
  if (chat.hasSecondTurn || ending === 'left') {
    at += random.integer(20, 75) * SECOND;
    const index = random.integer(0, topic.more.length - 1);
    const text = topic.more[index] ?? '';
    if (ending === 'left') {
      // The bot fails and sends no message.
      lines.push({ role: 'visitor', text, at, calls: think(['intent', 'kb_search', 'bot'], true) });
    } else {
      say('visitor', text);
      const calls = think(['intent', 'kb_search', 'bot']);
      say('ai', topic.moreAnswers[index] ?? '', calls);
    }
  }
  if (handoff === null) return { lines, endedAt: Math.min(at + random.integer(1, 6) * MINUTE, now) };
  at = Math.max(at, Math.min(at + random.integer(10, 40) * SECOND, handoff.at - 15 * SECOND));
  say('visitor', random.pick(WANTS_A_PERSON));
  say('ai', HANDING_OVER, think(['intent', 'summary', 'bot']));
  const { ticket, takenAt, agent } = handoff;
  if (ticket === null && takenAt !== null) {
    lines.push({ role: 'agent', text: random.pick(AGENT_GREETINGS), at: takenAt, agent, calls: [] });
  }
  return { lines, endedAt: ticket === null ? (handoff.resolvedAt ?? handoff.abandonedAt) : Math.max(at, handoff.at) };
}
