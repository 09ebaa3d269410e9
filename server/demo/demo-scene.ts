import { AuditBatch, type AuditContext } from '#server/audit/record-audit.ts';
import type { Database, Db } from '#server/db/db.ts';
import type { Site } from '#server/http/call.ts';
import type { AppKeys } from '#server/secrets/app-keys.ts';
import { DEMO_ACTOR } from './demo-actor.ts';
import type { DemoAgent, WrittenTicket } from './write-tickets.ts';

const BATCH = 100;

/** What the parts of the story that hang on tickets are told from. */
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

/** As many as the size of the story asks for; nothing in a story without tickets. */
export function amountOf({ tickets }: Pick<DemoScene, 'tickets'>, share: number, least: number): number {
  return tickets.length === 0 ? 0 : Math.max(least, Math.round(tickets.length * share));
}

/** Something that happened at an instant, in milliseconds, and how it is written down as of then. */
export interface DemoDeed {
  readonly at: number;
  readonly write: (db: Db, context: AuditContext) => Promise<unknown>;
  /** An event tells of it. */
  readonly isNews?: boolean;
}

/** Writes some deeds after the other, each under its own time and without an event, a hundred in a transaction. */
export async function writeQuietly({ database, site }: DemoScene, deeds: readonly DemoDeed[]): Promise<void> {
  const db = database.forSite(site.id);
  for (let from = 0; from < deeds.length; from += BATCH) {
    await db.transaction(async (db) => {
      const auditBatch = new AuditBatch();
      for (const { at, write } of deeds.slice(from, from + BATCH)) {
        await write(db, { actor: DEMO_ACTOR, now: new Date(at), auditBatch, isSilent: true });
      }
      await auditBatch.store(db, site);
    });
  }
}
