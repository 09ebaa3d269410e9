import type { OperationName } from '#contract/operations.ts';
import { ABSENT_ID, type Fixture, type RowExamples } from './row-example.ts';
import type { TestService } from './service.ts';

let lastCustomer = 0;

/** The fixture of the examples below. */
export function mergeFixture(service: TestService, token: string): Pick<Fixture, 'makeCustomer' | 'makeMerge'> {
  const call = (resource: string, body: unknown) => service.call('POST', resource, { token, body });
  async function makeCustomer(): Promise<bigint> {
    lastCustomer += 1;
    const body = { subject: 'Bell', requester_email: `customer-${lastCustomer}@example.org` };
    return BigInt((await call('tickets', body)).json.data.customer_identity_id);
  }
  return {
    makeCustomer,
    async makeMerge({ isUndone } = { isUndone: false }) {
      const body = { survivor_id: await makeCustomer(), merged_id: await makeCustomer() };
      const { json } = await call('customer_merges', body);
      // Without extensions there are no merges.
      if (json.data === undefined) return { id: ABSENT_ID, mergedId: body.merged_id };
      const id = BigInt(json.data.id);
      if (isUndone) await call('customer_merges', { action: 'undo', id });
      return { id, mergedId: body.merged_id };
    },
  };
}

export const MERGE_EXAMPLES: Pick<
  Readonly<Record<OperationName, RowExamples>>,
  | 'listCustomerDuplicates'
  | 'dismissCustomerDuplicate'
  | 'listCustomerMerges'
  | 'mergeCustomers'
  | 'undoCustomerMerge'
  | 'exportCustomer'
  | 'eraseCustomer'
> = {
  listCustomerDuplicates: {
    success: (own) => ({ query: { identity_id: own.identityId } }),
    errors: { not_found: () => ({ query: { identity_id: ABSENT_ID } }) },
    foreign: (other) => ({ query: { identity_id: other.identityId } }),
  },
  dismissCustomerDuplicate: {
    success: async (own) => ({ body: { identities: [own.identityId, await own.makeCustomer()], dismissed: true } }),
    errors: { not_found: (own) => ({ body: { identities: [own.identityId, ABSENT_ID], dismissed: true } }) },
    foreign: (other) => ({ body: { identities: [other.identityId, ABSENT_ID + 1n], dismissed: true } }),
  },
  listCustomerMerges: {
    success: async (own) => ({ query: { id: (await own.makeMerge()).id } }),
    errors: { not_found: () => ({ query: { id: ABSENT_ID } }) },
    foreign: (other) => ({ query: { identity_id: other.identityId } }),
  },
  mergeCustomers: {
    success: async (own) => ({ body: { survivor_id: own.identityId, merged_id: await own.makeCustomer() } }),
    errors: {
      not_found: (own) => ({ body: { survivor_id: own.identityId, merged_id: ABSENT_ID } }),
      conflict: async (own) => ({
        body: { survivor_id: await own.makeCustomer(), merged_id: (await own.makeMerge()).mergedId },
      }),
    },
    foreign: (other) => ({ body: { survivor_id: other.identityId, merged_id: ABSENT_ID + 1n } }),
  },
  undoCustomerMerge: {
    success: async (own) => ({ body: { action: 'undo', id: (await own.makeMerge()).id } }),
    errors: {
      not_found: () => ({ body: { action: 'undo', id: ABSENT_ID } }),
      conflict: async (own) => ({ body: { action: 'undo', id: (await own.makeMerge({ isUndone: true })).id } }),
    },
    foreign: (other) => ({ body: { action: 'undo', id: other.ticketId } }),
  },
  exportCustomer: {
    success: (own) => ({ query: { identity_id: own.identityId } }),
    errors: { not_found: () => ({ query: { identity_id: ABSENT_ID } }) },
    foreign: (other) => ({ query: { identity_id: other.identityId } }),
  },
  eraseCustomer: {
    success: (own) => ({ body: { identity_id: own.identityId, dry_run: true } }),
    errors: { not_found: () => ({ body: { identity_id: ABSENT_ID, dry_run: true } }) },
    foreign: (other) => ({ body: { identity_id: other.identityId, dry_run: true } }),
  },
};
