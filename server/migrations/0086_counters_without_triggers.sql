-- Counters are written by the functions that write the rows, not by triggers: one table for all of them, so that a
-- distributed PostgreSQL takes the schema.

drop trigger ticket_tally_new on ticket;
drop trigger ticket_tally_changed on ticket;
drop trigger ticket_tally_gone on ticket;
drop trigger channel_message_inbound_new on channel_message;
drop trigger channel_message_inbound_changed on channel_message;
drop trigger channel_message_inbound_gone on channel_message;
drop trigger customer_identity_tally_new on customer_identity;
drop trigger customer_identity_tally_gone on customer_identity;
drop trigger customer_contact_tally_new on customer_identity;
drop trigger customer_contact_tally_gone on customer_identity;
drop trigger customer_contact_tally_changed on customer_identity;
drop trigger channel_binding_tally_new on channel_binding;
drop trigger channel_binding_tally_gone on channel_binding;
drop trigger channel_binding_channels_new on channel_binding;
drop trigger channel_binding_channels_changed on channel_binding;
drop trigger channel_binding_channels_gone on channel_binding;
drop trigger customer_pair_tally_new on customer_pair;
drop trigger customer_pair_tally_changed on customer_pair;
drop trigger customer_pair_tally_gone on customer_pair;
drop trigger portal_link_tally_new on portal_token;
drop trigger portal_link_tally_changed on portal_token;
drop trigger portal_link_tally_gone on portal_token;
drop function tally_new_tickets, tally_changed_tickets, tally_gone_tickets, tally_new_inbound, tally_changed_inbound,
  tally_gone_inbound, tally_new_rows, tally_gone_rows, tally_new_contacts, tally_gone_contacts, tally_changed_contact,
  tally_new_handles, tally_gone_handles, tally_new_channels, tally_changed_channels, tally_gone_channels, tally_channels,
  tally_new_pairs, tally_changed_pairs, tally_gone_pairs, tally_new_links, tally_changed_links, tally_gone_links,
  tallied_links;

-- A row is a total or a delta since the last total. Writers append deltas and so never wait for each other; the service
-- adds the deltas to the totals from time to time. The names are those of `CounterName` in server/counters/counters.ts.
create table counter (
  site_id bigint not null references site on delete cascade,
  id bigint generated always as identity,
  is_total boolean not null default false,
  name text collate "C" not null,
  key text collate "C" not null default '',
  n bigint not null,
  primary key (site_id, id)
);

insert into counter (site_id, is_total, name, key, n)
select site_id, true, 'ticket', concat_ws(' ', status, priority, coalesce(assignee_agent_id::text, '-'), channel), sum(n)
from ticket_tally group by 1, 4 having sum(n) <> 0
union all
select site_id, true, case table_name when 'customer_identity' then 'customer' when 'channel_binding' then 'binding' else table_name end,
  key, sum(n)
from row_tally where table_name not in ('customer_pair', 'portal_issue') group by 1, 3, 4 having sum(n) <> 0
union all
select site_id, true, 'inbound', channel || ' ' || to_char(hour_utc at time zone 'UTC', 'YYYY-MM-DD"T"HH24'), sum(n)
from inbound_tally group by 1, 4 having sum(n) <> 0;

create unique index counter_total on counter (site_id, name, key) where is_total;
create index counter_read on counter (site_id, name, key) include (n);
create index counter_delta on counter (site_id, id) where not is_total;

drop table ticket_tally, row_tally, inbound_tally;

select enable_tenant_rls();
