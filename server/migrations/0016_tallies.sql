-- Lists of very many rows: their counts without reading the rows, and indexes in the order of each filter.

-- How many tickets of each kind a site has. A row is either a sum or a step since the last sum, so writers of tickets
-- never wait for each other here; the service folds the steps into the sums now and then.
create table ticket_tally (
  site_id bigint not null references site on delete cascade,
  id bigint generated always as identity,
  is_sum boolean not null default false,
  status text not null,
  priority text not null,
  priority_rank smallint not null generated always as
    (case priority when 'urgent' then 0 when 'high' then 1 when 'normal' then 2 else 3 end) stored,
  channel text not null,
  assignee_agent_id bigint,
  n integer not null,
  primary key (site_id, id)
);
create unique index ticket_tally_sum on ticket_tally (site_id, status, priority, channel, assignee_agent_id)
  nulls not distinct where is_sum;
create index ticket_tally_none on ticket_tally (site_id) where is_sum and n = 0;
create index ticket_tally_step on ticket_tally (site_id, id) where not is_sum;

insert into ticket_tally (site_id, is_sum, status, priority, channel, assignee_agent_id, n)
select site_id, true, status, priority, channel, assignee_agent_id, count(*) from ticket group by 1, 3, 4, 5, 6;

-- The same for tables of which only the number of all rows is asked.
create table row_tally (
  site_id bigint not null references site on delete cascade,
  id bigint generated always as identity,
  is_sum boolean not null default false,
  table_name text not null check (table_name in ('customer_identity', 'channel_binding')),
  n integer not null,
  primary key (site_id, id)
);
create unique index row_tally_sum on row_tally (site_id, table_name) where is_sum;
create index row_tally_none on row_tally (site_id) where is_sum and n = 0;
create index row_tally_step on row_tally (site_id, id) where not is_sum;

insert into row_tally (site_id, is_sum, table_name, n)
select site_id, true, 'customer_identity', count(*) from customer_identity group by 1
union all select site_id, true, 'channel_binding', count(*) from channel_binding group by 1;

select raise_site_wall('ticket_tally', 'row_tally');

create function tally_new_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_tally (site_id, status, priority, channel, assignee_agent_id, n)
  select site_id, status, priority, channel, assignee_agent_id, count(*) from new_tickets group by 1, 2, 3, 4, 5;
  return null;
end $$;

create function tally_changed_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_tally (site_id, status, priority, channel, assignee_agent_id, n)
  select site_id, status, priority, channel, assignee_agent_id, sum(step) from (
    select site_id, status, priority, channel, assignee_agent_id, 1 as step from new_tickets
    union all select site_id, status, priority, channel, assignee_agent_id, -1 from old_tickets
  ) t group by 1, 2, 3, 4, 5 having sum(step) <> 0;
  return null;
end $$;

-- Tickets that go with their site have no tally to go down.
create function tally_gone_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_tally (site_id, status, priority, channel, assignee_agent_id, n)
  select site_id, status, priority, channel, assignee_agent_id, -count(*) from old_tickets t
  where exists (select from site s where s.id = t.site_id) group by 1, 2, 3, 4, 5;
  return null;
end $$;

create trigger ticket_tally_new after insert on ticket
  referencing new table as new_tickets for each statement execute function tally_new_tickets();
create trigger ticket_tally_changed after update on ticket
  referencing old table as old_tickets new table as new_tickets for each statement execute function tally_changed_tickets();
create trigger ticket_tally_gone after delete on ticket
  referencing old table as old_tickets for each statement execute function tally_gone_tickets();

create function tally_new_rows() returns trigger language plpgsql as $$
begin
  insert into row_tally (site_id, table_name, n) select site_id, tg_table_name, count(*) from new_rows group by 1;
  return null;
end $$;

create function tally_gone_rows() returns trigger language plpgsql as $$
begin
  insert into row_tally (site_id, table_name, n)
  select site_id, tg_table_name, -count(*) from old_rows t
  where exists (select from site s where s.id = t.site_id) group by 1;
  return null;
end $$;

create trigger customer_identity_tally_new after insert on customer_identity
  referencing new table as new_rows for each statement execute function tally_new_rows();
create trigger customer_identity_tally_gone after delete on customer_identity
  referencing old table as old_rows for each statement execute function tally_gone_rows();
create trigger channel_binding_tally_new after insert on channel_binding
  referencing new table as new_rows for each statement execute function tally_new_rows();
create trigger channel_binding_tally_gone after delete on channel_binding
  referencing old table as old_rows for each statement execute function tally_gone_rows();

drop index ticket_assignee;
create index ticket_assignee on ticket (site_id, assignee_agent_id, created_utc desc, id desc);
create index ticket_channel on ticket (site_id, channel, created_utc desc, id desc);
create index ticket_active on ticket (site_id, created_utc desc, id desc) where status in ('open', 'pending');
-- With what the health counts by, so that it is read from the index alone.
drop index channel_message_time;
create index channel_message_time on channel_message (site_id, direction, created_utc desc) include (channel);
create index ticket_snoozed on ticket (site_id, snoozed_until_utc) where snoozed_until_utc is not null;

-- As ILIKE in the first migration: texts that are searched are lower case already, and LIKE reads them several times faster.
do $$
begin
  alter function pg_catalog.textlike(text, text) leakproof;
exception when insufficient_privilege then
  raise notice 'textlike stays unmarked: searches are bound to one site and use no trigram index';
end $$;
