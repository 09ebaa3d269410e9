import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { type DatabaseCommand, requireSite } from '#server/admin/command.ts';
import { createAgent } from '#server/tickets/agents.ts';
import { findAgents } from '#server/admin/admin.sql.ts';

export const agentCreate: DatabaseCommand = {
  name: 'agent create',
  options: ['site-id', 'name'],
  prepare(options) {
    const siteId = options.id('site-id');
    const name = options.text('name');
    return async ({ database, now }) => {
      const site = await requireSite(database.owner, siteId);
      const agentId = await createAgent(database.forSite(site.id), site, { name }, { actor: ADMIN_ACTOR, now });
      return { agent_id: agentId.toString() };
    };
  },
};

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
