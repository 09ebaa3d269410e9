import { createSite } from '#server/site/create-site.ts';
import type { DatabaseCommand } from '../command.ts';
import { readFeatures } from '../site-options.ts';

export const siteCreate: DatabaseCommand = {
  name: 'site create',
  options: ['name', 'undeploy'],
  prepare(options) {
    const name = options.text('name');
    const undeployed = readFeatures(options, 'undeploy');
    return async ({ database, now }) => {
      const site = await createSite(database.owner, { name, undeployed }, now);
      return { site_id: site.id };
    };
  },
};
