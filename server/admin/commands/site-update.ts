import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { StartFailure } from '#server/db/errors.ts';
import { changeSite } from '#server/site/change-site.ts';
import { requireSite, type DatabaseCommand } from '../command.ts';
import { readFeatures } from '../site-options.ts';

const FIELDS = ['name', 'deploy', 'undeploy'] as const;

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
      deploy: readFeatures(options, 'deploy'),
      undeploy: readFeatures(options, 'undeploy'),
    };
    const both = change.deploy.find((feature) => change.undeploy.includes(feature));
    if (both !== undefined) throw new StartFailure(`--deploy and --undeploy both name ${both}`);
    return async ({ database, now }) => {
      const site = await requireSite(database.owner, siteId);
      const changed = await changeSite(database.owner, site.id, change, { actor: ADMIN_ACTOR, now });
      return { site_id: site.id, ...changed };
    };
  },
};
