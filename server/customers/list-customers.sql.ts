import type { Channel, ListedCustomer } from '#contract/customers.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';

export type IdentityOrder = 'tickets' | 'recent' | 'name';

/** Filters of the customer list. Undeployed channels match no one. */
export interface IdentitySelection {
  readonly siteId: bigint;
  /** One alternative is enough; all texts of an alternative must match. Empty: every customer. */
  readonly alternatives: readonly (readonly TextMatches[])[];
  readonly channel: Channel | null;
  readonly withoutChannel: Channel | null;
  readonly isBlocked: boolean;
  readonly identityId: bigint | null;
  readonly hasChannels: boolean;
}

const DOCUMENTED = sql`c.id, c.email, c.phone, c.display_name, c.ticket_count, c.first_seen_utc, c.last_seen_utc`;
const NO_CHANNEL = sql`'{}'::text[]`;
const CHANNELS = sql`array(
  select k.channel from unnest('{whatsapp,messenger,instagram,sms,email}'::text[]) with ordinality as k (channel, position)
  where exists (select from channel_binding b where b.site_id = c.site_id and b.identity_id = c.id and b.channel = k.channel)
  order by k.position)`;

function columns({ hasChannels }: IdentitySelection, extensions: boolean): Statement {
  if (!extensions) return DOCUMENTED;
  return sql`${DOCUMENTED}, c.blocked_utc, ${hasChannels ? CHANNELS : NO_CHANNEL} as channels`;
}

const ORDERS: Readonly<Record<IdentityOrder, Statement>> = {
  tickets: sql`c.ticket_count desc, c.id`,
  // Customers without a ticket have never written. Their last_seen_utc is when an import or a person created them.
  recent: sql`least(c.ticket_count, 1) desc, c.last_seen_utc desc, c.id`,
  name: sql`c.name_key, c.id`,
};

type Place = Pick<ListedCustomer, 'id' | 'ticket_count' | 'last_seen_utc'> & { readonly name_key: string | null };

/** Whether nothing is filtered. */
export function isUnfiltered(selection: IdentitySelection): boolean {
  const { alternatives, channel, withoutChannel, isBlocked, identityId } = selection;
  const isOfAnyChannel = channel === null && withoutChannel === null;
  return alternatives.length === 0 && isOfAnyChannel && !isBlocked && identityId === null;
}

function conditionOf(selection: IdentitySelection): Statement {
  const { siteId, alternatives, channel, withoutChannel, isBlocked, identityId, hasChannels } = selection;
  const all = [sql`c.site_id = ${siteId}`];
  const anyOf = alternatives.map((matches) =>
    joinSql(
      matches.map((match) => textCondition(siteId, match)),
      ' and ',
    ),
  );
  if (anyOf.length > 0) all.push(sql`(${joinSql(anyOf, ' or ')})`);
  if (channel !== null) all.push(hasChannels ? hasChannel(siteId, channel) : sql`false`);
  if (withoutChannel !== null && hasChannels) all.push(sql`not ${hasChannel(siteId, withoutChannel)}`);
  if (isBlocked) all.push(sql`c.blocked_utc is not null`);
  if (identityId !== null) all.push(sql`c.id = ${identityId}`);
  return joinSql(all, ' and ');
}

/** Literals, not parameters: a generic plan would be wrong for rare channels. */
const CHANNEL_LITERALS: Readonly<Record<Channel, Statement>> = {
  whatsapp: sql`'whatsapp'`,
  messenger: sql`'messenger'`,
  instagram: sql`'instagram'`,
  sms: sql`'sms'`,
  email: sql`'email'`,
};

function hasChannel(siteId: bigint, channel: Channel): Statement {
  return sql`exists (select from channel_binding h
    where h.site_id = ${siteId} and h.identity_id = c.id and h.channel = ${CHANNEL_LITERALS[channel]})`;
}

/** The `from` clause of a selection, for counting. */
export function rowsOf(selection: IdentitySelection): Statement {
  return sql`customer_identity c where ${conditionOf(selection)}`;
}

export interface IdentityPage {
  readonly order: IdentityOrder;
  readonly limit: number;
  readonly skip: number;
  readonly extensions: boolean;
}

export async function findIdentities(
  db: Db,
  selection: IdentitySelection,
  page: IdentityPage,
): Promise<ListedCustomer[]> {
  // Select ids first: skipped rows are read from the index alone, and channels are looked up for the page only.
  return db.query<ListedCustomer>(sql`
    select ${columns(selection, page.extensions)} from customer_identity c
    where c.site_id = ${selection.siteId} and c.id = any(array(
      select c.id from customer_identity c where ${conditionOf(selection)}
      order by ${ORDERS[page.order]} limit ${page.limit} offset ${page.skip}))
    order by ${ORDERS[page.order]}`);
}

