import type { Customer, getCustomer as GetCustomer } from '#contract/customers.ts';
import type { Ticket } from '#contract/tickets.ts';
import { getCustomerCsat } from '#server/csat/customer-csat.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, Site } from '#server/operation/call.ts';
import { StreamedList, StreamedReply } from '#server/operation/streamed-reply.ts';
import { findAliasKeys } from './aliases.sql.ts';
import { readBindings } from './channels.sql.ts';
import type { IdentityKeys } from './identities.sql.ts';
import { countNotes } from './customer-notes.sql.ts';
import { getRollup } from './rollup.sql.ts';
import { emailKey, phoneKey, withLostPlus } from '#contract/contact-keys.ts';

/** The newest tickets of a customer; the family of tickets, which stands above this one, has them. */
export type FindRecentTickets = (
  db: Db,
  site: Site,
  identityId: bigint,
  options: { readonly limit: number } & Omit<HowToRead, 'findTickets'>,
) => Promise<Ticket[]>;

/** How the tickets of a customer are read. */
export interface HowToRead {
  readonly findTickets: FindRecentTickets;
  readonly extensions: boolean;
  readonly now: Date;
}

const RECENT_TICKETS = 10;
/** Handles in the answer of a write, and before an answer is streamed. */
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
      // The answers of writes have no more of them; a customer with so many handles is an import gone wrong.
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

/** A customer as GET answers it, but with the newest 1,000 handles; undefined where nobody has the keys. */
export async function readCustomer(
  db: Db,
  site: Site,
  keys: IdentityKeys,
  { findTickets, extensions, now }: HowToRead,
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
