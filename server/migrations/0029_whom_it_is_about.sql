-- Whom a delivery and a kept answer are about, known when they are written: an erasure finds them by ids and whole
-- values, through an index, and never by a piece of their text (decision 0027).

-- A ticket has its requester for life, so its events need no address of their own. The others have in matched form what
-- their data say of a person; a phone only where nothing else says who it is.
alter table webhook_delivery
  add column about_ticket_id bigint,
  add column about_visitor_id bigint,
  add column about_identity_id bigint,
  add column about_session_id text,
  add column about_email_key text,
  add column about_phone_key text;

alter table idempotency_record
  add column about_ticket_id bigint,
  add column about_email_key text;

-- What the service wrote itself; a text that is none of its own stops nothing.
create function json_of_old_row(text text) returns jsonb language plpgsql immutable as $$
begin
  return text::jsonb;
exception when others then
  return null;
end $$;

create function id_of_old_row(value text) returns bigint language sql immutable as $$
  select case when value ~ '^[0-9]{1,18}$' then value::bigint end
$$;

update webhook_delivery d set
  about_ticket_id = id_of_old_row(coalesce(b.data ->> 'ticket_id', case when d.event_type like 'ticket.%' then b.data ->> 'id' end)),
  about_visitor_id = case when d.event_type like 'visitor.%' then id_of_old_row(b.data ->> 'id') end,
  about_identity_id = case when d.event_type like 'visitor.%' then id_of_old_row(b.data ->> 'customer_identity_id') end,
  about_session_id = b.data ->> 'session_id',
  about_email_key = case when d.event_type like 'visitor.%' then lower(b.data ->> 'email')
    when d.event_type like 'portal_token.%' then lower(b.data ->> 'requester_email') end,
  about_phone_key = case when d.event_type like 'visitor.%' and b.data ->> 'email' is null
      and b.data ->> 'customer_identity_id' is null
    then nullif(nullif(regexp_replace(regexp_replace(b.data ->> 'phone', '[[:space:].()[\]‐‑-]', '', 'g'), '^00', '+'), ''), '+') end
from (
  select site_id, id, json_of_old_row(body) -> 'data' as data from webhook_delivery where body is not null and not is_test
) b
where b.site_id = d.site_id and b.id = d.id;

update idempotency_record r set
  about_ticket_id = id_of_old_row(case r.operation when 'createTicket' then b.data ->> 'id'
    when 'addTicketComment' then b.data ->> 'ticket_id' end),
  about_email_key = lower(b.data ->> 'requester_email')
from (
  select site_id, token_id, operation, key, json_of_old_row(answer) as kept from idempotency_record where answer is not null
) k
cross join lateral (select coalesce(k.kept -> 'data', k.kept) as data) b
where k.site_id = r.site_id and k.token_id = r.token_id and k.operation = r.operation and k.key = r.key;

drop function json_of_old_row, id_of_old_row;

create index webhook_delivery_about_ticket on webhook_delivery (site_id, about_ticket_id) where about_ticket_id is not null;
create index webhook_delivery_about_visitor on webhook_delivery (site_id, about_visitor_id) where about_visitor_id is not null;
create index webhook_delivery_about_identity on webhook_delivery (site_id, about_identity_id) where about_identity_id is not null;
create index webhook_delivery_about_session on webhook_delivery (site_id, about_session_id) where about_session_id is not null;
create index webhook_delivery_about_email on webhook_delivery (site_id, about_email_key) where about_email_key is not null;
create index webhook_delivery_about_phone on webhook_delivery (site_id, about_phone_key) where about_phone_key is not null;
create index idempotency_record_about_ticket on idempotency_record (site_id, about_ticket_id) where about_ticket_id is not null;
create index idempotency_record_about_email on idempotency_record (site_id, about_email_key) where about_email_key is not null;
