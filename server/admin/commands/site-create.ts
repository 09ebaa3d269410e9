import { StartFailure } from '#server/db/errors.ts';
import { createSite, UNDEPLOYABLE } from '#server/site/create-site.ts';
import type { DatabaseCommand } from '../command.ts';
import { readCountry } from '../read-country.ts';

export const siteCreate: DatabaseCommand = {
  name: 'site create',
  options: ['name', 'country', 'undeploy'],
  prepare(options) {
    const name = options.text('name');
    const country = options.has('country') ? readCountry(options) : null;
    const names = options.has('undeploy') ? options.list('undeploy') : [];
    const undeployed = UNDEPLOYABLE.filter((feature) => names.includes(feature));
    if (names.some((feature) => !undeployed.some((known) => known === feature))) {
      throw new StartFailure(`--undeploy must be a list of ${UNDEPLOYABLE.join(', ')}`);
    }
    return async ({ database, now }) => {
      const site = await createSite(database.owner, { name, country, undeployed }, now);
      return { site_id: site.id };
    };
  },
};
