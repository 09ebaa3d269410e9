import { sql } from '#server/db/db.ts';

/** The customer of a session `s`, otherwise what its visitor is called. */
export const SESSION_NAME = sql`coalesce(i.display_name, i.email, i.phone, v.display_name, v.email)`;

/** Joins what `SESSION_NAME` needs. */
export const WITH_SESSION_NAME = sql`
  left join customer_identity i on i.site_id = s.site_id and i.id = s.customer_identity_id
  left join visitor v on v.site_id = s.site_id and v.visitor_key = s.visitor_key`;
