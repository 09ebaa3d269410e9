import { emailKey, phoneKey, withLostPlus } from '#contract/contact-keys.ts';
import type { Customer, getCustomer as GetCustomer, CustomerIdentity } from '#contract/customers.ts';
import type { Ticket } from '#contract/tickets.ts';
import { getCustomerCsat } from '#server/csat/customer-csat.ts';
import { type Db, sql } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, Site } from '#server/operation/call.ts';
import { StreamedList, StreamedReply } from '#server/operation/streamed-reply.ts';
import { findAliasKeys, aliasTarget } from './aliases.sql.ts';
import { readBindings } from './channels.sql.ts';
import { countNotes } from './customer-notes.sql.ts';
import type { IdentityKeys } from './identities.sql.ts';

/** The newest tickets of a customer. Injected, because the tickets family imports this one. */
export type FindRecentTickets = (
  db: Db,
  site: Site,
  identityId: bigint,
  options: { readonly limit: number } & Omit<ReadOptions, 'findTickets'>,
) => Promise<Ticket[]>;

export interface ReadOptions {
  readonly findTickets: FindRecentTickets;
  readonly extensions: boolean;
  readonly now: Date;
}

const RECENT_TICKETS = 10;
/** Most handles in a reply that is not streamed, such as every reply to a write. */
const HANDLES = 1_000;

/** GET customer: by id, else by email, else by phone. See docs/api.md, "Customers". */
export function getCustomerWith(findTickets: FindRecentTickets): Handler<typeof GetCustomer> {
  return async ({ db, site, query, extensions, now }) => {
    const { email, phone, identity_id: id } = query;
    if (id === undefined && email === undefined && phone === undefined) {
      throw new ApiError('missing_field', 'Give an email or a phone');
    }
    const keys =
      id === undefined
        ? {
            identityId: null,
            emailKey: email === undefined ? null : emailKey(email),
            phoneKey: phone === undefined ? null : phoneKey(withLostPlus(phone), site.country),
          }
        : byId(id);
    const customer = await readCustomer(db, site, keys, { findTickets, extensions, now });
    if (customer !== undefined) {
      const { identity } = customer;
      // Only a broken import gives a customer this many handles. Replies to writes are cut off here.
      if (identity.channels.length < HANDLES) return customer;
      const channels = new StreamedList(readBindings(db, site.id, identity.id));
      return new StreamedReply<Customer>({ ...customer, identity: { ...identity, channels } });
    }
    throw new ApiError('not_found', `There is no customer with this ${id === undefined ? 'email or phone' : 'id'}`);
  };
}

export function byId(identityId: bigint): IdentityKeys {
  return { identityId, emailKey: null, phoneKey: null };
}

/** A customer as GET returns it, but with at most the newest 1,000 handles; undefined if no customer matches. */
export async function readCustomer(
  db: Db,
  site: Site,
  keys: IdentityKeys,
  { findTickets, extensions, now }: ReadOptions,
): Promise<Customer | undefined> {
  const rollup = await getRollup(db, site.id, keys);
  if (rollup === undefined) return undefined;
  const { total, open, pending, resolved, closed, blocked_utc, version, ...identity } = rollup;
  const channels = site.undeployed.includes('channels')
    ? []
    : (await Array.fromAsync(readBindings(db, site.id, identity.id, { limit: HANDLES }))).flat();
  const profile = extensions
    ? {
        notes_count: await countNotes(db, site.id, identity.id),
        blocked_utc,
        merged_from: (await findAliasKeys(db, site.id, identity.id, 'id')).map(BigInt),
        version,
      }
    : {};
  return {
    identity: { ...identity, channels, ...profile },
    tickets: { total, open, pending, resolved, closed },
    csat: await getCustomerCsat(db, site, identity.id),
    recent_tickets: await findTickets(db, site, identity.id, { limit: RECENT_TICKETS, extensions, now }),
  };
}

type RollupRow = CustomerIdentity & {
  readonly blocked_utc: string | null;
  readonly version: number;
  readonly total: number;
  readonly open: number;
  readonly pending: number;
  readonly resolved: number;
  readonly closed: number;
};

/**
 * A customer by id, else by email, else by phone, with ticket counts by status. A merged customer resolves to the
 * survivor.
 */
async function getRollup(db: Db, siteId: bigint, keys: IdentityKeys): Promise<RollupRow | undefined> {
  // Find the id first: under row-level security a condition with a subquery cannot use an index.
  const [row] = await db.query<RollupRow>(sql`
    with found as materialized (
      select coalesce(
        (select i.id from customer_identity i where i.site_id = ${siteId} and i.id = ${keys.identityId}::bigint),
        ${aliasTarget(siteId, 'id', keys.identityId?.toString() ?? null)},
        (select e.id from customer_identity e where e.site_id = ${siteId} and e.email_key = ${keys.emailKey}::text),
        ${aliasTarget(siteId, 'email', keys.emailKey)},
        (select p.id from customer_identity p where p.site_id = ${siteId} and p.phone_key = ${keys.phoneKey}::text
          order by p.id limit 1),
        ${aliasTarget(siteId, 'phone', keys.phoneKey)}) as id
    )
    select c.id, c.email, c.phone, c.display_name, c.ticket_count, c.first_seen_utc, c.last_seen_utc,
      c.blocked_utc, c.version, n.*
    from found f join customer_identity c on c.site_id = ${siteId} and c.id = f.id
    cross join lateral (
      select count(*)::integer as total, count(*) filter (where t.status = 'open')::integer as open,
        count(*) filter (where t.status = 'pending')::integer as pending,
        count(*) filter (where t.status = 'resolved')::integer as resolved,
        count(*) filter (where t.status = 'closed')::integer as closed
      from ticket t where t.site_id = c.site_id and t.customer_identity_id = c.id
    ) n`);
  return row;
}
