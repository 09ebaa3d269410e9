import { findAgents } from '../admin.sql.ts';
import { requireSite, type DatabaseCommand } from '../command.ts';

export const agentList: DatabaseCommand = {
  name: 'agent list',
  options: ['site-id'],
  prepare(options) {
    const siteId = options.id('site-id');
    return async ({ database }) => {
      const site = await requireSite(database.owner, siteId);
      return { site_id: site.id, agents: await findAgents(database.owner, site.id) };
    };
  },
};
