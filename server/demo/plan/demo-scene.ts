import type { Database } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import type { AppKeys } from '#server/secrets/app-keys.ts';
import type { LockedTicket } from '#server/tickets/write/ticket-change.ts';
import type { PlannedTicket } from './planned-ticket.ts';

export interface DemoAgent {
  readonly id: bigint;
  readonly name: string;
}

/** A ticket of the story in its final state. */
export interface WrittenTicket {
  readonly planned: PlannedTicket;
  readonly locked: LockedTicket;
}

/** Inputs of the parts of the story that belong to tickets. */
export interface DemoScene {
  readonly database: Database;
  readonly site: Site;
  readonly keys: AppKeys;
  readonly seed: number;
  readonly now: Date;
  readonly agents: readonly DemoAgent[];
  /** Oldest first. */
  readonly tickets: readonly WrittenTicket[];
}

/** The number for the story's size; zero in a story without tickets. */
export function amountOf({ tickets }: Pick<DemoScene, 'tickets'>, share: number, least: number): number {
  return tickets.length === 0 ? 0 : Math.max(least, Math.round(tickets.length * share));
}
