import type { HandoffStatus } from '#contract/conversations.ts';
import type { IngestItem } from '#contract/ingest.ts';
import { INITIAL_REVIEW_REASONS } from '#contract/site-settings.ts';
import { hasAiUsage } from '#server/ai/ai-limits.ts';
import { recordFeedback } from '#server/conversations/feedback.ts';
import { recordHandoff } from '#server/conversations/handoffs.ts';
import { recordMessage } from '#server/conversations/record-message.ts';
import { recordTranscript } from '#server/conversations/record-transcript.ts';
import { upsertStarter } from '#server/conversations/starters.ts';
import { storeReview } from '#server/conversations/reviews.ts';
import { trackEventRecord } from '#server/visitors/track.ts';
import { upsertSegment } from '#server/visitors/upsert-segment.ts';
import { upsertVisitorRecord } from '#server/visitors/upsert-visitor-record.ts';
import { costOf, planCall, tokensOf, WIDGET, type PlannedCall, type StoryCall } from './ai-usage.ts';
import type { Person } from './people.ts';
import { Random } from './random.ts';
import { amountOf, DAY, DEMO_ACTOR, HOUR, MINUTE, type DemoEvent, type Scene, type StoryTicket } from './scene.ts';
import { repliesOf } from './tickets.ts';
import { CHATS, TICKETS, type ChatTopic } from './words.ts';

const SECOND = 1_000;
/** The age of the oldest conversation with the bot. */
const CHAT_DAYS = 90;
const SHARE = 0.11;
const FROM_TICKETS = 0.2;
const MESSAGE_DAYS = 61;
/** The preview model has answered every seventh visitor for three weeks. */
const PREVIEW_DAYS = 21;
const PREVIEW_SHARE = 7;
/** On the busiest of these days, the bot's prompts were five times too large. */
const LONG_DAYS = { from: 6, to: 16, factor: 5 };
const CHANNELS = ['web', 'whatsapp', 'messenger', 'instagram'];
const RATINGS = [0, 1, 2, 3, 4, 5] as const;
/** Lately half of the visitors ask about the error of the new firmware, and the bot often cannot help. */
const RISING = { days: 7, share: 0.5, handedOver: 0.65 };
/** Two of the team have read a share of the chats of these days; those of this week are unread. */
const READ = { from: 42, to: 10, share: 0.012, least: 6, readers: 2 };
/** One customer went through a whole fleet with an agent. */
const LONG_TALK = { daysAgo: 9, lines: 396, step: 40 * SECOND };
/** Minutes since the latest chats began; each was handed over and is in a different state, so that none is missing. */
const LATEST = [
  { ago: 14, state: 'waiting' },
  { ago: 41, state: 'taken' },
  { ago: 187, state: 'abandoned' },
  { ago: 312, state: 'resolved' },
] as const;

interface Visitor {
  readonly key: string;
  readonly person: Person | null;
}

interface Handoff {
  /** The resulting ticket; null if the handoff was resolved in the chat. */
  readonly ticket: StoryTicket | null;
  readonly times: Readonly<Partial<Record<HandoffStatus, number>>> & { readonly waiting: number };
  readonly agentId: bigint | null;
}

interface Chat {
  readonly at: number;
  readonly channel: string;
  readonly visitor: Visitor;
  readonly handoff: Handoff | null;
  /** `left`: the bot failed and sent no second answer. */
  readonly ending: 'answered' | 'left' | 'running' | 'handed-over';
  /** Whether it is about the error of the new firmware. */
  readonly isRising?: boolean;
  /** Messages between visitor and agent after the handoff. */
  readonly talk?: number;
}

interface Line {
  readonly at: number;
  readonly role: 'visitor' | 'ai' | 'agent';
  /** Null for a failed reply. */
  readonly text: string | null;
  readonly author?: string | undefined;
  /** The last one produced the text. */
  readonly calls: readonly PlannedCall[];
}

/** As in `planCall`. */
interface Manner {
  readonly isPreview: boolean;
  readonly inputFactor: number;
}

export interface Conversations {
  readonly calls: readonly StoryCall[];
  /** Starters and segments, visits, transcripts and ratings of chats. */
  readonly events: readonly DemoEvent[];
  readonly handoffs: readonly DemoEvent[];
}

/** A conversation, and what a reviewer goes by. */
interface ToldChat extends Conversations {
  readonly chat: Chat;
  readonly topic: ChatTopic;
  readonly sessionId: string;
}

