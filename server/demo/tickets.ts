import type { TicketPriority } from '#contract/tickets.ts';
import { PRIORITIES } from '#contract/ticket-names.ts';
import { AuditBatch, recordAudit } from '#server/audit/record-audit.ts';
import { localMoment, type BusinessHours } from '#server/calendar/business-hours.ts';
import { OpenTime } from '#server/calendar/open-time.ts';
import { dayStarts, zoneDate } from '#server/calendar/zone-days.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { writeThreads, type ThreadStep } from '#server/tickets/write/write-threads.ts';
import { Contacts, type Contact } from './people.ts';
import { Random } from './random.ts';
import { DAY, DEMO_ACTOR, HOUR, MINUTE, type DemoAgent, type PlannedTicket, type StoryTicket } from './scene.ts';
import { TICKETS, type Topic } from './words.ts';

export interface Desk {
  readonly seed: number;
  readonly count: number;
  readonly now: number;
  readonly hours: BusinessHours;
  readonly agents: readonly DemoAgent[];
}

const DAYS_OF_STORY = 365;
/** Sunday first: people write most on Monday, after a weekend on the bike. */
const BY_DAY = [0.45, 1.45, 1.2, 1.1, 1.05, 1, 0.6];
/** By hour: on the way to work, before lunch, and after dinner. */
const BY_HOUR = [
  0.1, 0.05, 0.03, 0.03, 0.06, 0.2, 0.6, 1.4, 2.2, 2.8, 2.9, 2.4, 1.8, 1.9, 2, 2, 1.9, 1.8, 1.6, 1.7, 1.9, 1.5, 0.9,
  0.4,
];
/** January first: the season is spring and summer. */
const BY_MONTH = [0.6, 0.7, 1, 1.25, 1.4, 1.35, 1.25, 1.15, 1.1, 0.95, 0.8, 0.75];
/** Minutes ago of the latest tickets, so that there is always a queue; after two hours a ticket has waited too long. */
const JUST_NOW = [7, 19, 38, 66, 104, 147, 212, 338];
/** A faulty firmware filled the queue for some days. */
const INCIDENT = { topic: 'display-error', from: 26, to: 22, factor: 7 };
/** Median minutes of working time until the first reply. */
const FIRST_REPLY: Readonly<Record<TicketPriority, number>> = { urgent: 11, high: 28, normal: 64, low: 130 };

/** An agent as the author of steps. */
type Member = DemoAgent & Pick<ThreadStep, 'by'>;

/** A ticket before its thread. It ends without a reply, waiting for the customer, waiting for the desk, or done. */
interface Draft {
  readonly at: number;
  readonly contact: Contact;
  readonly topic: Topic;
  readonly agent: Member;
  readonly firstReplyAt: number;
  priority: TicketPriority;
  ending: 'silent' | 'asked' | 'answered' | 'done';
  isSnoozed: boolean;
}

/** The instant after some minutes of working time. */
type After = (at: number, minutes: number) => number;

/**
 * A year of a support desk, oldest ticket first. Old tickets are done; some of the newest wait for a first reply, some
 * for the customer, some for the desk.
 */
export function planTickets(desk: Desk): PlannedTicket[] {
  const random = new Random(desk.seed);
  const contacts = new Contacts(random);
  const open = new OpenTime(desk.hours);
  const after: After = (at, minutes) => open.after(at, minutes * MINUTE, desk.now + 30 * DAY) ?? at + minutes * MINUTE;
  const team = desk.agents.map((agent): Member => {
    return { ...agent, by: { actor: { ...DEMO_ACTOR, agentId: agent.id }, name: agent.name } };
  });
  const drafts = planArrivals(random, desk).map((at) =>
    planDraft(random, desk.now, { at, contact: contacts.next(), after, team }),
  );
  settlePresent(random, drafts, desk.now);
  return drafts.map((draft, index) => planTicket(random, desk, draft, { after, fromEnd: drafts.length - 1 - index }));
}

/** The instants at which tickets come in, oldest first and each once. The shop grows by a third over the year. */
function planArrivals(random: Random, { now, count, hours: { timeZone } }: Desk): number[] {
  const recent = JUST_NOW.slice(0, Math.ceil(count / 15));
  const latest = now - ((recent.at(-1) ?? 0) + 1) * MINUTE;
  const from = now - DAYS_OF_STORY * DAY;
  const days = dayStarts(timeZone, zoneDate(timeZone, new Date(from + DAY)), DAYS_OF_STORY - 1);
  const weights = days.map((start, index) => {
    const { date, dayOfWeek } = localMoment(timeZone, new Date(start.getTime() + 12 * HOUR));
    const season = BY_MONTH[Number(date.slice(5, 7)) - 1] ?? 1;
    return (BY_DAY[dayOfWeek] ?? 1) * season * (1 + index / (3 * DAYS_OF_STORY));
  });
  const instants = new Set(recent.map((minutes) => now - minutes * MINUTE));
  while (instants.size < count) {
    const start = days[random.weighted(weights)]?.getTime() ?? from;
    const at = start + random.weighted(BY_HOUR) * HOUR + random.integer(0, HOUR - 1);
    if (at < latest && at > from) instants.add(at);
  }
  return [...instants].sort((a, b) => a - b);
}

