import { createSite, UNDEPLOYABLE } from '#server/site/create-site.ts';
import { type DatabaseCommand, requireSite } from '#server/admin/command.ts';
import { findSites } from '#server/admin/admin.sql.ts';
import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { StartFailure } from '#server/db/errors.ts';
import { renewKeys } from '#server/site-keys/renew-keys.ts';
import { changeSite } from '#server/site/change-site.ts';
import type { Site } from '#server/operation/call.ts';
import type { Options } from '#server/admin/options.ts';
import { type Country, countryCodes, isCountry } from '#contract/dialling.ts';

export const siteCreate: DatabaseCommand = {
  name: 'site create',
  canCreateDatabase: true,
  options: ['name', 'country', 'undeploy'],
  prepare(options) {
    const name = options.text('name');
    const country = options.has('country') ? readCountry(options) : null;
    const undeployed = readFeatures(options, 'undeploy');
    return async ({ database, now }) => {
      const site = await createSite(database.owner, { name, country, undeployed }, now);
      return { site_id: site.id };
    };
  },
};

export const siteList: DatabaseCommand = {
  name: 'site list',
  options: [],
  prepare:
    () =>
    async ({ database }) => ({ sites: await findSites(database.owner) }),
};

const FIELDS = ['name', 'country', 'deploy', 'undeploy'] as const;

/** Changes a site. A new country recomputes the keys by which its phones are matched, in steps. */
export const siteUpdate: DatabaseCommand = {
  name: 'site update',
  options: ['site-id', ...FIELDS],
  prepare(options) {
    const siteId = options.id('site-id');
    if (!FIELDS.some((field) => options.has(field))) {
      throw new StartFailure(`Give at least one of ${FIELDS.map((field) => `--${field}`).join(', ')}`);
    }
    const change = {
      ...(options.has('name') && { name: options.text('name') }),
      ...(options.has('country') && { country: readCountry(options) }),
      deploy: readFeatures(options, 'deploy'),
      undeploy: readFeatures(options, 'undeploy'),
    };
    const both = change.deploy.find((feature) => change.undeploy.includes(feature));
    if (both !== undefined) throw new StartFailure(`--deploy and --undeploy both name ${both}`);
    return async ({ database, now, report }) => {
      const site = await requireSite(database.owner, siteId);
      const changed = await changeSite(database.owner, site.id, change, { actor: ADMIN_ACTOR, now });
      if (changed === undefined || change.country === undefined) return { site_id: site.id, ...changed };
      report('Rebuilding the keys that phone numbers are matched by');
      const renewed = await renewKeys(database, { ...site, country: changed.country });
      return { site_id: site.id, ...changed, renewed };
    };
  },
};

/** A list of the features that a site lacks; empty without the option. @throws StartFailure */
export function readFeatures(options: Options, name: 'deploy' | 'undeploy'): Site['undeployed'] {
  if (!options.has(name)) return [];
  const names = options.list(name);
  const features = UNDEPLOYABLE.filter((feature) => names.includes(feature));
  if (names.some((feature) => !features.some((known) => known === feature))) {
    throw new StartFailure(`--${name} must be a list of ${UNDEPLOYABLE.join(', ')}`);
  }
  return features;
}

/** The option `--country`, in either case. @throws StartFailure with the valid countries */
export function readCountry(options: Options): Country {
  const code = options.text('country').toUpperCase();
  if (isCountry(code)) return code;
  throw new StartFailure(`--country must be one of ${countryCodes().join(', ')}`);
}
