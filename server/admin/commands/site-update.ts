import { StartFailure } from '#server/db/errors.ts';
import { renewKeys } from '#server/site-keys/renew-keys.ts';
import { updateSite } from '#server/site/update-site.ts';
import { requireSite, type DatabaseCommand } from '../command.ts';
import { readCountry } from '../read-country.ts';

/** Changes a site. A new country makes the keys anew that its phones are matched by, in steps. */
export const siteUpdate: DatabaseCommand = {
  name: 'site update',
  options: ['site-id', 'name', 'country'],
  prepare(options) {
    const siteId = options.id('site-id');
    const name = options.has('name') ? options.text('name') : undefined;
    const country = options.has('country') ? readCountry(options) : undefined;
    if (name === undefined && country === undefined) throw new StartFailure('Give --name or --country');
    return async ({ database, now, report }) => {
      const before = await requireSite(database.owner, siteId);
      const site = await updateSite(database.owner, before, { name, country }, now);
      if (site.country !== before.country) report('Making the keys anew that phones are matched by');
      const renewed = await renewKeys(database, site);
      return { site_id: site.id, name: site.name, country: site.country, renewed };
    };
  },
};
