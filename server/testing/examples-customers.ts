import type { OperationName } from '#contract/operations.ts';
import { addNoteRecord } from '#server/customers/customer-notes.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { ABSENT_ID, type RowExamples } from './row-example.ts';
import { TEST_ACTOR, type TestService } from './service.ts';

type Names =
  | 'getCustomer'
  | 'listCustomerIdentities'
  | 'createCustomer'
  | 'updateCustomer'
  | 'listCustomerNotes'
  | 'addCustomerNote'
  | 'deleteCustomerNote'
  | 'listCustomerTimeline';

let lastCustomer = 0;

/** An unused address. */
function nextEmail(): string {
  lastCustomer += 1;
  return `customer-${lastCustomer}@example.org`;
}

export const CUSTOMER_EXAMPLES: Pick<Readonly<Record<OperationName, RowExamples>>, Names> = {
  getCustomer: {
    success: (own) => ({ query: { email: own.email } }),
    errors: { not_found: () => ({ query: { email: 'nobody@example.org' } }) },
    foreign: (other) => ({ query: { email: other.email } }),
  },
  listCustomerIdentities: {
    success: (own) => ({ query: { q: own.email } }),
    errors: {},
    foreign: (other) => ({ query: { q: other.email, channel: 'sms', external_user_id: '+493023125001' } }),
  },
  createCustomer: {
    success: () => ({ body: { email: nextEmail(), phone: null, display_name: 'Ada' } }),
    errors: { conflict: (own) => ({ body: { email: own.email.toUpperCase() } }) },
    // Refused before any look-up. The tests of customers cover that an address of another site is free here.
    foreign: (other) => ({ body: { email: other.email, phone: ' - ' } }),
  },
  updateCustomer: {
    success: (own) => ({ body: { id: own.identityId, display_name: 'Ada' } }),
    errors: {
      not_found: () => ({ body: { id: ABSENT_ID, display_name: 'Ada' } }),
      conflict: (own) => ({ body: { id: own.identityId, display_name: 'Grace', version: 999 } }),
    },
    foreign: (other) => ({ body: { id: other.identityId, blocked: true } }),
  },
  listCustomerNotes: {
    success: (own) => ({ query: { identity_id: own.identityId } }),
    errors: { not_found: () => ({ query: { identity_id: ABSENT_ID } }) },
    foreign: (other) => ({ query: { identity_id: other.identityId } }),
  },
  addCustomerNote: {
    success: (own) => ({ body: { identity_id: own.identityId, body: 'Rides to work each day.' } }),
    errors: { not_found: () => ({ body: { identity_id: ABSENT_ID, body: 'Hello' } }) },
    foreign: (other) => ({ body: { identity_id: other.identityId, body: 'Hello' } }),
  },
  deleteCustomerNote: {
    success: async (own) => ({ query: { id: await own.makeNote() } }),
    errors: { not_found: () => ({ query: { id: ABSENT_ID } }) },
    foreign: (other) => ({ query: { id: other.noteId } }),
  },
  listCustomerTimeline: {
    success: (own) => ({ query: { identity_id: own.identityId } }),
    errors: { not_found: () => ({ query: { identity_id: ABSENT_ID } }) },
    foreign: (other) => ({ query: { identity_id: other.identityId } }),
  },
};

/** A note about a customer. Inserted by SQL, because without extensions the API has none. */
export async function noteForFixture(
  { clock }: TestService,
  db: Db,
  site: SiteRef,
  identityId: bigint,
): Promise<bigint> {
  const context = { actor: TEST_ACTOR, now: clock.now() };
  const note = { identityId, body: 'Prefers the phone.', author: TEST_ACTOR.label };
  return (await db.transaction((db) => addNoteRecord(db, site, note, context))).id;
}
