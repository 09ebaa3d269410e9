import { findTokens } from '../admin.sql.ts';
import { requireSite, type DatabaseCommand } from '../command.ts';

/** What there is, and never what opens anything. */
export const tokenList: DatabaseCommand = {
  name: 'token list',
  options: ['site-id'],
  prepare(options) {
    const siteId = options.id('site-id');
    return async ({ database }) => {
      const site = await requireSite(database.owner, siteId);
      return { site_id: site.id, tokens: await findTokens(database.owner, site.id) };
    };
  },
};
