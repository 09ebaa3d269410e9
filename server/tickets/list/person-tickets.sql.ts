import type { Comment, Ticket } from '#contract/tickets.ts';
import { sql, type Db } from '#server/db/db.ts';
import { agentJoin, ticketColumns } from './ticket-columns.sql.ts';

export interface KnownPerson {
  readonly identityId: bigint | null;
  /** In their matched form. */
  readonly emailKeys: readonly string[];
  readonly phoneKeys: readonly string[];
}

/** Those that an erasure takes: of the customer record, of the addresses, and of a phone that stands alone on them. */
export async function findTicketsOfPerson(db: Db, siteId: bigint, person: KnownPerson): Promise<Ticket[]> {
  return db.query<Ticket>(sql`
    select ${ticketColumns(true)} from ticket t ${agentJoin(true)}
    where t.site_id = ${siteId}
      and (t.requester_email_key = any(${person.emailKeys}::text[]) or t.customer_identity_id = ${person.identityId}::bigint
        or (t.requester_phone_key = any(${person.phoneKeys}::text[]) and t.requester_email is null
          and t.customer_identity_id is null))
    order by t.created_utc desc, t.id desc`);
}

/** Oldest first. */
export async function findCommentsOf(db: Db, siteId: bigint, ticketIds: readonly bigint[]): Promise<Comment[]> {
  return db.query<Comment>(sql`
    select id, ticket_id, author_kind, author_name, agent_id::text as agent_id, visibility, channel, body, created_utc
    from ticket_comment where site_id = ${siteId} and ticket_id = any(${ticketIds}::bigint[]) order by created_utc, id`);
}
