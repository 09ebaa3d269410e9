import type { TicketLink } from '#contract/tickets.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { StoredTicket } from './reply-due.ts';
import { agentJoin, ticketColumns } from './ticket-columns.sql.ts';

export type DetailRow = StoredTicket & {
  readonly assignee_agent_id: string | null;
  readonly updated_utc: string;
  readonly required_skills: string[];
};

/** With assignee, `updated_utc` and `required_skills`, which the reply has even without extensions. */
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

/** Links of the ticket to other records: its customer. */
export async function findLinks(db: Db, siteId: bigint, ticketId: bigint): Promise<TicketLink[]> {
  return db.query<TicketLink>(sql`
    select 'customer' as kind, c.id::text as id, coalesce(c.display_name, c.email, c.phone, c.id::text) as label
    from ticket t join customer_identity c on c.site_id = t.site_id and c.id = t.customer_identity_id
    where t.site_id = ${siteId} and t.id = ${ticketId}`);
}
