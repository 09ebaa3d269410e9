import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdPerson } from '#server/customers/person.ts';
import { mergeCustomerRecords } from '#server/customers/merge/merge-customers.ts';
import { CustomerDesk } from '#server/testing/customer-desk.ts';
import { expectError } from '#server/testing/expect-answer.ts';
import { TEST_ACTOR } from '#server/testing/service.ts';
import { requireIdentity } from '#server/customers/find-identity.ts';

const desk = new CustomerDesk();
beforeEach(desk.open);
afterEach(desk.close);

const [KEPT, GONE] = ['kept@example.org', 'gone@example.org'];

async function pair(): Promise<{ survivor: bigint; merged: bigint }> {
  const survivor = BigInt((await desk.ticket(KEPT)).customer_identity_id);
  return { survivor, merged: BigInt((await desk.ticket(GONE)).customer_identity_id) };
}

test('an id is resolved again if a merge deletes the record in between', async () => {
  const { survivor, merged } = await pair();
  const { site } = desk.home;
  const context = { actor: TEST_ACTOR, now: desk.service.clock.now() };
  const person = await desk.service.database.forSite(site.id).transaction((db) => {
    let asked = 0;
    return holdPerson(db, site, async (db) => {
      const found = await requireIdentity(db, site, merged);
      asked += 1;
      // Simulates a merge that the lock waited for: the record is deleted before it is locked.
      if (asked === 1) await mergeCustomerRecords(db, site, { survivorId: survivor, mergedId: merged }, context);
      return found;
    });
  });
  expect(person).toMatchObject({ identityId: survivor, emailKeys: [KEPT, GONE] });
});

test('during a merge the person is erased completely or the erasure is refused with a reason', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { survivor, merged } = await pair();
    const erasing = () => desk.send('POST', 'customer_erase', { identity_id: merged, confirm_email: GONE });
    const merging = () => desk.tryMerge(survivor, merged);
    const [first, second] = round % 2 === 0 ? [merging, erasing] : [erasing, merging];
    const answers = await Promise.all([first(), second()]);
    const [merge, erase] = round % 2 === 0 ? answers : answers.toReversed();
    if (merge === undefined || erase === undefined) throw new Error('two answers');
    if (erase.status === 200) {
      // Before the merge, there is no one left to merge.
      expectError(merge, 'not_found');
      expect((await desk.whois({ email: KEPT })).ticket_count).toBe(1);
    } else {
      // After it, the survivor's email is required as confirmation.
      expectError(erase, 'bad_field');
      expect(merge.status).toBe(200);
    }
    const dry = await desk.post('customer_erase', { identity_id: survivor, dry_run: true });
    expect(await desk.post('customer_erase', { identity_id: survivor, confirm_email: KEPT })).toEqual({
      ...dry,
      dry_run: false,
    });
    expectError(await desk.send('POST', 'customer_erase', { identity_id: merged, dry_run: true }), 'not_found');
  }
});
