import type { Country } from '#contract/dialling.ts';
import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { announceSiteChange } from '#server/tokens/announce-site-change.ts';
import { updateSiteRow } from './site.sql.ts';

interface SiteChange {
  readonly name: string | undefined;
  readonly country: Country | undefined;
}

/** Changes a site, which every node sees at once. @param db The owner's handle. */
export async function updateSite(db: Db, before: Site, change: SiteChange, now: Date): Promise<Site> {
  const site = { ...before, name: change.name ?? before.name, country: change.country ?? before.country };
  const changes = [
    // A name can be a person's.
    ...(site.name === before.name ? [] : [{ field: 'name', from: null, to: null }]),
    ...(site.country === before.country ? [] : [{ field: 'country', from: before.country, to: site.country }]),
  ];
  if (changes.length === 0) return site;
  await db.transaction(async (db) => {
    await updateSiteRow(db, site);
    const entry = { action: 'site.update', objectType: 'site', objectId: site.id.toString(), changes };
    await recordAudit(db, site, entry, { now, actor: ADMIN_ACTOR });
    await announceSiteChange(db);
  });
  return site;
}
