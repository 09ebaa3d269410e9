import { fillDemo } from '#server/demo/fill-demo.ts';
import { AppKeys } from '#server/secrets/app-keys.ts';
import { readAppSecret } from '#server/serve/read-app-secret.ts';
import { requireSite, type DatabaseCommand } from '../command.ts';

export const demo: DatabaseCommand = {
  name: 'demo',
  options: ['site-id', 'tickets', 'seed'],
  flags: ['reset'],
  prepare(options) {
    const siteId = options.id('site-id');
    const size = {
      tickets: options.has('tickets') ? options.integer('tickets', 0, 1_000_000) : 5000,
      seed: options.has('seed') ? options.integer('seed', 0, 2_147_483_647) : 1,
      reset: options.flag('reset'),
    };
    return async ({ database, config, now, report }) => {
      const site = await requireSite(database.owner, siteId);
      const keys = new AppKeys(await readAppSecret(config));
      const counts = await fillDemo(database, site, size, { now, report, keys });
      return { site_id: site.id, ...counts };
    };
  },
};