function planDraft(
  random: Random,
  now: number,
  {
    at,
    contact,
    after,
    team,
  }: Pick<Draft, 'at' | 'contact'> & { readonly after: After; readonly team: readonly Member[] },
): Draft {
  const age = (now - at) / DAY;
  const isIncident = age < INCIDENT.from && age > INCIDENT.to;
  const weightOf = ({ key, weight }: Topic) =>
    isIncident && key === INCIDENT.topic ? weight * INCIDENT.factor : weight;
  const topic = TICKETS.topics[random.weighted(TICKETS.topics.map(weightOf))] ?? random.pick(TICKETS.topics);
  const priority = PRIORITIES[random.weighted(PRIORITIES.map((name) => topic.priorities[name] ?? 0))] ?? 'normal';
  // Some of the team work full time, some do not.
  const agent = team[random.weighted(team.map((_, index) => 1 / (1 + index * 0.28)))] ?? random.pick(team);
  const delay = 1 + Math.min(random.lognormal(FIRST_REPLY[priority] * (isIncident ? 1.8 : 1), 0.85), 1_400);
  const firstReplyAt = after(at, delay);
  return { at, contact, topic, agent, firstReplyAt, priority, ending: 'done', isSnoozed: false };
}

/** Chooses the open tickets: about forty of five thousand, in proportion to the size. */
function settlePresent(random: Random, drafts: readonly Draft[], now: number): void {
  const count = drafts.length;
  const justNow = count - Math.min(JUST_NOW.length, Math.ceil(count / 15));
  const silent = drafts.filter(({ firstReplyAt }, index) => firstReplyAt > now - 4 * MINUTE || index >= justNow);
  for (const draft of silent) draft.ending = 'silent';
  const present = drafts.slice(-Math.round(20 + count * 0.014)).filter(({ ending }) => ending === 'done');
  /** Prefers newer ones. */
  const take = (ending: Draft['ending'], most: number) => {
    const taken: Draft[] = [];
    while (taken.length < most && present.length > 0)
      taken.push(...present.splice(Math.floor(present.length * Math.sqrt(random.next())), 1));
    for (const draft of taken) draft.ending = ending;
    return taken;
  };
  const waiting = Math.max(Math.round(8 + count * 0.0062) - silent.length, Math.ceil(count * 0.002));
  const answered = take('answered', waiting);
  const asked = take('asked', Math.round(3 + count * 0.0022));
  for (const draft of [...answered.slice(-2), ...asked.slice(0, 2)]) draft.isSnoozed = true;
  for (const draft of [...silent.slice(-2, -1), ...answered.slice(0, 2)]) draft.priority = 'urgent';
}

function planTicket(
  random: Random,
  desk: Desk,
  draft: Draft,
  { after, fromEnd }: { readonly after: After; readonly fromEnd: number },
): PlannedTicket {
  const { at, contact, topic, ending } = draft;
  const { person, channel } = contact;
  const words: Readonly<Record<string, string>> = {
    bike: random.pick(TICKETS.bikes),
    order: `LC-${random.integer(40_000, 99_999)}`,
    serial: `LU${random.integer(1, 6)}-${random.integer(10_000, 99_999)}`,
    city: random.pick(TICKETS.cities),
    part: random.pick(TICKETS.parts),
    first: person.firstName,
  };
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_place, name: string) => words[name] ?? '');
  const textOf = (list: readonly string[], index: number) => fill(list[index % list.length] ?? '');
  const signOff = channel === 'email' ? `\n\n${random.pick(TICKETS.sign_offs)}\n${person.name}` : '';
  const number = random.integer(0, topic.subjects.length - 1);
  const variant = number % topic.openings.length;
  const edge = desk.count < 100 ? undefined : TICKETS.edge_cases.find(({ from_end: end }) => end === fromEnd);
  const input = {
    subject: edge?.subject ?? textOf(topic.subjects, number),
    channel,
    priority: ending === 'silent' || random.chance(0.5) ? draft.priority : ('normal' as const),
    requester_name: person.name,
    requester_email: person.email,
    requester_phone: person.phone,
    initial_comment: edge?.opening ?? `${textOf(topic.openings, variant)}${signOff}`,
    required_skills: topic.tags.includes('firmware') ? ['electronics'] : [],
  };
  const by = { actor: DEMO_ACTOR, name: person.name };
  const texts = (name: 'questions' | 'answers' | 'solutions') => textOf(topic[name], variant);
  const steps = planSteps(random, draft, { now: desk.now, after, fill, texts });
  return { ...contact, at, thread: { input, by, now: new Date(at), steps: inTime(draft, desk.now, steps) } };
}

interface Telling {
  readonly now: number;
  readonly after: After;
  readonly fill: (text: string) => string;
  readonly texts: (name: 'questions' | 'answers' | 'solutions') => string;
}

