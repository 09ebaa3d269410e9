import type { OperationName } from '#contract/operations.ts';
import { ABSENT_ID, NO_OBJECT, type RowExamples } from './row-example.ts';
import type { TestService } from './service.ts';

type Row = 'issuePortalToken' | 'revokePortalToken' | 'listPortalTokens' | 'revokePortalTokens';

export const PORTAL_EXAMPLES: Pick<Readonly<Record<OperationName, RowExamples>>, Row> = {
  issuePortalToken: {
    success: (own) => ({ body: { requester_email: own.email } }),
    errors: { conflict: (own) => ({ body: { requester_email: own.email, expiry_days: 7 } }) },
    foreign: null,
  },
  revokePortalToken: {
    success: (own) => ({ query: { id: own.portalTokenId } }),
    errors: { not_found: () => ({ query: { id: ABSENT_ID } }) },
    foreign: (other) => ({ query: { id: other.portalTokenId } }),
  },
  listPortalTokens: {
    ...NO_OBJECT,
    success: (own) => ({ query: { state: 'active', email: own.email } }),
    foreign: (other) => ({ query: { email: other.email } }),
  },
  revokePortalTokens: {
    success: (own) => ({ body: { action: 'revoke', requester_email: own.email, dry_run: true } }),
    errors: {},
    foreign: (other) => ({ body: { action: 'revoke', ids: [other.portalTokenId] } }),
  },
};

/** Issues a link for an address without tickets. */
export async function issueForFixture(service: TestService, token: string): Promise<bigint> {
  const body = { requester_email: 'reader@example.org' };
  const { json } = await service.call('POST', 'portal_token', { token, body });
  return BigInt(json.data.id);
}
