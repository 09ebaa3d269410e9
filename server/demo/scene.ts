import { outsideActor } from '#server/audit/outside-actor.ts';
import { AuditBatch, type AuditContext } from '#server/audit/record-audit.ts';
import type { Database, Db } from '#server/db/db.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import type { Site } from '#server/operation/call.ts';
import type { AppKeys } from '#server/secrets/app-keys.ts';
import type { LockedTicket } from '#server/tickets/write/ticket-change.ts';
import type { TicketThread } from '#server/tickets/write/write-threads.ts';
import type { Contact } from './people.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const BATCH = 500;
const IDS_PER_ITEM = 32;

/** The actor in the audit log for demo data. */
export const DEMO_ACTOR = outsideActor('system', 'Demo data');

export interface DemoAgent {
  readonly id: bigint;
  readonly name: string;
}

export interface PlannedTicket extends Contact {
  readonly at: number;
  readonly thread: TicketThread;
}

/** A ticket of the story in its final state. */
export interface StoryTicket extends PlannedTicket {
  readonly locked: LockedTicket;
}

/** Inputs of the parts of the story that belong to tickets. */
export interface Scene {
  readonly database: Database;
  readonly site: Site;
  readonly keys: AppKeys;
  readonly seed: number;
  /** In milliseconds, as all times of the story. */
  readonly now: number;
  /** When the desk opened, a year ago. */
  readonly opening: number;
  readonly agents: readonly DemoAgent[];
  /** Oldest first; at least one. */
  readonly tickets: readonly StoryTicket[];
}

/** A number in proportion to the story's size. */
export function amountOf({ tickets }: Scene, share: number, least: number): number {
  return Math.max(least, Math.round(tickets.length * share));
}

/** An event of the story, and how to write it under its own time. */
export interface DemoEvent {
  readonly at: number;
  readonly write: (db: Db, context: AuditContext) => Promise<unknown>;
}

export function byTime(a: { readonly at: number }, b: { readonly at: number }): number {
  return a.at - b.at;
}

/** Writes events in order of time, each at its own time and without webhooks. */
export function writeEvents(scene: Scene, events: readonly DemoEvent[]): Promise<void> {
  return writeBatches(scene, events.toSorted(byTime), async (db, batch) => {
    for (const { item, context } of batch) await item.write(db, context);
  });
}

/** Writes some hundred items in a transaction, which is retried after a deadlock: parts of the story run concurrently. */
export async function writeBatches<Item extends { readonly at: number }>(
  { database, site }: Scene,
  items: readonly Item[],
  write: (db: Db, batch: readonly { readonly item: Item; readonly context: AuditContext }[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < items.length; from += BATCH) {
    const reserve = { ids: IDS_PER_ITEM * BATCH };
    const work = async (db: Db) => {
      const auditBatch = new AuditBatch();
      const contextAt = (at: number) => ({ actor: DEMO_ACTOR, now: new Date(at), auditBatch, isSilent: true });
      const batch = items.slice(from, from + BATCH).map((item) => ({ item, context: contextAt(item.at) }));
      await write(db, batch);
      await auditBatch.store(db, site);
    };
    await retryConflicts(database.forSite(site.id), work, [], reserve);
  }
}
