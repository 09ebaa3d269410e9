import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { issueToken } from '#server/tokens/issue-token.ts';
import { requireSite, type DatabaseCommand } from '../command.ts';

export const tokenCreate: DatabaseCommand = {
  name: 'token create',
  options: ['site-id', 'label', 'scopes', 'rate-limit', 'expires-days', 'agent-id'],
  prepare(options) {
    const siteId = options.id('site-id');
    const request = {
      label: options.text('label'),
      scopes: options.list('scopes'),
      ...(options.has('rate-limit') && { rateLimitPerMin: options.integer('rate-limit', 1, 1_000_000) }),
      ...(options.has('expires-days') && { expiresDays: options.integer('expires-days', 1, 36_500) }),
      ...(options.has('agent-id') && { agentId: options.id('agent-id') }),
    };
    return async ({ database, now }) => {
      const site = await requireSite(database.owner, siteId);
      const { tokenId, token } = await issueToken(database.forSite(site.id), site.id, request, {
        actor: ADMIN_ACTOR,
        now,
      });
      return { token_id: tokenId, token };
    };
  },
};
