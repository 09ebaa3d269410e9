import type { TicketLink } from '#contract/tickets.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { StoredTicket } from './reply-due.ts';
import { agentJoin, ticketColumns } from './ticket-columns.sql.ts';

export type DetailRow = StoredTicket & {
  readonly assignee_agent_id: string | null;
  readonly updated_utc: string;
  readonly required_skills: string[];
};

/** With the three fields that the document does not show, which every reader gets. */
export async function getTicketDetail(
  db: Db,
  siteId: bigint,
  ticketId: bigint,
  extensions: boolean,
): Promise<DetailRow | undefined> {
  const [row] = await db.query<DetailRow>(sql`
    select ${ticketColumns(extensions)}, t.assignee_agent_id::text as assignee_agent_id, t.updated_utc, t.required_skills
    from ticket t ${agentJoin(extensions)} where t.site_id = ${siteId} and t.id = ${ticketId}`);
  return row;
}

/** The Ticket alone. */
export async function getTicketRow(
  db: Db,
  siteId: bigint,
  ticketId: bigint,
  extensions: boolean,
): Promise<StoredTicket | undefined> {
  const [row] = await db.query<StoredTicket>(sql`
    select ${ticketColumns(extensions)} from ticket t ${agentJoin(extensions)}
    where t.site_id = ${siteId} and t.id = ${ticketId}`);
  return row;
}

/** The ticket that `admin import` stored under this id. */
export async function getImportedTicket(db: Db, siteId: bigint, externalId: string): Promise<bigint | undefined> {
  const [row] = await db.query<{ ticket_id: bigint }>(
    sql`select ticket_id from imported_ticket where site_id = ${siteId} and external_id = ${externalId}`,
  );
  return row?.ticket_id;
}

export async function isTicket(db: Db, siteId: bigint, ticketId: bigint): Promise<boolean> {
  const rows = await db.query(sql`select 1 as one from ticket where site_id = ${siteId} and id = ${ticketId}`);
  return rows.length > 0;
}

export async function getTicketCustomer(db: Db, siteId: bigint, ticketId: bigint): Promise<bigint | null> {
  const [row] = await db.query<{ id: bigint | null }>(sql`
    select t.customer_identity_id as id from ticket t where t.site_id = ${siteId} and t.id = ${ticketId}`);
  return row?.id ?? null;
}

/** Links of the ticket to other records: its customer. */
export async function findLinks(db: Db, siteId: bigint, ticketId: bigint): Promise<TicketLink[]> {
  return db.query<TicketLink>(sql`
    select 'customer' as kind, c.id::text as id, coalesce(c.display_name, c.email, c.phone, c.id::text) as label
    from ticket t join customer_identity c on c.site_id = t.site_id and c.id = t.customer_identity_id
    where t.site_id = ${siteId} and t.id = ${ticketId}`);
}

/** The newest tickets of a customer. */
export async function findTicketsOfIdentity(
  db: Db,
  siteId: bigint,
  identityId: bigint,
  { limit, extensions }: { readonly limit: number; readonly extensions: boolean },
): Promise<StoredTicket[]> {
  return db.query<StoredTicket>(sql`
    select ${ticketColumns(extensions)} from ticket t ${agentJoin(extensions)}
    where t.site_id = ${siteId} and t.customer_identity_id = ${identityId}
    order by t.created_utc desc, t.id desc limit ${limit}`);
}
