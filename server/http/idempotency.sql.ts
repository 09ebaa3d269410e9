import { sql, type Db } from '#server/db/db.ts';

export interface KeyedCall {
  readonly tokenId: bigint;
  readonly operation: string;
  readonly key: string;
}

export interface KeyedAnswer {
  readonly body_hash: Uint8Array;
  readonly status: number;
  readonly answer: string;
}

/** False when the key is taken. Waits for a call with the same key that is still running. */
export async function insertKeyedCall(
  db: Db,
  siteId: bigint,
  call: KeyedCall,
  bodyHash: Uint8Array,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into idempotency_record (site_id, token_id, operation, key, body_hash, created_utc)
    values (${siteId}, ${call.tokenId}, ${call.operation}, ${call.key}, ${bodyHash}, ${now.toISOString()})
    on conflict do nothing
    returning 1 as one`);
  return rows.length === 1;
}

export async function getKeyedAnswer(db: Db, siteId: bigint, call: KeyedCall): Promise<KeyedAnswer | undefined> {
  const [row] = await db.query<KeyedAnswer>(sql`
    select body_hash, status, answer from idempotency_record
    where site_id = ${siteId} and token_id = ${call.tokenId} and operation = ${call.operation} and key = ${call.key}`);
  return row;
}

export async function updateKeyedAnswer(
  db: Db,
  siteId: bigint,
  call: KeyedCall,
  status: number,
  answer: string,
): Promise<void> {
  await db.query(sql`
    update idempotency_record set status = ${status}, answer = ${answer}
    where site_id = ${siteId} and token_id = ${call.tokenId} and operation = ${call.operation} and key = ${call.key}`);
}

/** A record that has run out is no record. */
export async function deleteOldKeyedCall(db: Db, siteId: bigint, call: KeyedCall, before: Date): Promise<void> {
  await db.query(sql`
    delete from idempotency_record
    where site_id = ${siteId} and token_id = ${call.tokenId} and operation = ${call.operation} and key = ${call.key}
      and created_utc < ${before.toISOString()}`);
}

/** Over all sites, by the owner. */
export async function deleteOldKeyedCalls(db: Db, before: Date): Promise<void> {
  await db.query(sql`delete from idempotency_record where created_utc < ${before.toISOString()}`);
}
