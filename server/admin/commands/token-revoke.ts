import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { StartFailure } from '#server/db/errors.ts';
import { revokeToken } from '#server/tokens/revoke-token.ts';
import type { DatabaseCommand } from '../command.ts';

export const tokenRevoke: DatabaseCommand = {
  name: 'token revoke',
  options: ['token-id'],
  prepare(options) {
    const tokenId = options.id('token-id');
    return async ({ database, now }) => {
      const found = await revokeToken(database.owner, tokenId, { actor: ADMIN_ACTOR, now });
      if (!found) throw new StartFailure(`--token-id ${tokenId} is not a token in this database`);
      return { token_id: tokenId, revoked: true };
    };
  },
};
