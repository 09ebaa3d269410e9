import { createSite } from '#server/site/create-site.ts';
import type { DatabaseCommand } from '../command.ts';
import { readCountry } from '../read-country.ts';
import { readFeatures } from '../site-options.ts';

export const siteCreate: DatabaseCommand = {
  name: 'site create',
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
