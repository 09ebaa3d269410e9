-- When the customer last wrote what no public reply of an agent followed; the ticket itself counts as written. Null once it
-- is answered. When the reply is due follows from it, later for later ones, so lists are ordered and filtered by this column.

alter table ticket add column unanswered_utc timestamptz(3);

-- An import may know of a first response without its text.
update ticket t set unanswered_utc = k.at_utc
from (
  select u.site_id, u.id, coalesce(c.created_utc, u.created_utc) as at_utc
  from ticket u
  left join (
    select distinct on (site_id, ticket_id) site_id, ticket_id, author_kind, created_utc from ticket_comment
    where visibility = 'public' and author_kind in ('customer', 'agent')
    order by site_id, ticket_id, created_utc desc, id desc
  ) c on c.site_id = u.site_id and c.ticket_id = u.id
  where c.author_kind is distinct from 'agent'
    and (u.first_response_utc is null or u.first_response_utc < coalesce(c.created_utc, u.created_utc))
) k
where t.site_id = k.site_id and t.id = k.id;

create index ticket_unanswered on ticket (site_id, unanswered_utc, id)
  where unanswered_utc is not null and status in ('open', 'pending');