/** Everything that happens after a ticket came in. */
function planSteps(random: Random, draft: Draft, { now, after, fill, texts }: Telling): ThreadStep[] {
  const { at, contact, agent, topic, priority, ending, firstReplyAt } = draft;
  const { by } = agent;
  const steps: ThreadStep[] = [];
  const patch = (at: number, values: Extract<ThreadStep, { patch: unknown }>['patch']) =>
    steps.push({ by, now: new Date(at), patch: values });
  const reply = (at: number, body: string, status: 'pending' | 'resolved') =>
    steps.push({ by, now: new Date(at), comment: { body, status } });
  const customer = (at: number, body: string) =>
    steps.push({
      by: { actor: DEMO_ACTOR, name: contact.person.name },
      now: new Date(at),
      comment: { body, status: 'open', isFromRequester: true },
    });
  const snooze = (at: number) => {
    const until = new Date(now + random.integer(20, 90) * HOUR).toISOString();
    if (draft.isSnoozed) patch(Math.min(at + 20 * MINUTE, now - 1), { snoozedUntilUtc: until });
  };
  /** Some tickets are reopened, and older ones are closed after a week. */
  const afterwards = (solvedAt: number) => {
    if (random.chance(0.04)) {
      const backAt = solvedAt + random.lognormal(14 * HOUR, 0.6);
      customer(backAt, fill(TICKETS.back_again));
      reply(after(backAt, Math.min(random.lognormal(90, 0.7), 900)), fill(TICKETS.back_again_reply), 'resolved');
    } else if (solvedAt + 7 * DAY < now - HOUR && random.chance(0.35)) patch(solvedAt + 7 * DAY, { status: 'closed' });
  };

  const triageAt = ending === 'silent' ? at + (now - at) * 0.6 : at + (firstReplyAt - at) * 0.7;
  if (random.chance(ending === 'silent' ? 0.3 : 0.87)) {
    const tags = [...topic.tags, ...(random.chance(0.06) ? ['vip'] : [])];
    patch(triageAt, { priority, tags, ...(random.chance(0.92) && { assignee: { id: agent.id, name: agent.name } }) });
  }
  if (ending === 'silent') return steps;
  if (ending === 'done' && random.chance(0.45)) {
    reply(firstReplyAt, texts('solutions'), 'resolved');
    afterwards(firstReplyAt);
    return steps;
  }
  reply(firstReplyAt, texts('questions'), 'pending');
  if (ending === 'asked') {
    snooze(firstReplyAt);
    return steps;
  }
  if (ending === 'done' && random.chance(0.1)) {
    const givenUpAt = after(firstReplyAt, 5 * 9 * 60);
    patch(givenUpAt, { status: 'resolved' });
    afterwards(givenUpAt);
    return steps;
  }
  const answeredAt = firstReplyAt + random.lognormal(5 * HOUR, 1);
  const solvedAt = after(answeredAt, Math.min(random.lognormal(110, 0.9), 1_500));
  customer(answeredAt, texts('answers'));
  if (random.chance(0.12)) {
    const comment = { body: random.pick(TICKETS.notes), visibility: 'internal' } as const;
    steps.push({ by, now: new Date((answeredAt + solvedAt) / 2), comment });
  }
  if (ending === 'answered') {
    snooze(answeredAt);
    return steps;
  }
  reply(solvedAt, texts('solutions'), 'resolved');
  afterwards(solvedAt);
  return steps;
}

/** Sorts a thread, and compresses one that would reach into the future; the first reply keeps its time if it can. */
function inTime({ at, firstReplyAt }: Draft, now: number, steps: readonly ThreadStep[]): ThreadStep[] {
  const last = Math.max(...steps.map((step) => step.now.getTime()));
  const limit = now - 3 * MINUTE;
  const pivot = firstReplyAt < limit ? firstReplyAt : at;
  const moved = (time: number) =>
    last <= limit || time <= pivot ? time : pivot + ((time - pivot) * (limit - pivot)) / (last - pivot);
  return steps
    .map((step) => ({ ...step, now: new Date(moved(step.now.getTime())) }))
    .sort((a, b) => a.now.getTime() - b.now.getTime());
}

/** Public replies of the desk. */
export function repliesOf({ thread }: PlannedTicket): { at: number; body: string; isSolution: boolean }[] {
  return thread.steps.flatMap((step) =>
    'comment' in step && step.by.actor.agentId !== null && step.comment.visibility !== 'internal'
      ? [{ at: step.now.getTime(), body: step.comment.body, isSolution: step.comment.status === 'resolved' }]
      : [],
  );
}

/** Writes some tickets as the API's operations would have at the time. Call it inside a transaction. */
export async function writeTickets(db: Db, site: Site, tickets: readonly PlannedTicket[]): Promise<StoryTicket[]> {
  const auditBatch = new AuditBatch();
  const threads = await writeThreads(
    db,
    site,
    tickets.map(({ thread }) => thread),
  );
  for (const { audit } of threads)
    for (const { by, now, entry } of audit) await recordAudit(db, site, entry, { actor: by.actor, now, auditBatch });
  await auditBatch.store(db, site);
  return tickets.flatMap((ticket, index) => {
    const locked = threads[index]?.ticket;
    return locked === undefined ? [] : [{ ...ticket, locked }];
  });
}