/** Conversations of visitors with the bot over ninety days. Some became tickets, and their handoff follows the ticket. */
export function planConversations(scene: Scene): Conversations {
  const random = new Random(scene.seed ^ 0xc4a7);
  const chats = planChats(random, scene);
  const longDay = busiestDay(chats, scene.now);
  const told = chats.map((chat, index) => {
    const isPreview = scene.now - chat.at < PREVIEW_DAYS * DAY && (chats.length - index) % PREVIEW_SHARE === 0;
    const inputFactor = Math.floor(chat.at / DAY) === longDay ? LONG_DAYS.factor : 1;
    return tell(random, scene, chat, { isPreview, inputFactor });
  });
  return {
    calls: hasAiUsage(scene.site) ? told.flatMap(({ calls }) => calls) : [],
    events: [
      ...beginnings(scene),
      ...told.flatMap(({ events }) => events),
      ...chats.flatMap((chat) => visit(random, scene, chat)),
      ...planReviews(scene, told),
    ],
    handoffs: told.flatMap(({ handoffs }) => handoffs),
  };
}

/** Reviews of some chats of the last weeks, each a day or two after it. */
function planReviews(scene: Scene, told: readonly ToldChat[]): DemoEvent[] {
  const { seed, site, now, agents } = scene;
  const random = new Random(seed ^ 0x7e51);
  const past = told.filter(({ chat: { at } }) => at > now - READ.from * DAY && at < now - READ.to * DAY);
  const read = takeSome(random, past, amountOf(scene, READ.share, READ.least));
  return read.map(({ chat, topic, sessionId }, index): DemoEvent => {
    const by = agents[index % READ.readers];
    const isRising = topic.review_note !== undefined;
    const isWrong = random.chance(isRising ? 0.7 : chat.ending === 'answered' ? 0.12 : 0.45);
    const reason = isRising && random.chance(0.7) ? INITIAL_REVIEW_REASONS[0] : random.pick(INITIAL_REVIEW_REASONS);
    const review = {
      session_id: sessionId,
      by: { agentId: by?.id ?? null, label: by?.name ?? DEMO_ACTOR.label },
      ...(isWrong ? { verdict: 'wrong' as const, reason, note: topic.review_note } : { verdict: 'right' as const }),
    };
    const at = chat.at + random.integer(20, 60) * HOUR;
    return { at, write: (db, context) => storeReview(db, site, review, context) };
  });
}

function planChats(random: Random, scene: Scene): Chat[] {
  const { now, tickets, site } = scene;
  // A separate generator, so that the arrivals of all other chats stay the same.
  const story = new Random(scene.seed ^ 0xe14);
  const count = amountOf(scene, SHARE, 12);
  const lately = tickets.filter(({ at }) => at > now - (CHAT_DAYS - 1) * DAY);
  const like = lately.length === 0 ? tickets : lately;
  const known = new Map<Person, Visitor>();
  const strangers: Visitor[] = [];
  const newKey = () => `v_${drawHex(random, 16)}`;
  const visitorOf = (person: Person | null): Visitor => {
    if (person !== null) {
      const visitor = known.get(person) ?? { key: newKey(), person };
      known.set(person, visitor);
      return visitor;
    }
    if (strangers.length > 0 && random.chance(0.15)) return random.pick(strangers);
    const stranger = { key: newKey(), person };
    strangers.push(stranger);
    return stranger;
  };
  const fromForm = lately.filter(({ channel, person }) => channel === 'web' && person.email !== null);
  const chats = takeSome(random, fromForm, Math.round(count * FROM_TICKETS)).map((ticket): Chat => {
    const at = ticket.at - random.integer(5, 9) * MINUTE;
    const visitor = visitorOf(ticket.person);
    const isRising = ticket.locked.tags.includes('firmware');
    return { at, visitor, channel: 'web', ending: 'handed-over', handoff: handoffInto(ticket), isRising };
  });
  const channels = site.undeployed.includes('channels') ? CHANNELS.slice(0, 1) : CHANNELS;
  for (let index = 0; chats.length < count; index += 1) {
    const latest = LATEST[index];
    // People chat at the same hours as they write.
    const moment = Math.min(
      random.pick(like).at + random.integer(-55, 55) * MINUTE,
      now - random.integer(60, 360) * MINUTE,
    );
    const at = latest === undefined ? moment : now - latest.ago * MINUTE;
    const drawn = (['answered', 'left', 'handed-over'] as const)[random.weighted([84, 7, 9])] ?? 'answered';
    const isRising = latest === undefined ? at > now - RISING.days * DAY && story.chance(RISING.share) : index < 2;
    const ending = latest !== undefined || (isRising && story.chance(RISING.handedOver)) ? 'handed-over' : drawn;
    const state = latest?.state ?? random.pick(['resolved', 'resolved', 'abandoned'] as const);
    const handoff = planHandoff(random, scene, at + random.integer(3, 6) * MINUTE, state);
    const channel = channels[random.weighted(channels.map((_, place) => (place === 0 ? 7 : 1)))] ?? 'web';
    const visitor = visitorOf(random.chance(0.4) ? random.pick(like).person : null);
    chats.push({ at, visitor, channel, ending, handoff: ending === 'handed-over' ? handoff : null, isRising });
  }
  chats.push(planLongTalk(scene, visitorOf(story.pick(like).person)));
  chats.push({ at: now - 4 * MINUTE, visitor: visitorOf(null), channel: 'web', ending: 'running', handoff: null });
  return chats.sort((a, b) => a.at - b.at);
}

