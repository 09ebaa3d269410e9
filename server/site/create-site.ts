import { keysMadeFor } from '#contract/contact-keys.ts';
import type { Country } from '#contract/dialling.ts';
import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { addDueRows } from '#server/operation/due-sites.ts';

/** The features of the API document that a site can lack. */
export const UNDEPLOYABLE = ['channels', 'ai_usage'] as const;

export interface NewSite {
  readonly name: string;
  /** IANA name; UTC by default. */
  readonly timeZone?: string;
  readonly isDemo?: boolean;
  readonly country?: Country | null;
  readonly undeployed?: Site['undeployed'];
}

/** Creates a site. @param db the owner's handle */
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

/** Whether the database has any site. @param db the owner's handle */
export async function hasSite(db: Db): Promise<boolean> {
  return (await getAnySiteId(db)) !== undefined;
}

async function insertSite(
  db: Db,
  site: {
    readonly name: string;
    readonly timeZone: string;
    readonly isDemo: boolean;
    readonly country: Country | null;
    readonly undeployed: readonly string[];
    readonly now: Date;
  },
): Promise<bigint> {
  const [row] = await db.query<{ id: bigint }>(sql`
    insert into site (name, time_zone, is_demo, country, keys_made_for, undeployed, created_utc)
    values (${site.name}, ${site.timeZone}, ${site.isDemo}, ${site.country}, ${keysMadeFor(site.country)},
      ${site.undeployed}, ${site.now.toISOString()})
    returning id`);
  if (row === undefined) throw new Error('the insert returned no site');
  await db.query(sql`insert into site_sequence (site_id) values (${row.id})`);
  await addDueRows(db, row.id, site.now);
  return row.id;
}

async function getAnySiteId(db: Db): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint }>(sql`select id from site limit 1`);
  return row?.id;
}