/** All customers of a selection in order, in batches that each start after the last row of the previous one. */
export async function* streamIdentities(
  db: Db,
  selection: IdentitySelection,
  { order, batch }: { readonly order: IdentityOrder; readonly batch: number },
): AsyncGenerator<ListedCustomer[]> {
  let ranges: readonly Statement[] = [sql`true`];
  for (;;) {
    const [range, ...rest] = ranges;
    if (range === undefined) return;
    const rows: (ListedCustomer & Place)[] = await db.query(sql`
      select ${DOCUMENTED}, c.name_key from customer_identity c
      where ${conditionOf(selection)} and ${range} order by ${ORDERS[order]} limit ${batch}`);
    const last = rows.at(-1);
    if (last !== undefined) yield rows;
    ranges = last === undefined || rows.length < batch ? rest : rangesAfter(order, last);
  }
}

/**
 * Conditions for the customers after this one, each a range of the order's index. A single condition would re-read all
 * customers with the same number of tickets for each batch.
 */
function rangesAfter(order: IdentityOrder, last: Place): readonly Statement[] {
  const next = sql`c.id > ${last.id}`;
  if (order === 'tickets') {
    const count = sql`${last.ticket_count}::integer`;
    return [sql`c.ticket_count = ${count} and ${next}`, sql`c.ticket_count < ${count}`];
  }
  if (order === 'recent') {
    const seen = sql`${last.last_seen_utc}::timestamptz`;
    const wrote = sql`least(c.ticket_count, 1) = ${Math.min(last.ticket_count, 1)}::integer`;
    const rest = [sql`${wrote} and c.last_seen_utc = ${seen} and ${next}`, sql`${wrote} and c.last_seen_utc < ${seen}`];
    return last.ticket_count === 0 ? rest : [...rest, sql`least(c.ticket_count, 1) = 0`];
  }
  if (last.name_key === null) return [sql`c.name_key is null and ${next}`];
  const name = sql`${last.name_key}::text`;
  return [sql`c.name_key = ${name} and ${next}`, sql`c.name_key > ${name}`, sql`c.name_key is null`];
}

/** Up to this many owners are listed by id; beyond that, the handles are searched in the list's own statement. */
const MAX_OWNERS = 1_000;

/** Text to search for: a `like` pattern finds candidates by index, then the whole text is compared. */
export interface TextPattern {
  readonly pattern: string;
  /** Alternative pattern for another spelling; a match of either is enough. */
  readonly other: string | null;
  /** The full text if the pattern is only its most selective part. */
  readonly whole: string | null;
}

export interface TextMatches {
  /** Null if `owners` already lists every match. */
  readonly text: TextPattern | null;
  /** Customers who match by a handle or a key; null if there are too many to list. */
  readonly owners: readonly bigint[] | null;
}

function occursIn(column: Statement, { pattern, other, whole }: TextPattern): Statement {
  const isFirst = sql`${column} like ${pattern}::text`;
  const isLike = other === null ? isFirst : sql`(${isFirst} or ${column} like ${other}::text)`;
  return whole === null ? isLike : sql`(${isLike} and strpos(${column}, ${whole}::text) > 0)`;
}

/** Owners of handles that contain the text. */
export async function findHandleOwners(db: Db, siteId: bigint, text: TextPattern): Promise<TextMatches['owners']> {
  const rows = await db.query<{ identity_id: bigint }>(sql`
    select b.identity_id from channel_binding b
    where b.site_id = ${siteId} and ${occursIn(sql`b.search_text`, text)} limit ${MAX_OWNERS + 1}`);
  return rows.length > MAX_OWNERS ? null : [...new Set(rows.map((row) => row.identity_id))];
}

/** Condition on the customer `c`: a field or a handle contains the text. */
export function textCondition(siteId: bigint, { text, owners }: TextMatches): Statement {
  const alternatives: Statement[] = [];
  if (text !== null) alternatives.push(occursIn(sql`c.search_text`, text));
  if (owners !== null && owners.length > 0) alternatives.push(sql`c.id = any(${owners}::bigint[])`);
  if (text !== null && owners === null) {
    // All handles are searched once. With "exists", a plan that is kept for any text searches those of each customer.
    alternatives.push(sql`c.id in (select h.identity_id from channel_binding h
      where h.site_id = ${siteId} and ${occursIn(sql`h.search_text`, text)})`);
  }
  return alternatives.length === 0 ? sql`false` : sql`(${joinSql(alternatives, ' or ')})`;
}

/** The owner of a handle; undefined if it is not bound. */
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
