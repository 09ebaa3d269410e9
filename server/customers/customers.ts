import type {
  getCustomer as GetCustomer,
  listCustomerIdentities as ListCustomerIdentities,
} from '#contract/customers.ts';
import type { Ticket } from '#contract/tickets.ts';
import { getCustomerCsat } from '#server/csat/customer-csat.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, Site } from '#server/operation/call.ts';
import { findBindings } from './channels.sql.ts';
import { emailKey, phoneKey, withLostPlus } from './contact-keys.ts';
import { findIdentities, streamIdentities } from './identities.sql.ts';
import { getRollup } from './rollup.sql.ts';
import { countIdentities } from '#server/tallies/count-rows.ts';

/** The newest tickets of a customer; the family of tickets, which stands above this one, has them. */
export type FindRecentTickets = (
  db: Db,
  site: Site,
  identityId: bigint,
  options: { readonly limit: number; readonly extensions: boolean },
) => Promise<Ticket[]>;

const RECENT_TICKETS = 10;
const CSV_BATCH = 1_000;

/** GET customer: by email, else by phone. See docs/api.md, "Customers". */
export function getCustomerWith(findTickets: FindRecentTickets): Handler<typeof GetCustomer> {
  return async ({ db, site, query, extensions }) => {
    const { email, phone } = query;
    if (email === undefined && phone === undefined) throw new ApiError('missing_field', 'Give an email or a phone');
    const keys = {
      emailKey: email === undefined ? null : emailKey(email),
      phoneKey: phone === undefined ? null : phoneKey(withLostPlus(phone)),
    };
    const rollup = await getRollup(db, site.id, keys);
    if (rollup === undefined) throw new ApiError('not_found', 'There is no customer with this email or phone');
    const { total, open, pending, resolved, closed, ...identity } = rollup;
    const channels = site.undeployed.includes('channels') ? [] : await findBindings(db, site.id, identity.id);
    return {
      identity: { ...identity, channels },
      tickets: { total, open, pending, resolved, closed },
      csat: await getCustomerCsat(db, site, identity.id),
      recent_tickets: await findTickets(db, site, identity.id, { limit: RECENT_TICKETS, extensions }),
    };
  };
}

/** GET customer_identities. See docs/api.md, "Lists" and "CSV". */
export const listCustomerIdentities: Handler<typeof ListCustomerIdentities> = async ({ db, site, query }) => {
  const { order_by: order, limit, skip } = query;
  if (query.format === 'csv') {
    if (query.all === true) return { csv: streamIdentities(db, site.id, { order, batch: CSV_BATCH }) };
    return { csv: onePage(() => findIdentities(db, site.id, { order, limit, skip })) };
  }
  const items = await findIdentities(db, site.id, { order, limit, skip });
  const isTotalKnown = items.length < limit && (items.length > 0 || skip === 0);
  return { items, total_count: isTotalKnown ? skip + items.length : await countIdentities(db, site.id) };
};

async function* onePage<Row>(find: () => Promise<Row[]>): AsyncGenerator<Row[]> {
  yield await find();
}
