import { type Db, sql, type Statement } from '#server/db/db.ts';

export interface KeyedCall {
  readonly tokenId: bigint;
  readonly operation: string;
  readonly key: string;
}

export interface KeyedReply {
  readonly body_hash: Uint8Array;
  readonly status: number;
  /** The stored reply; null while the first call runs. */
  readonly answer: string | null;
}

/** Returns false if the key is taken. Waits while a call with the same key is still running. */
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

/**
 * Claims the key for a call that runs outside a transaction. Returns false if it is taken; a claim without a stored reply
 * expires at `staleBefore`.
 */
export async function claimKeyedCall(
  db: Db,
  siteId: bigint,
  call: KeyedCall,
  bodyHash: Uint8Array,
  { now, staleBefore }: { readonly now: Date; readonly staleBefore: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into idempotency_record as r (site_id, token_id, operation, key, body_hash, created_utc)
    values (${siteId}, ${call.tokenId}, ${call.operation}, ${call.key}, ${bodyHash}, ${now.toISOString()})
    on conflict (site_id, token_id, operation, key) do update
      set body_hash = excluded.body_hash, created_utc = excluded.created_utc
      where r.answer is null and r.created_utc < ${staleBefore.toISOString()}::timestamptz
    returning 1 as one`);
  return rows.length === 1;
}

/** Releases a claimed key that has no stored reply. */
export async function deleteClaim(db: Db, siteId: bigint, call: KeyedCall): Promise<void> {
  await db.query(sql`
    delete from idempotency_record
    where site_id = ${siteId} and token_id = ${call.tokenId} and operation = ${call.operation} and key = ${call.key}
      and answer is null`);
}

export async function getKeyedReply(db: Db, siteId: bigint, call: KeyedCall): Promise<KeyedReply | undefined> {
  const [row] = await db.query<KeyedReply>(sql`
    select body_hash, status, answer from idempotency_record
    where site_id = ${siteId} and token_id = ${call.tokenId} and operation = ${call.operation} and key = ${call.key}`);
  return row;
}

/** The person or ticket that a stored reply is about, so that an erasure can find it. */
export interface ReplySubject {
  readonly ticketId: bigint | null;
  /** Normalized by `emailKey`. */
  readonly emailKey: string | null;
}

export interface StoredReply {
  readonly status: number;
  readonly answer: string;
  readonly about: ReplySubject;
}

export async function updateKeyedReply(
  db: Db,
  siteId: bigint,
  call: KeyedCall,
  { status, answer, about }: StoredReply,
): Promise<void> {
  await db.query(sql`
    update idempotency_record set status = ${status}, answer = ${answer}, about_ticket_id = ${about.ticketId},
      about_email_key = ${about.emailKey}
    where site_id = ${siteId} and token_id = ${call.tokenId} and operation = ${call.operation} and key = ${call.key}`);
}

export async function deleteOldKeyedCall(db: Db, siteId: bigint, call: KeyedCall, before: Date): Promise<void> {
  await db.query(sql`
    delete from idempotency_record
    where site_id = ${siteId} and token_id = ${call.tokenId} and operation = ${call.operation} and key = ${call.key}
      and created_utc < ${before.toISOString()}`);
}

export async function deleteOldKeyedCalls(db: Db, siteId: bigint, before: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from idempotency_record where site_id = ${siteId} and (token_id, operation, key) in (
      select token_id, operation, key from idempotency_record
      where site_id = ${siteId} and created_utc < ${before.toISOString()}::timestamptz order by created_utc limit ${limit})
    returning 1 as one`);
  return rows.length;
}

/** The people and tickets whose stored replies are looked up. */
export interface ReplySubjects {
  readonly ticketIds: readonly bigint[];
  readonly emailKeys: readonly string[];
}

function isAbout(siteId: bigint, { ticketIds, emailKeys }: ReplySubjects): Statement {
  return sql`r.site_id = ${siteId}
    and (r.about_ticket_id = any(${ticketIds}::bigint[]) or r.about_email_key = any(${emailKeys}::text[]))`;
}

export async function deleteKeyedRepliesAbout(
  db: Db,
  siteId: bigint,
  subjects: ReplySubjects,
  limit: number,
): Promise<number> {
  const rows = await db.query(sql`
    delete from idempotency_record d using (
      select r.token_id, r.operation, r.key from idempotency_record r where ${isAbout(siteId, subjects)} limit ${limit}
    ) k
    where d.site_id = ${siteId} and d.token_id = k.token_id and d.operation = k.operation and d.key = k.key
    returning 1 as one`);
  return rows.length;
}

export interface StoredReplyKey extends Omit<KeyedCall, 'tokenId'> {
  readonly token_id: bigint;
}

export async function findKeyedRepliesAbout(
  db: Db,
  siteId: bigint,
  subjects: ReplySubjects,
): Promise<StoredReplyKey[]> {
  return db.query<StoredReplyKey>(sql`
    select r.token_id, r.operation, r.key from idempotency_record r where ${isAbout(siteId, subjects)}`);
}