function planLongTalk({ now, agents }: Scene, visitor: Visitor): Chat {
  const { daysAgo, lines: talk, step } = LONG_TALK;
  const at = now - daysAgo * DAY;
  const taken = at + 9 * MINUTE;
  const times = { waiting: at + 4 * MINUTE, taken, resolved: taken + (talk + 2) * step };
  const handoff = { ticket: null, agentId: agents[0]?.id ?? null, times };
  return { at, visitor, channel: 'web', ending: 'handed-over', handoff, talk };
}

/** A handoff that is resolved in the chat, in its state as of now. */
function planHandoff(random: Random, { now, agents }: Scene, waiting: number, state: HandoffStatus): Handoff {
  const within = (from: number, minutes: number) =>
    Math.min(from + random.integer(1, minutes) * MINUTE, Math.round(from + Math.max(1, (now - from) / 2)));
  const agentId = random.pick(agents).id;
  if (state === 'waiting') return { ticket: null, agentId, times: { waiting } };
  if (state === 'abandoned') return { ticket: null, agentId, times: { waiting, abandoned: within(waiting, 40) } };
  const taken = within(waiting, 14);
  const times = state === 'taken' ? { waiting, taken } : { waiting, taken, resolved: within(taken, 25) };
  return { ticket: null, agentId, times };
}

/** A handoff that became a ticket: taken with its first reply, resolved when the ticket was solved. */
function handoffInto(ticket: StoryTicket): Handoff {
  const { first_response_utc: replied, resolved_utc: solved, assignee_agent_id: agentId } = ticket.locked;
  const times = {
    waiting: ticket.at + SECOND,
    ...(replied !== null && { taken: Date.parse(replied) }),
    ...(replied !== null && solved !== null && { resolved: Date.parse(solved) }),
  };
  return { ticket, agentId, times };
}

