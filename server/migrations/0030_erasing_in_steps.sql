-- What an erasure looks for is found through indexes, some hundred rows at once.

-- The matched form of a ticket's address. A stored column, as behind row-level security no index on an expression
-- serves: each look by address read all tickets of the site.
alter table ticket add column requester_email_key text generated always as (lower(requester_email)) stored;
drop index ticket_requester;
create index ticket_requester on ticket (site_id, requester_email_key, created_utc desc, id desc)
  where requester_email_key is not null;

-- Messages that came or went by a handle; a handle that was erased read those of all the others.
create index channel_message_user on channel_message (site_id, channel, external_user_id, id)
  where external_user_id is not null;
create index ticket_undo_ticket on ticket_undo (site_id, ticket_id);
create index visitor_phone on visitor (site_id, phone_key) where phone_key is not null;
