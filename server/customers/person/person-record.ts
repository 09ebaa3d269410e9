import type { ChannelHandle } from '#contract/customers.ts';
import { findAliasKeys } from '#server/customers/aliases.sql.ts';
import { readBindings } from '#server/customers/channels.sql.ts';
import type { Db } from '#server/db/db.ts';
import type { Site, SiteRef } from '#server/operation/call.ts';
import { emptyReceipts, getRecord, type RecordRow } from './person.sql.ts';

export type PersonRecord = RecordRow & { readonly merged_from: bigint[] };

/** The customer record of a person; undefined where there is none. */
export async function readPersonRecord(db: Db, site: SiteRef, identityId: bigint): Promise<PersonRecord | undefined> {
  const record = await getRecord(db, site.id, identityId);
  if (record === undefined) return undefined;
  return {
    ...record,
    merged_from: (await findAliasKeys(db, site.id, identityId, 'id')).map(BigInt),
  };
}

/** The handles of a customer, newest first; none where channels are not deployed. */
export async function* readHandlesOf(db: Db, site: Site, identityId: bigint): AsyncGenerator<ChannelHandle[]> {
  if (!site.undeployed.includes('channels')) yield* readBindings(db, site.id, identityId);
}

/** Takes out of receipts of merges what names a customer, or one who was merged into it. They cannot be undone then. */
export async function emptyReceiptsOf(db: Db, site: SiteRef, identityId: bigint): Promise<void> {
  const merged = await findAliasKeys(db, site.id, identityId, 'id');
  await emptyReceipts(db, site.id, [identityId, ...merged.map(BigInt)]);
}
