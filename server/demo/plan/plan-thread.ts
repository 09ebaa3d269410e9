import type { TicketPriority } from '#contract/tickets.ts';
import type { Random } from '#server/demo/random.ts';
import type { Step } from './planned-ticket.ts';
import { textOf, type Topic } from '#server/demo/words/topic.ts';
import type { WorkingTime } from './working-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The progress of a ticket by now: without a reply, waiting for the customer, waiting for the desk, or done. */
export type Ending = 'silent' | 'asked' | 'answered' | 'done';

export interface ThreadPlan {
  readonly at: number;
  readonly now: number;
  readonly firstReplyAt: number;
  readonly ending: Ending;
  readonly topic: Topic;
  readonly priority: TicketPriority;
  readonly agent: number;
  /** The index of the matching texts of the topic. */
  readonly variant: number;
  /** Inserts the ticket's own names into a text. */
  readonly fill: (text: string) => string;
  readonly isSnoozed: boolean;
}

const NOTES = [
  'Checked with the workshop: they know it and have the part in stock.',
  'Second one of this kind this week. I have told the product team.',
  'Serial number is in the first batch. Warranty until next summer.',
  'Customer called as well, was friendly. No need to rush.',
];

/** Everything that happens after a ticket came in, in order of time and before now. */
export function planThread(random: Random, working: WorkingTime, plan: ThreadPlan): Step[] {
  const { at, now, firstReplyAt, ending, agent } = plan;
  const steps: Step[] = [];
  const triageAt = ending === 'silent' ? at + (now - at) * 0.6 : at + (firstReplyAt - at) * 0.7;
  if (random.chance(ending === 'silent' ? 0.3 : 0.87)) steps.push(triage(random, plan, triageAt));
  if (ending === 'silent') return steps;
  const { questions, answers, solutions } = plan.topic;
  const [question, answer, solution] = [
    plan.fill(textOf(questions, plan.variant)),
    plan.fill(textOf(answers, plan.variant)),
    plan.fill(textOf(solutions, plan.variant)),
  ];
  if (ending === 'done' && random.chance(0.45)) {
    steps.push({ kind: 'reply', at: firstReplyAt, agent, body: solution, status: 'resolved' });
    return inTime(plan, [...steps, ...afterwards(random, working, plan, firstReplyAt)]);
  }
  steps.push({ kind: 'reply', at: firstReplyAt, agent, body: question, status: 'pending' });
  const answeredAt = firstReplyAt + random.lognormal(5 * HOUR, 1);
  if (ending === 'asked') return inTime(plan, [...steps, ...snooze(random, plan, firstReplyAt)]);
  if (ending === 'done' && random.chance(0.1)) {
    const givenUpAt = working.after(firstReplyAt, 5 * 9 * 60);
    steps.push({ kind: 'status', at: givenUpAt, agent, status: 'resolved' });
    return inTime(plan, [...steps, ...afterwards(random, working, plan, givenUpAt)]);
  }
  steps.push({ kind: 'customer', at: answeredAt, agent, body: answer });
  const solvedAt = working.after(answeredAt, Math.min(random.lognormal(110, 0.9), 1_500));
  if (random.chance(0.12))
    steps.push({ kind: 'note', at: (answeredAt + solvedAt) / 2, agent, body: random.pick(NOTES) });
  if (ending === 'answered') return inTime(plan, [...steps, ...snooze(random, plan, answeredAt)]);
  steps.push({ kind: 'reply', at: solvedAt, agent, body: solution, status: 'resolved' });
  return inTime(plan, [...steps, ...afterwards(random, working, plan, solvedAt)]);
}

function triage(random: Random, { topic, priority, agent }: ThreadPlan, at: number): Step {
  const extra = random.chance(0.06) ? ['vip'] : [];
  return { kind: 'triage', at, agent, priority, tags: [...topic.tags, ...extra], isAssigned: random.chance(0.92) };
}

/** Some tickets are reopened, and older ones are closed after a week of silence. */
function afterwards(
  random: Random,
  working: WorkingTime,
  { now, agent, fill }: ThreadPlan,
  resolvedAt: number,
): Step[] {
  if (random.chance(0.04)) {
    const backAt = resolvedAt + random.lognormal(14 * HOUR, 0.6);
    const body = fill(
      'Sorry to come back to this, it is {first} again: it worked for a while, but now the problem is back.',
    );
    const reply = fill(
      'Thank you for telling us. I have arranged it with the workshop in {city}, they will call you today.',
    );
    const solvedAt = working.after(backAt, Math.min(random.lognormal(90, 0.7), 900));
    return [
      { kind: 'customer', at: backAt, agent, body },
      { kind: 'reply', at: solvedAt, agent, body: reply, status: 'resolved' },
    ];
  }
  const closesAt = resolvedAt + 7 * DAY;
  return closesAt < now - HOUR && random.chance(0.35)
    ? [{ kind: 'status', at: closesAt, agent, status: 'closed' }]
    : [];
}

function snooze(random: Random, { now, agent, isSnoozed }: ThreadPlan, after: number): Step[] {
  if (!isSnoozed) return [];
  return [
    { kind: 'snooze', at: Math.min(after + 20 * MINUTE, now - 1), agent, until: now + random.integer(20, 90) * HOUR },
  ];
}

/** Compresses a thread that would reach into the future; the first reply keeps its time if it can. */
function inTime({ at, now, firstReplyAt }: ThreadPlan, steps: readonly Step[]): Step[] {
  const last = Math.max(...steps.map((step) => step.at));
  const limit = now - 3 * MINUTE;
  if (last <= limit) return [...steps];
  const pivot = firstReplyAt < limit ? firstReplyAt : at;
  return steps.map((step) =>
    step.at <= pivot ? step : { ...step, at: pivot + ((step.at - pivot) * (limit - pivot)) / (last - pivot) },
  );
}
