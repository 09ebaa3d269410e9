import { AuditBatch, type AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import { outsideActor } from '#server/audit/outside-actor.ts';

const BATCH = 500;
const IDS_PER_EVENT = 32;

/** An event of the story: its instant in milliseconds, and how to write it with that time. */
export interface DemoEvent {
  readonly at: number;
  readonly write: (db: Db, context: AuditContext) => Promise<unknown>;
  /** Whether webhooks are sent for it. */
  readonly isNews?: boolean;
}

interface Dated<Event> {
  readonly event: Event;
  /** A database and a clock at its own time, without webhook events. */
  readonly context: AuditContext;
}

/** Writes some events in order, each at its own time and without a webhook event. */
export async function writeSilently(scene: DemoScene, events: readonly DemoEvent[]): Promise<void> {
  await inBatches(scene, events, async (db, batch) => {
    for (const { event, context } of batch) await event.write(db, context);
  });
}

/** Writes some hundred events at a time, in a transaction that may be retried. */
export async function inBatches<Event extends { readonly at: number }>(
  { database, site }: DemoScene,
  events: readonly Event[],
  write: (db: Db, batch: readonly Dated<Event>[]) => Promise<unknown>,
): Promise<void> {
  const db = database.forSite(site.id);
  for (let from = 0; from < events.length; from += BATCH) {
    // Concurrent parts write to the same customers, so a deadlock is possible.
    await retryConflicts(
      db,
      async (db) => {
        const auditBatch = new AuditBatch();
        const batch = events.slice(from, from + BATCH).map((event) => ({
          event,
          context: { actor: DEMO_ACTOR, now: new Date(event.at), auditBatch, isSilent: true },
        }));
        await write(db, batch);
        await auditBatch.store(db, site);
      },
      [],
      { ids: IDS_PER_EVENT * BATCH },
    );
  }
}

/** The actor in the audit log for demo data. */
export const DEMO_ACTOR = outsideActor('system', 'Demo data');
