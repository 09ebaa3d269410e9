import { CHAT_TOPICS, type ChatTopic } from '#server/demo/words/chat-words.ts';
import { amountOf, type DemoScene } from './demo-scene.ts';
import type { Person } from '#server/demo/words/people.ts';
import { handoffInto, planHandoff, type PlannedHandoff } from './plan-handoff.ts';
import { Random } from '#server/demo/random.ts';
import { drawHex, Visitors, type PlannedVisitor } from './visitors.ts';
import type { WrittenTicket } from './demo-scene.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The age of the oldest conversation with the bot. */
const CHAT_DAYS = 90;
const SHARE = 0.11;
const FROM_TICKETS = 0.2;
const CHANNELS = ['web', 'whatsapp', 'messenger', 'instagram'] as const;
/**
 * Minutes ago at which the latest chats began; each was handed over and is in a different state, so that none is ever
 * missing.
 */
const LATEST = [
  { ago: 14, state: 'waiting' },
  { ago: 41, state: 'taken' },
  { ago: 187, state: 'abandoned' },
  { ago: 312, state: 'resolved' },
] as const;

export interface PlannedChat {
  readonly sessionId: string;
  readonly visitor: PlannedVisitor;
  readonly at: number;
  readonly channel: string;
  readonly topic: ChatTopic;
  /** `left`: the visitor asked again and got no answer. */
  readonly ending: 'answered' | 'left' | 'running' | 'handed-over';
  readonly hasSecondTurn: boolean;
  readonly handoff: PlannedHandoff | null;
}

/** Conversations of the last ninety days, oldest first. Some became tickets, and their handoff follows the ticket. */
export function planChats(scene: DemoScene): PlannedChat[] {
  const random = new Random(scene.seed ^ 0xc4a7);
  const now = scene.now.getTime();
  const count = amountOf(scene, SHARE, 12);
  const lately = scene.tickets.filter(({ planned }) => planned.at > now - (CHAT_DAYS - 1) * DAY);
  const visitors = new Visitors(random);
  const chats = takeSome(random, lately.filter(isFromForm), Math.round(count * FROM_TICKETS)).map((ticket) =>
    chatBefore(random, ticket, visitors.known(ticket.planned.person)),
  );
  const channels = scene.site.undeployed.includes('channels') ? CHANNELS.slice(0, 1) : CHANNELS;
  for (let index = 0; chats.length < count; index += 1) {
    const latest = LATEST[index];
    const at = latest === undefined ? momentLike(random, lately, now) : now - latest.ago * MINUTE;
    const channel = channels[random.weighted(channels.map((_, index) => (index === 0 ? 7 : 1)))] ?? 'web';
    const visitor = visitors.next(random.chance(0.4) ? personOf(random, lately) : null);
    const ending = latest === undefined ? endingOf(random) : 'handed-over';
    const handedAt = at + random.integer(3, 6) * MINUTE;
    const state = latest?.state ?? random.pick(['resolved', 'resolved', 'abandoned'] as const);
    const handoff = ending === 'handed-over' ? planHandoff(random, { at: handedAt, now, state }) : null;
    chats.push({ ...begin(random, at), visitor, channel, ending, handoff });
  }
  if (count > 0) {
    const visitor = visitors.next(null);
    chats.push({ ...begin(random, now - 4 * MINUTE), visitor, channel: 'web', ending: 'running', handoff: null });
  }
  return chats.sort((a, b) => a.at - b.at);
}

type Beginning = Pick<PlannedChat, 'sessionId' | 'at' | 'topic' | 'hasSecondTurn'>;

function begin(random: Random, at: number): Beginning {
  const topic = CHAT_TOPICS[random.weighted(CHAT_TOPICS.map(({ weight }) => weight))] ?? random.pick(CHAT_TOPICS);
  return { sessionId: `chat_${drawHex(random, 20)}`, at, topic, hasSecondTurn: random.chance(0.55) };
}

/** The conversation that became a ticket a moment later. */
function chatBefore(random: Random, ticket: WrittenTicket, visitor: PlannedVisitor): PlannedChat {
  const beginning = begin(random, ticket.planned.at - random.integer(5, 9) * MINUTE);
  const handoff = handoffInto(ticket, ticket.planned.at + 1_000);
  return { ...beginning, visitor, channel: 'web', ending: 'handed-over', handoff };
}

function endingOf(random: Random): PlannedChat['ending'] {
  return (['answered', 'left', 'handed-over'] as const)[random.weighted([84, 7, 9])] ?? 'answered';
}

function isFromForm({ planned }: WrittenTicket): boolean {
  return planned.channel === 'web' && planned.person.email !== null;
}

function personOf(random: Random, tickets: readonly WrittenTicket[]): Person | null {
  return tickets.length === 0 ? null : random.pick(tickets).planned.person;
}

/** People chat at the same hours as they write. */
function momentLike(random: Random, tickets: readonly WrittenTicket[], now: number): number {
  const like = tickets.length === 0 ? now - random.next() * CHAT_DAYS * DAY : random.pick(tickets).planned.at;
  return Math.round(Math.min(like + random.integer(-55, 55) * MINUTE, now - random.integer(60, 360) * MINUTE));
}

/** Some of a list, in its order. */
function takeSome<Item>(random: Random, items: readonly Item[], count: number): Item[] {
  const rest = [...items];
  while (rest.length > count) rest.splice(random.integer(0, rest.length - 1), 1);
  return rest;
}
