import type { HandoffStatus } from '#contract/conversations.ts';
import type { Random } from '#server/demo/random.ts';
import type { WrittenTicket } from './demo-scene.ts';

const MINUTE = 60_000;

/** The time at which the bot gave up, and the outcome. */
export interface PlannedHandoff {
  /** The resulting ticket; null if the handoff was resolved in the chat. */
  readonly ticket: WrittenTicket | null;
  readonly at: number;
  readonly takenAt: number | null;
  readonly resolvedAt: number | null;
  readonly abandonedAt: number | null;
  /** Index in the list of agents; with a ticket, its assignee is used instead. */
  readonly agent: number;
}

interface Fate {
  readonly at: number;
  readonly now: number;
  readonly state: HandoffStatus;
}

/** A handoff that is resolved in the chat, in its state as of now. */
export function planHandoff(random: Random, { at, now, state }: Fate): PlannedHandoff {
  const soon = (from: number, share: number) => Math.round(from + Math.max(1, (now - from) * share));
  const within = (from: number, minutes: number) =>
    Math.min(from + random.integer(1, minutes) * MINUTE, soon(from, 0.5));
  const takenAt = state === 'taken' || state === 'resolved' ? within(at, 14) : null;
  const resolvedAt = state === 'resolved' && takenAt !== null ? within(takenAt, 25) : null;
  const abandonedAt = state === 'abandoned' ? within(at, 40) : null;
  return { ticket: null, at, takenAt, resolvedAt, abandonedAt, agent: random.integer(0, 6) };
}

/** A handoff that became a ticket: taken with its first reply, resolved when the ticket was solved. */
export function handoffInto(ticket: WrittenTicket, at: number): PlannedHandoff {
  const { first_response_utc: replied, resolved_utc: solved } = ticket.locked;
  const takenAt = replied === null ? null : Date.parse(replied);
  const resolvedAt = takenAt === null || solved === null ? null : Date.parse(solved);
  return { ticket, at, takenAt, resolvedAt, abandonedAt: null, agent: 0 };
}
