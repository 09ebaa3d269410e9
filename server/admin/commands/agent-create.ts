import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { createAgent } from '#server/tickets/create-agent.ts';
import { requireSite, type DatabaseCommand } from '../command.ts';

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
