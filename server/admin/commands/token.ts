import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { issueToken } from '#server/tokens/issue-token.ts';
import { type DatabaseCommand, requireSite } from '#server/admin/command.ts';
import { findSiteOfToken, findTokens } from '#server/admin/admin.sql.ts';
import { StartFailure } from '#server/db/errors.ts';
import { revokeToken } from '#server/tokens/revoke-token.ts';

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

/** Lists tokens without their secrets. */
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

export const tokenRevoke: DatabaseCommand = {
  name: 'token revoke',
  options: ['token-id'],
  prepare(options) {
    const tokenId = options.id('token-id');
    return async ({ database, now }) => {
      const siteId = await findSiteOfToken(database.owner, tokenId);
      if (siteId === undefined) throw new StartFailure(`--token-id ${tokenId} is not a token in this database`);
      await revokeToken(database.forSite(siteId), { id: siteId }, tokenId, { actor: ADMIN_ACTOR, now });
      return { token_id: tokenId, revoked: true };
    };
  },
};
