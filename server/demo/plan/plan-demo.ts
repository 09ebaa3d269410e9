import type { TicketPriority } from '#contract/tickets.ts';
import { planArrivals } from './arrivals.ts';
import { EDGE_CASES } from './edge-cases.ts';
import { Contacts, type Contact } from './plan-contact.ts';
import { planThread, type Ending } from './plan-thread.ts';
import type { PlannedTicket } from './planned-ticket.ts';
import { Random } from '#server/demo/random.ts';
import { fillText, inventWords } from '#server/demo/words/story-words.ts';
import { textOf, type Topic } from '#server/demo/words/topic.ts';
import { ORDER_TOPICS } from '#server/demo/words/topics-orders.ts';
import { RIDING_TOPICS } from '#server/demo/words/topics-riding.ts';
import { WORKSHOP_TOPICS } from '#server/demo/words/topics-workshop.ts';
import type { WorkingTime } from './working-time.ts';

const DAY = 86_400_000;
const TOPICS: readonly Topic[] = [...ORDER_TOPICS, ...WORKSHOP_TOPICS, ...RIDING_TOPICS];
const PRIORITIES: readonly TicketPriority[] = ['urgent', 'high', 'normal', 'low'];
/** Median minutes of working time until the first reply. */
const FIRST_REPLY: Readonly<Record<TicketPriority, number>> = { urgent: 11, high: 28, normal: 64, low: 130 };
/** A faulty firmware filled the queue for some days. */
const INCIDENT = { topic: 'display-error', from: 26, to: 22, factor: 7 };

export interface DemoPlanRequest {
  readonly seed: number;
  readonly count: number;
  readonly now: Date;
  readonly timeZone: string;
  readonly working: WorkingTime;
  readonly agentCount: number;
}

/** A ticket before its thread: the inputs that determine its progress. */
interface Draft {
  readonly at: number;
  readonly contact: Contact;
  readonly topic: Topic;
  readonly agent: number;
  priority: TicketPriority;
  firstReplyAt: number;
  ending: Ending;
  isSnoozed: boolean;
}

/**
 * A year of a support desk up to now, oldest ticket first; the same request gives the same plan. Old tickets are done;
 * some of the newest wait for a first reply, some for the customer, some for the desk.
 */
export function planDemo(request: DemoPlanRequest): PlannedTicket[] {
  const random = new Random(request.seed);
  const now = request.now.getTime();
  const contacts = new Contacts(random);
  const arrivals = planArrivals(random, request.timeZone, now, request.count);
  const drafts = arrivals.map((at) => draft(random, request, contacts, at));
  settlePresent(random, drafts, now);
  return drafts.map((item, index) => planTicket(random, request, item, drafts.length - 1 - index));
}

function draft(random: Random, { now, working, agentCount }: DemoPlanRequest, contacts: Contacts, at: number): Draft {
  const age = (now.getTime() - at) / DAY;
  const isIncident = age < INCIDENT.from && age > INCIDENT.to;
  const weights = TOPICS.map(({ key, weight }) =>
    isIncident && key === INCIDENT.topic ? weight * INCIDENT.factor : weight,
  );
  const topic = TOPICS[random.weighted(weights)] ?? random.pick(TOPICS);
  const priority = PRIORITIES[random.weighted(PRIORITIES.map((name) => topic.priorities[name] ?? 0))] ?? 'normal';
  // Some of the team work full time, some do not.
  const agent = random.weighted(Array.from({ length: agentCount }, (_, index) => 1 / (1 + index * 0.28)));
  const delay = 1 + Math.min(random.lognormal(FIRST_REPLY[priority] * (isIncident ? 1.8 : 1), 0.85), 1_400);
  return {
    at,
    contact: contacts.next(),
    topic,
    agent,
    priority,
    firstReplyAt: working.after(at, delay),
    ending: 'done',
    isSnoozed: false,
  };
}

/** Chooses the open tickets: about forty of five thousand, in proportion to the size. */
function settlePresent(random: Random, drafts: readonly Draft[], now: number): void {
  const count = drafts.length;
  const justNow = Math.min(8, Math.ceil(count / 15));
  drafts.forEach((item, index) => {
    if (item.firstReplyAt > now - 4 * 60_000 || index >= count - justNow) item.ending = 'silent';
  });
  const silent = drafts.filter((item) => item.ending === 'silent');
  const present = drafts.slice(-Math.round(20 + count * 0.014)).filter((item) => item.ending === 'done');
  const answered = take(
    random,
    present,
    Math.max(Math.round(8 + count * 0.0062) - silent.length, Math.ceil(count * 0.002)),
  );
  for (const item of answered) item.ending = 'answered';
  const asked = take(random, present, Math.round(3 + count * 0.0022));
  for (const item of asked) item.ending = 'asked';
  for (const item of [...answered.slice(-2), ...asked.slice(0, 2)]) item.isSnoozed = true;
  for (const item of [...silent.slice(-2, -1), ...answered.slice(0, 2)]) item.priority = 'urgent';
}

/** Takes some items out of a list, preferring newer ones. */
function take(random: Random, items: Draft[], count: number): Draft[] {
  const taken: Draft[] = [];
  while (taken.length < count && items.length > 0) {
    taken.push(...items.splice(Math.floor(items.length * Math.sqrt(random.next())), 1));
  }
  return taken;
}

function planTicket(random: Random, request: DemoPlanRequest, item: Draft, fromEnd: number): PlannedTicket {
  const { person } = item.contact;
  const words = inventWords(random, person.firstName);
  const fill = (text: string) => fillText(text, words);
  const edge = request.count < 100 ? undefined : EDGE_CASES.find((edgeCase) => edgeCase.fromEnd === fromEnd);
  const signOff =
    item.contact.channel === 'email'
      ? `\n\n${random.pick(['Best regards', 'Thank you', 'Kind regards'])}\n${person.name}`
      : '';
  const subjectNumber = random.integer(0, item.topic.subjects.length - 1);
  const variant = subjectNumber % item.topic.openings.length;
  const opening = edge?.opening ?? `${fill(textOf(item.topic.openings, variant))}${signOff}`;
  return {
    ...item.contact,
    at: item.at,
    subject: edge?.subject ?? fill(textOf(item.topic.subjects, subjectNumber)),
    opening,
    priority: item.ending === 'silent' || random.chance(0.5) ? item.priority : 'normal',
    requiredSkills: item.topic.tags.includes('firmware') ? ['electronics'] : [],
    steps: planThread(random, request.working, {
      at: item.at,
      now: request.now.getTime(),
      firstReplyAt: item.firstReplyAt,
      ending: item.ending,
      topic: item.topic,
      priority: item.priority,
      agent: item.agent,
      variant,
      fill,
      isSnoozed: item.isSnoozed,
    }).sort((a, b) => a.at - b.at),
  };
}
