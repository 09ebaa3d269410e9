import type { Channel, ListedCustomer } from '#contract/customers.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import { textCondition, type TextMatches } from './handle-search.sql.ts';

export type IdentityOrder = 'tickets' | 'recent' | 'name';

/** Which customers. Undeployed channels match no one. */
export interface IdentitySelection {
  readonly siteId: bigint;
  /** Any alternative is enough; all patterns of one must occur. Empty: every customer. */
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

/** Whether the selection takes every customer of the site. */
export function isEverybody(selection: IdentitySelection): boolean {
  const { alternatives, channel, withoutChannel, isBlocked, identityId } = selection;
  const isOfAnyChannel = channel === null && withoutChannel === null;
  return alternatives.length === 0 && isOfAnyChannel && !isBlocked && identityId === null;
}

function conditionOf(selection: IdentitySelection): Statement {
  const { siteId, alternatives, channel, withoutChannel, isBlocked, identityId, hasChannels } = selection;
  const all = [sql`c.site_id = ${siteId}`];
  const ways = alternatives.map((matches) =>
    joinSql(
      matches.map((match) => textCondition(siteId, match)),
      ' and ',
    ),
  );
  if (ways.length > 0) all.push(sql`(${joinSql(ways, ' or ')})`);
  if (channel !== null) all.push(hasChannels ? has(siteId, channel) : sql`false`);
  if (withoutChannel !== null && hasChannels) all.push(sql`not ${has(siteId, withoutChannel)}`);
  if (isBlocked) all.push(sql`c.blocked_utc is not null`);
  if (identityId !== null) all.push(sql`c.id = ${identityId}`);
  return joinSql(all, ' and ');
}

/** Literals, not parameters: a shared plan would be wrong for rare channels. */
const NAMED: Readonly<Record<Channel, Statement>> = {
  whatsapp: sql`'whatsapp'`,
  messenger: sql`'messenger'`,
  instagram: sql`'instagram'`,
  sms: sql`'sms'`,
  email: sql`'email'`,
};

function has(siteId: bigint, channel: Channel): Statement {
  return sql`exists (select from channel_binding h
    where h.site_id = ${siteId} and h.identity_id = c.id and h.channel = ${NAMED[channel]})`;
}

/** The customers of a selection, as rows that are counted or collected. */
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
  let stretches: readonly Statement[] = [sql`true`];
  for (;;) {
    const [stretch, ...rest] = stretches;
    if (stretch === undefined) return;
    const rows: (ListedCustomer & Place)[] = await db.query(sql`
      select ${DOCUMENTED}, c.name_key from customer_identity c
      where ${conditionOf(selection)} and ${stretch} order by ${ORDERS[order]} limit ${batch}`);
    const last = rows.at(-1);
    if (last !== undefined) yield rows;
    stretches = last === undefined || rows.length < batch ? rest : stretchesBehind(order, last);
  }
}

/** Conditions for the customers after this one, each a range of the order's index: one condition would re-read all customers with the same number of tickets in each batch. */
function stretchesBehind(order: IdentityOrder, last: Place): readonly Statement[] {
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