/** The UTC day of the last weeks with the most chats, so that its incident is visible; -1 if there are none. */
function busiestDay(chats: readonly Chat[], now: number): number {
  const counts = new Map<number, number>();
  for (const { at } of chats) {
    const [day, ago] = [Math.floor(at / DAY), Math.floor(now / DAY) - Math.floor(at / DAY)];
    if (ago >= LONG_DAYS.from && ago <= LONG_DAYS.to) counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? -1;
}

/** The transcript of a chat with its AI calls, its handoff and perhaps a rating. */
function tell(random: Random, scene: Scene, chat: Chat, manner: Manner): ToldChat {
  const { now, site, agents } = scene;
  const { channel, visitor, handoff } = chat;
  const drawn = random.pickWeighted(CHATS.topics);
  const topic = (chat.isRising === true && CHATS.topics.find(({ review_note: note }) => note !== undefined)) || drawn;
  const sessionId = `chat_${drawHex(random, 20)}`;
  const { lines, endedAt } = planLines(random, chat, { now, topic, agents, manner });
  const messages = lines.flatMap(({ at, role, text, author, calls }) => {
    const last = role === 'ai' && hasAiUsage(site) ? calls.at(-1) : undefined;
    if (text === null) return [];
    return {
      ...{ role, text, created_utc: new Date(at).toISOString() },
      ...(author !== undefined && { author_name: author }),
      ...(last !== undefined && {
        tokens: tokensOf(last),
        ...(costOf(last) > 0 && { cost_usd: Number(costOf(last).toFixed(8)) }),
        latency_ms: last.latencyMs,
      }),
    };
  });
  const { person, key } = visitor;
  const ticketId = handoff?.ticket?.locked.id ?? null;
  const session: IngestItem<'transcript'> = {
    ...{ session_id: sessionId, channel, visitor_key: key, ticket_id: ticketId, messages },
    ...(person !== null && { email: person.email, phone: person.phone }),
    ...(endedAt !== null && { ended_utc: new Date(endedAt).toISOString() }),
  };
  const last = Math.max(endedAt ?? 0, ...lines.map((line) => line.at));
  const events: DemoEvent[] = [{ at: last, write: (db, context) => recordTranscript(db, site, session, context) }];
  const rating = RATINGS[random.weighted([4, 4, 6, 14, 34, 38])] ?? 5;
  const comment = random.chance(0.25) ? random.pick(CHATS.comments) : null;
  if (random.chance(0.33) && endedAt !== null && last + MINUTE < now) {
    const feedback = { rating, comment, session_id: sessionId, visitor_key: key } as const;
    events.push({ at: last + MINUTE, write: (db, context) => recordFeedback(db, site, feedback, context) });
  }
  const handoffs = (['waiting', 'taken', 'resolved', 'abandoned'] as const).flatMap((status): DemoEvent[] => {
    const time = handoff?.times[status];
    const taker =
      status === 'taken' && handoff?.agentId != null ? { taken_by_agent_id: handoff.agentId.toString() } : {};
    const { reason } = topic;
    const item = { session_id: sessionId, reason, status, ticket_id: ticketId, ...taker } as const;
    return time === undefined ? [] : [{ at: time, write: (db, context) => recordHandoff(db, site, item, context) }];
  });
  const calls = lines.flatMap(({ at, calls }) =>
    calls.map((call) => ({ at, call, by: WIDGET, sessionId, ticketId: null })),
  );
  return { calls, events, handoffs, chat, topic, sessionId };
}

/** The messages before now, oldest first; `endedAt` is null while the session runs. */
function planLines(
  random: Random,
  { at: start, ending, handoff, talk = 0 }: Chat,
  {
    now,
    topic,
    agents,
    manner,
  }: {
    readonly now: number;
    readonly topic: ChatTopic;
    readonly agents: Scene['agents'];
    readonly manner: Manner;
  },
): { readonly lines: readonly Line[]; readonly endedAt: number | null } {
  const lines: Line[] = [];
  let at = start;
  const ask = (text: string) => lines.push({ role: 'visitor', text, at, calls: [] });
  const answer = (text: string, features: readonly PlannedCall['feature'][], isFailing = false) => {
    const { isPreview, inputFactor } = manner;
    const calls = features.map((feature) =>
      planCall(random, feature, { isPreview, ...(feature === 'bot' && { isFailing, inputFactor }) }),
    );
    at += calls.reduce((sum, call) => sum + call.latencyMs, 0);
    lines.push({ role: 'ai', text: isFailing ? null : text, at, calls });
  };
  const variant = random.chance(0.62) ? 0 : random.integer(0, topic.questions.length - 1);
  ask(topic.questions[variant] ?? '');
  answer(topic.answers[variant % topic.answers.length] ?? '', ['intent', 'tone', 'kb_search', 'bot']);
  if (ending === 'running') return { lines, endedAt: null };
  if (random.chance(0.55) || ending === 'left') {
    at += random.integer(20, 75) * SECOND;
    const index = random.integer(0, topic.more.length - 1);
    ask(topic.more[index] ?? '');
    answer(topic.more_answers[index] ?? '', ['intent', 'kb_search', 'bot'], ending === 'left');
  }
  if (handoff === null) return { lines, endedAt: Math.min(at + random.integer(1, 6) * MINUTE, now) };
  const { waiting, taken, resolved, abandoned } = handoff.times;
  at = Math.max(at, Math.min(at + random.integer(10, 40) * SECOND, waiting - 15 * SECOND));
  ask(random.pick(CHATS.wants_a_person));
  answer(CHATS.handing_over, ['intent', 'summary', 'bot']);
  if (handoff.ticket !== null) return { lines, endedAt: Math.max(at, waiting) };
  const author = agents.find(({ id }) => id === handoff.agentId)?.name;
  if (taken !== undefined)
    lines.push({ role: 'agent', text: random.pick(CHATS.agent_greetings), at: taken, author, calls: [] });
  if (taken !== undefined) lines.push(...planTalk(taken, talk, author));
  return { lines, endedAt: resolved ?? abandoned ?? null };
}

/** One bike of a fleet after the other: no line is said twice, so that none of them is a frequent question. */
function planTalk(taken: number, count: number, author: string | undefined): Line[] {
  return Array.from({ length: count }, (_, index): Line => {
    const bike = Math.floor(index / 2) + 1;
    const isVisitor = index % 2 === 0;
    const text = (isVisitor ? CHATS.fleet.visitor : CHATS.fleet.agent)
      .replace('%n', String(bike))
      .replace('%k', String(900 + ((bike * 137) % 4_100)))
      .replace('%f', String(1_000 + bike));
    const by = isVisitor ? { role: 'visitor' as const } : { role: 'agent' as const, author };
    return { ...by, text, at: taken + (index + 1) * LONG_TALK.step, calls: [] };
  });
}

/** The visit to the shop before half of the conversations, and before all that became tickets; visitors who wrote have a name. */
function visit(random: Random, { site, now }: Scene, chat: Chat): DemoEvent[] {
  const { visitor, at, channel, handoff } = chat;
  const { key, person } = visitor;
  if (channel !== 'web' || (!random.chance(0.55) && handoff?.ticket == null)) return [];
  const start = at - random.integer(4, 50) * MINUTE;
  const events = Array.from({ length: random.integer(2, 6) }, (_, index): DemoEvent => {
    const { event, properties } = random.pickWeighted(CHATS.visits);
    const body = { visitor_key: key, event, properties: random.pick(properties) };
    const happened = Math.min(start + index * random.integer(20, 200) * SECOND, now - 1);
    return { at: happened, write: (db, context) => trackEventRecord(db, site, body, context) };
  });
  if (person === null) return events;
  const { email, phone, name: display_name } = person;
  const language = random.pick(['de', 'en', 'fr', 'nl']);
  const attributes = { language, bikes: random.integer(0, 3), newsletter: random.chance(0.4) };
  const known = { visitor_key: key, email, phone, display_name, attributes };
  return [...events, { at, write: (db, context) => upsertVisitorRecord(db, site, known, context) }];
}

/** Conversation starters of the bot, and the rules of segments. */
function beginnings({ site, opening: at }: Scene): DemoEvent[] {
  const starters = CHATS.starters.map(({ text, locale }, index): DemoEvent => {
    const starter = { text, locale, position: index + 1, external_id: `starter-${index + 1}` };
    return { at, write: (db, context) => upsertStarter(db, site, starter, context) };
  });
  const segments = CHATS.segments.map((segment): DemoEvent => ({
    at,
    write: (db, context) => upsertSegment(db, site, segment, context),
  }));
  return [...starters, ...segments];
}

/** The desk's replies on WhatsApp and the like over two months, and customers' thanks; other messages are in tickets. */
export function planMessages({ site, seed, now, tickets }: Scene): DemoEvent[] {
  if (site.undeployed.includes('channels')) return [];
  const random = new Random(seed ^ 0x3e55);
  const handles = new Map<string, string>();
  return tickets.flatMap((ticket): DemoEvent[] => {
    const { person, channel, binding, locked } = ticket;
    if (channel === 'web' || channel === 'email') return [];
    const name = `${channel}|${person.handle}|${person.name}`;
    if (binding !== null) handles.set(name, binding.externalUserId);
    const external_user_id = handles.get(name) ?? person.phone?.replaceAll(/[^+\d]/g, '') ?? person.handle;
    const message = (direction: 'in' | 'out', text: string, at: number): DemoEvent => {
      const item = { channel, direction, external_user_id, ticket_id: locked.id, text } as const;
      return { at, write: (db, context) => recordMessage(db, site, item, context) };
    };
    return repliesOf(ticket).flatMap(({ at, body, isSolution }) => {
      if (at < now - MESSAGE_DAYS * DAY) return [];
      const thankedAt = Math.round(at + random.lognormal(14 * MINUTE, 0.8));
      const isThanked = isSolution && random.chance(0.4) && thankedAt < now;
      const thanks = isThanked ? [message('in', random.pick(TICKETS.thanks), thankedAt)] : [];
      return [message('out', body, at), ...thanks];
    });
  });
}

/** Some of a list, in its order. */
function takeSome<Item>(random: Random, items: readonly Item[], count: number): Item[] {
  const rest = [...items];
  while (rest.length > count) rest.splice(random.integer(0, rest.length - 1), 1);
  return rest;
}

function drawHex(random: Random, length: number): string {
  return Array.from({ length }, () => random.integer(0, 15).toString(16)).join('');
}
