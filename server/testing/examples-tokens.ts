import type { OperationName } from '#contract/operations.ts';
import { revokeToken } from '#server/tokens/revoke-token.ts';
import { ABSENT_ID, NO_OBJECT, type RowExamples } from './row-example.ts';
import { TEST_ACTOR, type TestService, type TestSite } from './service.ts';

type TokenRow =
  | 'listApiTokens'
  | 'issueApiToken'
  | 'updateApiToken'
  | 'revokeApiToken'
  | 'listAuditLog'
  | 'getMigrationStatus';

/** Examples of the rows of tokens, the audit log and the state of imports. */
export const TOKEN_EXAMPLES: Pick<Readonly<Record<OperationName, RowExamples>>, TokenRow> = {
  listApiTokens: { ...NO_OBJECT, success: () => ({}) },
  issueApiToken: {
    success: () => ({ body: { label: 'Reads alone', scopes: ['read'], expires_days: 30, rate_limit_per_min: 60 } }),
    errors: {
      insufficient_scope: async (own) => ({
        token: await own.session(['tokens:write']),
        body: { label: 'More than I have', scopes: ['tickets:write'], confirm_token: own.token },
      }),
      not_found: () => ({ body: { rotate_id: ABSENT_ID } }),
      conflict: async (own) => ({ body: { rotate_id: await own.otherToken({ isRevoked: true }) } }),
    },
    foreign: (other) => ({ body: { rotate_id: other.tokenId } }),
  },
  updateApiToken: {
    success: async (own) => ({ body: { id: await own.otherToken(), label: 'Another label' } }),
    errors: {
      insufficient_scope: async (own) => ({
        token: await own.session(['tokens:write']),
        body: { id: own.tokenId, label: 'Without the API token' },
      }),
      not_found: () => ({ body: { id: ABSENT_ID, label: 'Nothing' } }),
    },
    foreign: (other) => ({ body: { id: other.tokenId, label: 'Nothing' } }),
  },
  revokeApiToken: {
    success: async (own) => ({ query: { id: await own.otherToken() } }),
    errors: { not_found: () => ({ query: { id: ABSENT_ID } }) },
    foreign: (other) => ({ query: { id: other.tokenId } }),
  },
  listAuditLog: {
    success: (own) => ({ query: { token_id: own.tokenId } }),
    errors: {},
    foreign: (other) => ({ query: { object_id: other.ticketId, object_type: 'ticket' } }),
  },
  getMigrationStatus: { ...NO_OBJECT, success: () => ({}) },
};

/** Creates unused tokens of a site, and answers their ids. */
export function otherTokens(service: TestService, made: TestSite) {
  return async ({ isRevoked } = { isRevoked: false }): Promise<bigint> => {
    const { tokenId } = await service.issueToken(made.site, { scopes: ['read'], label: 'Other' });
    const context = { actor: TEST_ACTOR, now: service.clock.now() };
    if (isRevoked) await revokeToken(service.database.owner, made.site, tokenId, context);
    return tokenId;
  };
}
