import { type Db, sql } from '#server/db/db.ts';

export interface ConversationName {
  readonly session_id: string;
  /** The beginning of what the visitor asked first; null where no visitor wrote. */
  readonly first_message: string | null;
  readonly customer_identity_id: bigint | null;
  readonly customer_name: string | null;
}

const MAX_LENGTH = 200;

/** What people know conversations by. The customer is that of the conversation, else of its ticket. */
export function findConversationNames(
  db: Db,
  siteId: bigint,
  sessionIds: readonly string[],
): Promise<ConversationName[]> {
  return db.query<ConversationName>(sql`
    select s.session_id, m.text as first_message, i.id as customer_identity_id,
      coalesce(i.display_name, i.email, i.phone) as customer_name
    from chat_session s
    left join lateral (
      select left(m.text, ${MAX_LENGTH}) as text from chat_message m
      where m.site_id = ${siteId} and m.session_id = s.session_id and m.role = 'visitor'
      order by m.created_utc, m.id limit 1
    ) m on true
    left join ticket t on t.site_id = ${siteId} and t.id = s.ticket_id
    left join customer_identity i
      on i.site_id = ${siteId} and i.id = coalesce(s.customer_identity_id, t.customer_identity_id)
    where s.site_id = ${siteId} and s.session_id = any(${sessionIds}::text[])`);
}
