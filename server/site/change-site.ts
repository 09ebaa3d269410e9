import type { Country } from '#contract/dialling.ts';
import { recordAudit, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { UNDEPLOYABLE } from './create-site.ts';
import { lockSiteFields, updateSiteFields } from './site.sql.ts';
import { announceSiteChange } from '#server/tokens/token-book.ts';

/** A field that is left out stays. */
export interface SiteChange {
  readonly name?: string;
  /** Applies to stored phones once their keys are made anew: server/site-keys/renew-keys.ts. */
  readonly country?: Country;
  readonly deploy?: Site['undeployed'];
  readonly undeploy?: Site['undeployed'];
}

export interface ChangedSite {
  readonly name: string;
  readonly country: Country | null;
  readonly undeployed: Site['undeployed'];
}

/**
 * Changes a site; every node knows within a second. What is undeployed keeps its rows and shows them again once it is
 * deployed. Answers undefined where there is no such site.
 * @param db The owner's handle: a command names its site itself.
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
      // A name can be a person's.
      ...(after.name === before.name ? [] : [{ field: 'name', from: null, to: null }]),
      ...(after.country === before.country ? [] : [{ field: 'country', from: before.country, to: after.country }]),
      ...features.map((field) => ({ field, from: isDeployed(before, field), to: isDeployed(after, field) })),
    ];
    if (changes.length === 0) return after;
    await updateSiteFields(db, siteId, after);
    const entry: AuditEntry = { action: 'site.update', objectType: 'site', objectId: siteId.toString(), changes };
    await recordAudit(db, { id: siteId }, entry, context);
    await announceSiteChange(db);
    return after;
  });
}
