import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { StartFailure } from '#server/db/errors.ts';
import { renewKeys } from '#server/site-keys/renew-keys.ts';
import { changeSite } from '#server/site/change-site.ts';
import { requireSite, type DatabaseCommand } from '../command.ts';
import { readCountry } from '../read-country.ts';
import { readFeatures } from '../site-options.ts';

const FIELDS = ['name', 'country', 'deploy', 'undeploy'] as const;

/** Changes a site. With a country the keys that its phones are matched by are made anew, in steps. */
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
      report('Making the keys anew that phones are matched by');
      const renewed = await renewKeys(database, { ...site, country: changed.country });
      return { site_id: site.id, ...changed, renewed };
    };
  },
};
