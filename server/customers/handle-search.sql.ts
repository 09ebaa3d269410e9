import type { Channel } from '#contract/customers.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';

/** Owners of handles are named one by one up to so many; of more the handles are looked at for each customer. */
const MAX_OWNERS = 1_000;

/** Text to match: found by a `like` pattern, which an index supports, then compared as a whole. */
export interface SoughtText {
  readonly pattern: string;
  /** Another pattern that is enough alone, for another way of writing it. */
  readonly other: string | null;
  /** The whole where the pattern is only its rarest part. */
  readonly whole: string | null;
}

export interface TextMatches {
  /** Null where the customers are known already. */
  readonly text: SoughtText | null;
  /** Customers who match by a handle or a key; null for too many to name. */
  readonly owners: readonly bigint[] | null;
}

function occursIn(column: Statement, { pattern, other, whole }: SoughtText): Statement {
  const isFirst = sql`${column} like ${pattern}::text`;
  const isLike = other === null ? isFirst : sql`(${isFirst} or ${column} like ${other}::text)`;
  return whole === null ? isLike : sql`(${isLike} and strpos(${column}, ${whole}::text) > 0)`;
}

/** Owners of handles in which the text occurs. */
export async function findHandleOwners(db: Db, siteId: bigint, text: SoughtText): Promise<TextMatches['owners']> {
  const rows = await db.query<{ identity_id: bigint }>(sql`
    select b.identity_id from channel_binding b
    where b.site_id = ${siteId} and ${occursIn(sql`b.search_text`, text)} limit ${MAX_OWNERS + 1}`);
  return rows.length > MAX_OWNERS ? null : [...new Set(rows.map((row) => row.identity_id))];
}

/** The condition on the customer `c`: the text occurs in what is known of them or in a handle. */
export function textCondition(siteId: bigint, { text, owners }: TextMatches): Statement {
  const ways: Statement[] = [];
  if (text !== null) ways.push(occursIn(sql`c.search_text`, text));
  if (owners !== null && owners.length > 0) ways.push(sql`c.id = any(${owners}::bigint[])`);
  if (text !== null && owners === null) {
    ways.push(sql`exists (select from channel_binding h
      where h.site_id = ${siteId} and h.identity_id = c.id and ${occursIn(sql`h.search_text`, text)})`);
  }
  return ways.length === 0 ? sql`false` : sql`(${joinSql(ways, ' or ')})`;
}

/** Whose a handle is; undefined where nobody has it. */
export async function findOwner(
  db: Db,
  siteId: bigint,
  { channel, externalUserId }: { readonly channel: Channel; readonly externalUserId: string },
): Promise<bigint | undefined> {
  const [row] = await db.query<{ identity_id: bigint }>(sql`
    select b.identity_id from channel_binding b
    where b.site_id = ${siteId} and b.channel = ${channel} and b.external_user_id = ${externalUserId}`);
  return row?.identity_id;
}
