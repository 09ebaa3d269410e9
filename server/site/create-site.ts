import type { Country } from '#contract/dialling.ts';
import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { getAnySiteId, insertSite } from './site.sql.ts';

/** Features that a site can lack; the rest of the API document is always there. */
export const UNDEPLOYABLE = ['channels', 'ai_usage'] as const;

export interface NewSite {
  readonly name: string;
  /** IANA name; UTC without it. */
  readonly timeZone?: string;
  readonly isDemo?: boolean;
  readonly country?: Country | null;
  readonly undeployed?: Site['undeployed'];
}

/** Makes a site with its sequences. @param db The owner's handle: a site is made over all sites. */
export async function createSite(db: Db, request: NewSite, now: Date): Promise<Site> {
  const timeZone = request.timeZone ?? 'UTC';
  const isDemo = request.isDemo ?? false;
  const undeployed = request.undeployed ?? [];
  const country = request.country ?? null;
  return db.transaction(async (db) => {
    const id = await insertSite(db, { name: request.name, timeZone, isDemo, country, undeployed, now });
    await recordAudit(
      db,
      { id },
      { action: 'site.create', objectType: 'site', objectId: id.toString(), changes: [] },
      { now, actor: ADMIN_ACTOR },
    );
    return { id, name: request.name, timeZone, isDemo, country, undeployed };
  });
}

/** False for a database in which no site was made yet. @param db The owner's handle: the question is over all sites. */
export async function hasSite(db: Db): Promise<boolean> {
  return (await getAnySiteId(db)) !== undefined;
}
