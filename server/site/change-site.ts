import type { Country } from '#contract/dialling.ts';
import { recordAudit, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { UNDEPLOYABLE } from './create-site.ts';
import { announceSiteChange } from '#server/tokens/token-book.ts';

/** Absent fields stay. */
interface SiteChange {
  readonly name?: string;
  /** Applies to stored phones once their keys are renewed: server/site-keys/renew-keys.ts. */
  readonly country?: Country;
  readonly deploy?: Site['undeployed'];
  readonly undeploy?: Site['undeployed'];
}

interface ChangedSite {
  readonly name: string;
  readonly country: Country | null;
  readonly undeployed: Site['undeployed'];
}

/**
 * Changes a site; every node applies it within a second. An undeployed feature keeps its rows for when it is deployed
 * again. Returns undefined if there is no such site.
 * @param db the owner's handle
 */
export async function changeSite(
  db: Db,
  siteId: bigint,
  { name, country, deploy = [], undeploy = [] }: SiteChange,
  context: AuditContext,
): Promise<ChangedSite | undefined> {
  return db.transaction(async (db) => {
    const before = await lockSiteFields(db, siteId);
    if (before === undefined) return undefined;
    const undeployed = UNDEPLOYABLE.filter(
      (feature) => undeploy.includes(feature) || (before.undeployed.includes(feature) && !deploy.includes(feature)),
    );
    const after = { name: name ?? before.name, country: country ?? before.country, undeployed };
    const isDeployed = ({ undeployed }: { readonly undeployed: readonly string[] }, feature: string) =>
      !undeployed.includes(feature);
    const features = UNDEPLOYABLE.filter((feature) => isDeployed(before, feature) !== isDeployed(after, feature));
    const changes = [
      // The name can be a person's, so the log does not have it.
      ...(after.name === before.name ? [] : [{ field: 'name', from: null, to: null }]),
      ...(after.country === before.country ? [] : [{ field: 'country', from: before.country, to: after.country }]),
      ...features.map((field) => ({ field, from: isDeployed(before, field), to: isDeployed(after, field) })),
    ];
    if (changes.length === 0) return after;
    await updateSiteFields(db, siteId, after);
    const entry: AuditEntry = { action: 'site.update', objectType: 'site', objectId: siteId.toString(), changes };
    await recordAudit(db, { id: siteId }, entry, context);
    await announceSiteChange(db, siteId);
    return after;
  });
}

interface SiteFields {
  readonly name: string;
  readonly country: Country | null;
  readonly undeployed: readonly string[];
}

/** Locks the site until the transaction ends. */
async function lockSiteFields(db: Db, id: bigint): Promise<SiteFields | undefined> {
  const [row] = await db.query<SiteFields>(sql`
    select name, country, undeployed from site where id = ${id} for no key update`);
  return row;
}

async function updateSiteFields(db: Db, id: bigint, { name, country, undeployed }: SiteFields): Promise<void> {
  await db.query(sql`
    update site set name = ${name}, country = ${country}, undeployed = ${undeployed}::text[] where id = ${id}`);
}
