import { AuditBatch, type AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import { outsideActor } from '#server/audit/outside-actor.ts';

const BATCH = 100;

/** Something that happened at an instant, in milliseconds, and how it is written down as of then. */
export interface DemoEvent {
  readonly at: number;
  readonly write: (db: Db, context: AuditContext) => Promise<unknown>;
  /** An event is sent for it. */
  readonly isNews?: boolean;
}

/** Writes some events one after the other, each under its own time and without an event, a hundred in a transaction. */
export async function writeSilently({ database, site }: DemoScene, events: readonly DemoEvent[]): Promise<void> {
  const db = database.forSite(site.id);
  for (let from = 0; from < events.length; from += BATCH) {
    await db.transaction(async (db) => {
      const auditBatch = new AuditBatch();
      for (const { at, write } of events.slice(from, from + BATCH)) {
        await write(db, { actor: DEMO_ACTOR, now: new Date(at), auditBatch, isSilent: true });
      }
      await auditBatch.store(db, site);
    });
  }
}

/** Who stands in the audit log for demo data. */
export const DEMO_ACTOR = outsideActor('system', 'Demo data');
